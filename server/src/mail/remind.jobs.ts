import { z } from 'zod';
import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Ctx } from '../platform/context.ts';
import { jobKind, jobWorkspace } from '../platform/jobs.ts';
import { remind } from './remind.ts';
import type { EventFacts } from './store.ts';

export const sendReminder = jobKind({
  name: 'mail.remind',
  payload: z.object({
    workspaceId: jobWorkspace,
    eventId: z.string(),
    inviteeId: z.string(),
    startsAt: z.string(),
    minutes: z.int(),
  }),
  run: (runtime, { workspaceId, ...reminder }) =>
    inWorkspace(runtime, systemActor(workspaceId), (ctx) => remind(ctx, reminder)),
});

/** Schedules the page's reminders of invitees. Those of a former time are replaced, or find that it has changed. */
export async function scheduleReminders(ctx: Ctx, events: readonly EventFacts[]): Promise<void> {
  const { workspaceId, now } = ctx;
  const jobs = events.flatMap(({ id: eventId, invitee, starts_at: startsAt, reminders }) =>
    reminders.map((minutes) => ({
      payload: { workspaceId, eventId, inviteeId: invitee.id, startsAt, minutes },
      runAt: new Date(Date.parse(startsAt) - minutes * 60_000),
      key: `mail.remind ${workspaceId} ${invitee.id} ${minutes}`,
    })),
  );
  const latest = new Map(jobs.filter(({ runAt }) => runAt > now).map((job) => [job.key, job]));
  await ctx.enqueueAll(sendReminder, [...latest.values()]);
}

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

/** Sets the page's reminders for an invitee. Those of a former time are replaced, or find that it has passed. */
export async function remindLater(
  ctx: Ctx,
  { id: eventId, invitee, starts_at: startsAt, reminders }: EventFacts,
): Promise<void> {
  for (const minutes of reminders) {
    const runAt = new Date(Date.parse(startsAt) - minutes * 60_000);
    if (runAt <= ctx.now) continue;
    await ctx.enqueue(
      sendReminder,
      { workspaceId: ctx.workspaceId, eventId, inviteeId: invitee.id, startsAt, minutes },
      { runAt, key: `mail.remind ${ctx.workspaceId} ${invitee.id} ${minutes}` },
    );
  }
}

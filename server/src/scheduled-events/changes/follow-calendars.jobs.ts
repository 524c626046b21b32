import { z } from 'zod';
import { moveRefused, rewriteCopies } from '../../calendars/public.ts';
import { findMember } from '../../members/public.ts';
import { computeEffectiveScopes, createSystemActor, type Actor } from '../../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import { generateUuid } from '../../platform/ids.ts';
import { defineJob, jobWorkspace } from '../../platform/jobs.ts';
import { conflict, Problem } from '../../platform/problems.ts';
import { cancelEvent } from './cancel.ts';
import { rescheduleEvent } from './reschedule.ts';
import { lockOpenEvent } from './follow-calendars.store.ts';

interface About {
  readonly eventId: string;
  readonly hostId: string;
}

interface Times {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** A booking follows its entry in a job of its own: calendars of others may have to be asked. */
export async function enqueueMove(
  ctx: Ctx,
  events: readonly PublishedEvent<About & Times & { readonly from: Times }>[],
): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.enqueueAll(
    followJob,
    events.map(({ payload: { startsAt, endsAt, ...about } }) => ({
      payload: { workspaceId, ...about, to: { startsAt, endsAt } },
    })),
  );
}

export async function enqueueCancellation(
  ctx: Ctx,
  events: readonly PublishedEvent<About & { readonly from: Times }>[],
): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.enqueueAll(
    followJob,
    events.map(({ payload }) => ({ payload: { workspaceId, ...payload, to: null } })),
  );
}

const times = z.object({ startsAt: z.string(), endsAt: z.string() });

export const followJob = defineJob({
  name: 'calendars.follow',
  payload: z.object({
    workspaceId: jobWorkspace,
    eventId: z.string(),
    hostId: z.string(),
    from: times,
    to: times.nullable(),
  }),
  async run(runtime, { workspaceId, from, to, ...about }) {
    const actor = await hostActor(runtime, workspaceId, about.hostId);
    if (!actor) return;
    if (to) await move(runtime, actor, about, { from, to });
    else await cancel(runtime, actor, about, from);
  },
});

/** Undefined for somebody who left: their calendar decides nothing any more. */
async function hostActor(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  hostId: string,
): Promise<Actor | undefined> {
  const member = await readInWorkspace(runtime, createSystemActor(workspaceId), (ctx) =>
    findMember(ctx, hostId),
  );
  if (!member?.is_active) return undefined;
  const { email } = member;
  return {
    kind: 'session',
    id: generateUuid(),
    workspaceId,
    memberId: hostId,
    email,
    role: 'user',
    scopes: computeEffectiveScopes([], 'user'),
  };
}

/**
 * By the rules of a move in the dashboard. If they refuse it, or the booking was moved meanwhile, the entry goes back and the
 * host is told why.
 */
async function move(
  runtime: Runtime,
  actor: Actor,
  about: About,
  { from, to }: { readonly from: Times; readonly to: Times },
): Promise<void> {
  try {
    await runInWorkspace(runtime, actor, async (ctx) => {
      const event = await lockOpenEvent(ctx, about.eventId);
      if (!event || isAt(event, to)) return;
      if (!isAt(event, from)) throw conflict('The booking was rescheduled at the same time.');
      const [date = '', clock = ''] = to.startsAt.split('T');
      await rescheduleEvent(ctx, about.eventId, {
        date,
        start: clock.slice(0, 5),
        timeZone: 'UTC',
        duration: Math.round((Date.parse(to.endsAt) - Date.parse(to.startsAt)) / 60_000),
      });
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await runInWorkspace(runtime, actor, (ctx) =>
      ctx.publish(moveRefused, { ...about, reason: reasonOf(error) }),
    );
  }
}

/** A booking that was moved meanwhile stands, and is entered again. */
async function cancel(runtime: Runtime, actor: Actor, { eventId }: About, from: Times): Promise<void> {
  try {
    await runInWorkspace(runtime, actor, async (ctx) => {
      const event = await lockOpenEvent(ctx, eventId);
      if (!event) return;
      if (isAt(event, from)) await cancelEvent(ctx, eventId, null);
      else await rewriteCopies(ctx, { eventIds: [eventId] });
    });
  } catch (error) {
    // Somebody else has the event, or has cancelled it in this moment.
    if (!isRefusal(error)) throw error;
  }
}

const isAt = (event: Times, { startsAt, endsAt }: Times): boolean =>
  event.startsAt === startsAt && event.endsAt === endsAt;

const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500;

function reasonOf({ message, body }: Problem): string {
  const { errors } = body as { errors?: Record<string, string[]> };
  return Object.values(errors ?? {})[0]?.[0] ?? message;
}

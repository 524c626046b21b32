import { z } from 'zod';
import { findMember } from '../members/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx } from '../platform/context.ts';
import { defineJob, jobWorkspace } from '../platform/jobs.ts';
import { deleteAuthorizations } from './authorizations.store.ts';
import { disconnectCalendars } from './connections.ts';
import { listConnections } from './store.ts';

const keptDays = 7;
const maxConnections = 100;

/**
 * Calendars of a deactivated user aren't synced any more. Their credentials are deleted a week later: until then, entries of canceled
 * bookings can be removed, and a user who was deactivated by mistake has their calendars back.
 */
export const forgetCalendarsJob = defineJob({
  name: 'calendars.forget',
  payload: z.object({ workspaceId: jobWorkspace, memberId: z.string() }),
  run: (runtime, { workspaceId, memberId }) =>
    runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => forgetCalendars(ctx, memberId)),
});

export async function pauseCalendars(ctx: Ctx, { memberId }: { readonly memberId: string }): Promise<void> {
  await deleteAuthorizations(ctx, memberId);
  const { workspaceId } = ctx;
  const runAt = new Date(ctx.now.getTime() + keptDays * 86_400_000);
  const key = `calendars.forget ${workspaceId} ${memberId}`;
  await ctx.enqueue(forgetCalendarsJob, { workspaceId, memberId }, { runAt, key });
}

async function forgetCalendars(ctx: Ctx, memberId: string): Promise<void> {
  const member = await findMember(ctx, memberId);
  if (member?.is_active) return;
  for (const { id } of await listConnections(ctx, memberId, { limit: maxConnections, offset: 0 }))
    await disconnectCalendars(ctx, id);
}

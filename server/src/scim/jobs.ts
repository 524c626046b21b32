import { z } from 'zod';
import { findMember } from '../members/public.ts';
import { createSystemActor, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, runInWorkspace, type Ctx } from '../platform/context.ts';
import { defineJob, jobWorkspace } from '../platform/jobs.ts';
import { leaveOpenEvent, listOpenEventIds } from '../scheduled-events/public.ts';
import { readDepartingBookings } from './users.store.ts';

/**
 * Reassigns or cancels what a user whom the directory deactivated has open, each booking in a transaction of its own: there may be
 * any number, and one that can't be reassigned must not keep the user in.
 */
export const leaveBookingsJob = defineJob({
  name: 'scim.leave-bookings',
  payload: z.object({
    workspaceId: jobWorkspace,
    memberId: z.string(),
    /** On whose behalf. Invitees aren't told of what the server itself does. */
    tokenId: z.string(),
    bookings: z.enum(['handover', 'cancel']),
  }),
  async run(runtime, { workspaceId, memberId, tokenId, bookings }) {
    const actor: Actor = { ...createSystemActor(workspaceId), kind: 'token', id: tokenId };
    const ids = await readInWorkspace(runtime, actor, async (ctx) => {
      const member = await findMember(ctx, memberId);
      return !member || member.is_active ? [] : listOpenEventIds(ctx, memberId);
    });
    const failures: unknown[] = [];
    for (const id of ids)
      await runInWorkspace(runtime, actor, (ctx) => leaveOpenEvent(ctx, id, memberId, { bookings })).catch(
        (error: unknown) => failures.push(error),
      );
    // Only after the others: the job is retried, and finds those that are left.
    if (failures.length > 0) throw new AggregateError(failures, 'Some bookings could not be changed.');
  },
});

export async function leaveBookingsLater(ctx: Ctx, memberId: string): Promise<void> {
  const bookings = await readDepartingBookings(ctx);
  if (bookings === 'keep') return;
  const { workspaceId, actor } = ctx;
  await ctx.enqueue(leaveBookingsJob, { workspaceId, memberId, tokenId: actor.id, bookings });
}

import type { leftBookings, userChanges } from '@daybook/contract/members';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { updateUser } from './update-user.ts';
import { serializeUser } from './view.ts';

/** What happens to the bookings that a deactivated host has open. */
export interface DepartureOptions {
  readonly bookings: 'keep' | 'handover' | 'cancel';
  readonly handoverTo?: string | undefined;
  readonly cancellationReason?: string | undefined;
}

/** Reassigns or cancels these bookings, or only counts them. Undefined if there are none. */
export type ReassignOpenEvents = (
  ctx: Ctx,
  memberId: string,
  leave: DepartureOptions,
) => Promise<z.output<typeof leftBookings> | undefined>;

/** Deactivates a user and reports what happened to their open bookings. A user who is already deactivated can still give these away. */
export async function deactivateUser(
  ctx: Ctx,
  id: string,
  leave: DepartureOptions,
  leaveOpenEvents: ReassignOpenEvents,
) {
  await updateUser(ctx, id, { isActive: false });
  return leaveBookings(ctx, id, leave, leaveOpenEvents);
}

/** Changes a user as a caller asked. The answer to a deactivation lists the bookings that are still open. */
export async function changeUser(
  ctx: Ctx,
  id: string,
  changes: z.output<typeof userChanges>,
  leaveOpenEvents: ReassignOpenEvents,
) {
  const resource = serializeUser(ctx, await updateUser(ctx, id, changes));
  if (changes.isActive !== false) return { resource };
  return { resource, ...(await leaveBookings(ctx, id, { bookings: 'keep' }, leaveOpenEvents)) };
}

async function leaveBookings(
  ctx: Ctx,
  id: string,
  leave: DepartureOptions,
  leaveOpenEvents: ReassignOpenEvents,
) {
  const bookings = await leaveOpenEvents(ctx, id, leave);
  return bookings ? { bookings } : {};
}

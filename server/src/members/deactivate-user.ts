import type { leftBookings, userChanges } from '@daybook/contract/members';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { invalidField } from '../platform/problems.ts';
import { findMember, findMemberByEmail, lockUsers } from './store.ts';
import { updateUser } from './update-user.ts';
import { serializeUser } from './view.ts';

/** What happens to the bookings that a deactivated host has open, and to the rest of what acts in their name. */
export interface DepartureOptions {
  readonly bookings: 'keep' | 'handover' | 'cancel';
  /** The address of the user who gets what is reassigned. */
  readonly handoverTo?: string | undefined;
  readonly cancellationReason?: string | undefined;
  readonly integrations?: 'keep' | 'end' | undefined;
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
  const heirId = await findHeir(ctx, id, leave.handoverTo);
  const endsIntegrations = leave.integrations === 'end';
  await updateUser(ctx, id, { isActive: false }, { heirId, endsIntegrations });
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

async function findHeir(ctx: Ctx, id: string, email: string | undefined): Promise<string | null> {
  if (email === undefined) return null;
  const found = await findMemberByEmail(ctx, email);
  // Locked, so that nothing goes to a user who is being deactivated as well.
  if (found) await lockUsers(ctx, [id, found.id]);
  const heir = found && (await findMember(ctx, found.id));
  if (heir?.is_active && heir.kind === 'person' && heir.id !== id) return heir.id;
  throw invalidField('handoverTo', 'Must be another active user in this workspace.');
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

import type { userChanges } from '@daybook/contract/members';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { leaveOpenEvents } from '../scheduled-events/public.ts';
import { updateUser } from './update-user.ts';
import { userView } from './view.ts';

type Leave = Parameters<typeof leaveOpenEvents>[2];

/** Deactivates a user, and says what became of their open bookings. A user who is deactivated already can leave those, too. */
export async function deactivateUser(ctx: Ctx, id: string, leave: Leave) {
  await updateUser(ctx, id, { isActive: false });
  return leaveBookings(ctx, id, leave);
}

/** Changes a user as a caller asked. Whoever deactivates is told of open bookings. */
export async function changeUser(ctx: Ctx, id: string, changes: z.output<typeof userChanges>) {
  const resource = userView(ctx, await updateUser(ctx, id, changes));
  const left = changes.isActive === false ? await leaveBookings(ctx, id, { bookings: 'keep' }) : {};
  return { resource, ...left };
}

async function leaveBookings(ctx: Ctx, id: string, leave: Leave) {
  const bookings = await leaveOpenEvents(ctx, id, leave);
  return bookings ? { bookings } : {};
}

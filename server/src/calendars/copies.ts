import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { markCopiesDue, planCopies, type CopySelection } from './copies.store.ts';
import { writeCopiesJob } from './copies.jobs.ts';

/** Whatever happened to a booking: the entries in its hosts' calendars follow. */
export async function copyBookings(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly eventId: string }>[],
): Promise<void> {
  await rewriteCopies(ctx, { eventIds: [...new Set(events.map(({ payload }) => payload.eventId))] });
}

export async function rewriteCopies(ctx: Ctx, which: CopySelection): Promise<void> {
  if ((await planCopies(ctx, which)) === 0) return;
  await ctx.enqueue(writeCopiesJob, {}, { key: 'calendars.write' });
}

/** What could not be written in the calendars of a connection, since it can be read again. */
export async function retryCopies(ctx: Ctx, connectionId: string): Promise<void> {
  await markCopiesDue(ctx, connectionId);
  await ctx.enqueue(writeCopiesJob, {}, { key: 'calendars.write' });
}

/** Entries name who is met. Those of bookings that lost a person are written again without them, also where they are over. */
export const copiesOfPerson: PersonalData = {
  export: async () => [],
  erase: (ctx, { eventIds }) => rewriteCopies(ctx, { eventIds }),
};

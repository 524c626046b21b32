import { firstOfMonth, mondayOf } from '@daybook/engine/dates';
import { rangeOfDays } from '@daybook/engine/windows';
import { dayAt } from '@daybook/engine/zones';
import type { PageFacts } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, invalidField } from '../platform/problems.ts';
import { zoneNamed } from '../platform/zones.ts';
import { countBookings, findNotices, lockInvitee, type InviteeLimit } from './policies.store.ts';
import { durationText } from './rules.ts';
import type { EventRow } from './store.ts';

/** What a page allows its invitees. Hosts may do all of it. */

/** Cancelling or moving by an invitee, after the notice that the page asks for. */
export async function demandNotice(
  ctx: Ctx,
  event: Pick<EventRow, 'event_type_id' | 'starts_at'>,
  change: 'cancelled' | 'moved',
): Promise<void> {
  const notices = await findNotices(ctx, event.event_type_id);
  if (isTooLate(event.starts_at, notices[change], ctx.now)) {
    throw conflict(
      `This event could be ${change} until ${durationText(notices[change])} before it starts. Please contact your host.`,
    );
  }
}

export function isTooLate(startsAt: string, noticeMinutes: number, now: Date): boolean {
  return noticeMinutes > 0 && Date.parse(startsAt) - noticeMinutes * 60_000 < now.getTime();
}

interface Wanted {
  readonly email: string;
  /** In minutes, as the engine counts. */
  readonly start: number;
  /** The booking that is moved. */
  readonly exceptId?: string;
}

/** One more booking of an address on a page. Those of the same address come one after the other until they are counted. */
export async function demandInviteeLimit(
  ctx: Ctx,
  { id, pageTimezone }: Pick<PageFacts, 'id' | 'pageTimezone'>,
  limit: InviteeLimit | null,
  { email, start, exceptId = '' }: Wanted,
): Promise<void> {
  if (!limit) return;
  await lockInvitee(ctx, id, email);
  const range = rangeOf(limit.period, pageTimezone, start);
  const booked = await countBookings(ctx, id, email, range, exceptId);
  if (booked < limit.bookings) return;
  const count = limit.bookings === 1 ? '1 booking' : `${limit.bookings} bookings`;
  throw invalidField('email', `This page takes ${count} ${periodTexts[limit.period]} per email address.`);
}

const periodTexts = { day: 'a day', week: 'a week', month: 'a month', upcoming: 'to come' } as const;

/** The day, week or month of a start, by the calendar of the page. */
function rangeOf(period: InviteeLimit['period'], timezone: string, start: number) {
  if (period === 'upcoming') return undefined;
  const zone = zoneNamed(timezone);
  const day = dayAt(zone, start);
  if (period === 'day') return rangeOfDays(zone, day, day);
  if (period === 'week') return rangeOfDays(zone, mondayOf(day), mondayOf(day) + 6);
  return rangeOfDays(zone, firstOfMonth(day), firstOfMonth(day, 1) - 1);
}

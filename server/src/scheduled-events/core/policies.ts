import { getFirstOfMonth, getMonday } from '@daybook/engine/dates';
import { toDayRange } from '@daybook/engine/windows';
import { toDay } from '@daybook/engine/zones';
import type { PageFacts } from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, invalidField } from '../../platform/problems.ts';
import { getZone } from '../../platform/zones.ts';
import { countBookings, findNotices, lockInvitee, type InviteeLimit } from './policies.store.ts';
import type { EventRow } from './store.ts';

/** What a page allows its invitees. Hosts may do all of it. */

/** Cancelling or moving by an invitee, after the notice that the page asks for. */
export async function requireNotice(
  ctx: Ctx,
  event: Pick<EventRow, 'event_type_id' | 'starts_at'>,
  change: 'cancelled' | 'moved',
): Promise<void> {
  const notices = await findNotices(ctx, event.event_type_id);
  if (isTooLate(event.starts_at, notices[change], ctx.now)) {
    throw conflict(
      `This event could be ${change} until ${formatDuration(notices[change])} before it starts. Please contact your host.`,
    );
  }
}

export function isTooLate(startsAt: string, noticeMinutes: number, now: Date): boolean {
  return noticeMinutes > 0 && Date.parse(startsAt) - noticeMinutes * 60_000 < now.getTime();
}

/** A number of minutes in the largest unit that is whole. */
function formatDuration(minutes: number): string {
  const [size, unit] =
    minutes % 1440 === 0 ? [1440, 'day'] : minutes % 60 === 0 ? [60, 'hour'] : [1, 'minute'];
  const count = minutes / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

interface LimitCheck {
  readonly email: string;
  /** In minutes, as the engine counts. */
  readonly start: number;
  /** The booking that is moved. */
  readonly exceptId?: string;
}

/** One more booking of an address on a page. Those of the same address come one after the other until they are counted. */
export async function requireInviteeLimit(
  ctx: Ctx,
  { id, pageTimezone }: Pick<PageFacts, 'id' | 'pageTimezone'>,
  limit: InviteeLimit | null,
  { email, start, exceptId = '' }: LimitCheck,
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
  const zone = getZone(timezone);
  const day = toDay(zone, start);
  if (period === 'day') return toDayRange(zone, day, day);
  if (period === 'week') return toDayRange(zone, getMonday(day), getMonday(day) + 6);
  return toDayRange(zone, getFirstOfMonth(day), getFirstOfMonth(day, 1) - 1);
}

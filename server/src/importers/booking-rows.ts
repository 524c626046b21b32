import { email as emailField, language as languageField, timeZone } from '@daybook/contract/fields';
import { newBooking } from '@daybook/contract/scheduled-events';
import { formatClock, formatDate, floorToMinute, modulo } from '@daybook/engine/dates';
import { toWallTime } from '@daybook/engine/zones';
import { formatWireTime } from '../platform/clock.ts';
import { getZone } from '../platform/zones.ts';
import type { BookingIn, InviteeIn } from './contents.ts';
import { CannotImport, type Progress } from './progress.ts';

/** Bookings of others in the shape that Daybook writes. */

export function toBookingTimes({ startsAt, endsAt, busy }: BookingIn) {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  if (!(start < end)) throw new CannotImport('It doesn’t end after it starts.');
  const [from, to] = [Date.parse(busy?.from ?? ''), Date.parse(busy?.to ?? '')];
  return {
    startsAt: formatWireTime(new Date(start)),
    endsAt: formatWireTime(new Date(end)),
    busy:
      from <= start && to >= end
        ? { from: formatWireTime(new Date(from)), to: formatWireTime(new Date(to)) }
        : undefined,
  };
}

/** As long as names may be here. */
const maxName = 200;

export function toInviteeRow(given: InviteeIn, zoneOfHost: string, now: Date, progress: Progress) {
  const email = emailField.parse(given.email);
  const say = (field: string, why: string): void =>
    progress.leaveOut({ kind: 'Invitees', field, why, name: email });
  const timezone = parseZoneOr(given.timezone, zoneOfHost);
  if (given.timezone && timezone !== given.timezone) say('time zone', 'It is unknown; the host’s is used.');
  const guests = (given.guests ?? []).flatMap((guest) => {
    const address = emailField.safeParse(guest).data;
    if (address === undefined) say('guests', 'It isn’t an email address.');
    return address ?? [];
  });
  const { payment, cancelled } = given;
  return {
    name: (given.name || email).slice(0, maxName),
    email,
    timezone,
    language: languageField.safeParse(given.language).data ?? 'en',
    phone: given.phone || null,
    guests,
    answers: given.answers ?? [],
    utm: given.utm ?? {},
    customQueryParams: given.customQueryParams ?? {},
    payment: payment
      ? {
          state: payment.isPaid ? ('paid' as const) : ('pending' as const),
          amount: payment.amount,
          currency: payment.currency,
        }
      : null,
    bookedAt: timeOf(given.bookedAt),
    noShow: given.noShow ?? false,
    cancelled: cancelled && {
      at: timeOf(cancelled.at) ?? formatWireTime(now),
      by: cancelled.by ?? null,
      byHost: cancelled.byHost,
      reason: cancelled.reason ?? null,
    },
  };
}

const timeOf = (text: string | undefined): string | undefined =>
  text && !Number.isNaN(Date.parse(text)) ? formatWireTime(new Date(text)) : undefined;

/** What a visitor would have sent to ask for it. */
export function buildRequestBody(
  { startsAt, endsAt, location }: BookingIn,
  row: ReturnType<typeof toInviteeRow>,
) {
  const start = floorToMinute(Date.parse(startsAt));
  const wall = toWallTime(getZone(row.timezone), start);
  const { address, details } = location ?? {};
  return newBooking.parse({
    date: formatDate(Math.floor(wall / 1440)),
    start: formatClock(modulo(wall, 1440)),
    timeZone: row.timezone,
    duration: floorToMinute(Date.parse(endsAt)) - start,
    name: row.name,
    email: row.email,
    language: row.language,
    phone: row.phone,
    guests: row.guests,
    ...(location && { location: location.type, locationOptions: { address, details } }),
    utm: row.utm,
    customQueryParams: row.customQueryParams,
  });
}

export const parseZoneOr = (name: string | undefined, other: string): string =>
  timeZone.safeParse(name).data ?? other;

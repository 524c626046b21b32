import { email as emailField, language as languageField, timeZone } from '@daybook/contract/fields';
import { newBooking } from '@daybook/contract/scheduled-events';
import { formatClock, formatDate, minuteFloor, modulo } from '@daybook/engine/dates';
import { wallAt } from '@daybook/engine/zones';
import { wireTime } from '../platform/clock.ts';
import { zoneNamed } from '../platform/zones.ts';
import type { BookingIn, InviteeIn } from './contents.ts';
import { CannotMove, type Progress } from './progress.ts';

/** Bookings of others in the shape that Daybook writes. */

export function bookingTimes({ startsAt, endsAt, busy }: BookingIn) {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  if (!(start < end)) throw new CannotMove('It doesn’t end after it starts.');
  const [from, to] = [Date.parse(busy?.from ?? ''), Date.parse(busy?.to ?? '')];
  return {
    startsAt: wireTime(new Date(start)),
    endsAt: wireTime(new Date(end)),
    busy:
      from <= start && to >= end ? { from: wireTime(new Date(from)), to: wireTime(new Date(to)) } : undefined,
  };
}

/** As long as names may be here. */
const maxName = 200;

export function inviteeRow(given: InviteeIn, zoneOfHost: string, now: Date, progress: Progress) {
  const email = emailField.parse(given.email);
  const say = (field: string, why: string): void =>
    progress.leaveOut({ kind: 'Invitees', field, why, name: email });
  const timezone = zoneOr(given.timezone, zoneOfHost);
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
      at: timeOf(cancelled.at) ?? wireTime(now),
      by: cancelled.by ?? null,
      byHost: cancelled.byHost,
      reason: cancelled.reason ?? null,
    },
  };
}

const timeOf = (text: string | undefined): string | undefined =>
  text && !Number.isNaN(Date.parse(text)) ? wireTime(new Date(text)) : undefined;

/** What a visitor would have sent to ask for it. */
export function requestBody({ startsAt, endsAt, location }: BookingIn, row: ReturnType<typeof inviteeRow>) {
  const start = minuteFloor(Date.parse(startsAt));
  const wall = wallAt(zoneNamed(row.timezone), start);
  const { address, details } = location ?? {};
  return newBooking.parse({
    date: formatDate(Math.floor(wall / 1440)),
    start: formatClock(modulo(wall, 1440)),
    timeZone: row.timezone,
    duration: minuteFloor(Date.parse(endsAt)) - start,
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

export const zoneOr = (name: string | undefined, other: string): string =>
  timeZone.safeParse(name).data ?? other;

import type { BookingModel, Notice, PageModel, ScheduledDetail } from '@daybook/booking/model';
import { locationTypeOf } from '@daybook/contract/locations.data';
import { CLOCK_TEXTS, minuteFloor, MINUTES_PER_DAY } from '@daybook/engine/dates';
import { dayAt, offsetAt, wallAt } from '@daybook/engine/zones';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { Visit } from '../platform/http/pages.ts';
import { schedulingUrl } from '../platform/urls.ts';
import { zoneNamed } from '../platform/zones.ts';
import { moveLoader, type InviteeRow } from '../scheduled-events/public.ts';
import { calendarLinks } from './calendar-links.ts';
import { pickData } from './page-model.ts';
import { readerOf } from './reader.ts';
import type { BookingRow } from './store.ts';
import { loadTimes } from './times.ts';
import { publicBookingView } from './view.ts';

/** An invitee's own page. */
export function bookingModel(
  ctx: Ctx,
  row: BookingRow,
  site: BookingModel['site'],
  visit: Visit,
): BookingModel {
  const zone = zoneNamed(row.timezone);
  const start = minuteFloor(Date.parse(row.startsAt));
  const clock = (instant: number): string => {
    const wall = wallAt(zone, instant);
    return CLOCK_TEXTS[wall - Math.floor(wall / MINUTES_PER_DAY) * MINUTES_PER_DAY] ?? '';
  };
  const state = stateOf(row, visit, ctx.now);
  return {
    site,
    state,
    showsCancelForm: visit.query['cancel'] === '1' && state === 'confirmed',
    color: row.color,
    title: row.title,
    organization: row.organization,
    startDay: dayAt(zone, start),
    startClock: clock(start),
    endClock: clock(minuteFloor(Date.parse(row.endsAt))),
    zone: row.timezone,
    offset: offsetAt(zone, start),
    duration: row.duration,
    fullName: row.fullName,
    seats: row.seats,
    email: row.email,
    guests: row.guests ?? [],
    hosts: row.hosts.map(({ name }) => name),
    place: {
      id: row.location.id ?? '',
      type: locationTypeOf(row.locationType) ?? '',
      address: row.location.address ?? null,
      details: row.location.details ?? null,
      phone: row.location.phone ?? null,
      joinUrl: row.joinUrl,
    },
    answers: row.answers ?? [],
    cancelled:
      row.cancelledAt === null
        ? null
        : {
            day: dayAt(zone, minuteFloor(Date.parse(row.cancelledAt))),
            byHost: row.cancellerType !== 'invitee',
            reason: row.cancellationReason,
          },
    canMove: canMove(row, ctx.now),
    hasOtherInvitees: row.otherInvitees > 0,
    scheduledDetail: isConfirmation(visit) ? scheduledDetail(ctx, row) : null,
    links: {
      self: ownPath(visit),
      move: ownPath(visit, { move: '1' }),
      cancel: ownPath(visit, { cancel: '1' }),
      ics: ownPath(visit).replace('?', '/calendar.ics?'),
      ...calendarLinks(row),
      bookAgain:
        row.eventTypeSlug === null
          ? null
          : new URL(schedulingUrl(ctx, { slug: row.ownerSlug, isTeam: row.isTeam }, row.eventTypeSlug))
              .pathname,
    },
  };
}

function stateOf(row: BookingRow, { query }: Visit, now: Date): BookingModel['state'] {
  if (row.cancelledAt !== null || row.status === 'cancelled') return 'cancelled';
  if (isPast(row, now)) return 'over';
  const { done } = query;
  return done === 'booked' || done === 'moved' ? done : 'confirmed';
}

/** The confirmation at the end of a booking inside a frame. It has no form, so that nothing can be clicked unseen. */
export function isConfirmation({ query }: Visit): boolean {
  return query['embed'] === '1' && query['done'] === 'booked';
}

/** For the page around the frame, which any script there can read: no name, no email address. */
function scheduledDetail(ctx: Ctx, row: BookingRow): ScheduledDetail {
  const { schedulingUrl: url, startTime, endTime, timeZone } = publicBookingView(ctx, row);
  const { eventId: eventUuid, inviteeId: inviteeUuid, title, duration } = row;
  return { eventUuid, inviteeUuid, title, startTime, endTime, duration, timeZone, schedulingUrl: url };
}

/** The picker with the times to which a booking can move. */
export async function moveModel(
  ctx: Ctx,
  runtime: Runtime,
  visit: Visit,
  invitee: InviteeRow,
  row: BookingRow,
  notice: Notice | null,
): Promise<PageModel> {
  const reader = {
    ...readerOf(runtime, visit, { timezone: row.timezone, language: row.language }),
    zoneIsGuess: false,
  };
  const times = await loadTimes(await moveLoader(ctx, invitee), reader, visit.query, ctx.now);
  const { key = '', lang, move = '1' } = visit.query;
  const availabilityUrl = `/public/bookings/${row.inviteeId}/availability?key=${encodeURIComponent(key)}`;
  const hosts = row.hosts.map(({ name }) => name);
  return {
    site: reader.site,
    about: {
      title: row.title,
      organization: row.organization,
      ownerName: row.ownerName,
      ownerPath: ownPath(visit),
      hosts,
      description: '',
      color: row.color,
      duration: row.duration,
      durations: [row.duration],
      seats: 1,
      places: [],
      price: null,
      indexable: false,
      canonical: '',
    },
    pick: pickData(reader, times, {
      mode: 'move',
      query: { key, move, ...(lang && { lang }) },
      availabilityUrl,
      group: null,
    }),
    form: {
      mode: 'move',
      splitName: false,
      asksPhone: false,
      places: [],
      questions: [],
      host: row.ownerName,
      seats: 1,
      values: {},
      token: '',
    },
    errors: {},
    notice,
  };
}

export function canMove(row: BookingRow, now: Date): boolean {
  return (
    row.cancelledAt === null && !isPast(row, now) && row.otherInvitees === 0 && row.eventTypeSlug !== null
  );
}

function isPast(row: BookingRow, now: Date): boolean {
  return Date.parse(row.startsAt) <= now.getTime();
}

export function ownPath({ params, query }: Visit, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ key: query['key'] ?? '', ...more });
  return `/bookings/${params['uuid'] ?? ''}?${search.toString()}`;
}

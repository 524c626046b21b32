import type {
  BookingModel,
  RescheduledEvent,
  Notice,
  PageModel,
  ScheduledDetail,
} from '@daybook/booking/model';
import { formatMoney } from '@daybook/booking/locale';
import { buildBookedPlace, listPlaceLines } from '@daybook/booking/place';
import { formatDate, floorToMinute } from '@daybook/engine/dates';
import { toDay, getOffset, type Zone } from '@daybook/engine/zones';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { Visit } from '../platform/http/pages.ts';
import { buildImagePath, buildSchedulingUrl } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { isTooLate, createRescheduleLoader, type InviteeRow } from '../scheduled-events/public.ts';
import { buildCalendarEntry, buildCalendarLinks } from './calendar-links.ts';
import { formatClockAt } from './clock.ts';
import { buildNotice, toPickData } from './page-model.ts';
import { listPhoneCountries } from './phone-countries.ts';
import { resolveReader, zoneCookie, type Reader } from './reader.ts';
import type { BookingRow } from './bookings.store.ts';
import { loadTimes } from './times.ts';
import { buildOwnUrl, serializePublicBooking } from './view.ts';

/** An invitee's own page. */
export function buildBookingModel(
  ctx: Ctx,
  row: BookingRow,
  site: BookingModel['site'],
  visit: Visit,
): BookingModel {
  const zone = getZone(row.timezone);
  const start = floorToMinute(Date.parse(row.starts_at));
  const state = stateOf(row, visit, ctx.now);
  const entry = buildCalendarEntry(ctx, row, site.words);
  const canCancel = !isTooLate(row.starts_at, row.cancellationNotice, ctx.now);
  return {
    site,
    state,
    showsCancelForm: visit.query['cancel'] === '1' && state === 'confirmed' && canCancel,
    color: row.color,
    title: row.title,
    organization: { name: row.organization, logo: buildImagePath(row.logo) },
    startDay: toDay(zone, start),
    startClock: formatClockAt(zone, start),
    endClock: formatClockAt(zone, floorToMinute(Date.parse(row.ends_at))),
    zone: row.timezone,
    offset: getOffset(zone, start),
    duration: row.duration,
    fullName: row.full_name,
    phone: row.phone,
    seats: row.seats,
    ...paymentOf(row, site),
    email: row.email,
    guests: row.guests ?? [],
    hosts: row.hosts.map(({ name }) => name),
    place: {
      ...buildBookedPlace(row.location_type, row.location_details),
      joinUrl: row.location_join_url,
    },
    answers: row.answers ?? [],
    cancelled:
      row.cancelled_at === null
        ? null
        : {
            day: toDay(zone, floorToMinute(Date.parse(row.cancelled_at))),
            byHost: row.canceller_type !== 'invitee',
            reason: row.cancellation_reason,
          },
    confirmationText: row.confirmationText,
    redirectUrl: row.redirectUrl,
    canMove: canMove(row, ctx.now),
    canCancel,
    hasOtherInvitees: row.otherInvitees > 0,
    ...seriesOf(ctx, row, zone),
    scheduledDetail: isConfirmation(visit) ? scheduledDetail(ctx, row) : null,
    links: {
      self: buildOwnPath(visit),
      move: buildOwnPath(visit, { move: '1' }),
      cancel: buildOwnPath(visit, { cancel: '1' }),
      ics: buildOwnPath(visit).replace('?', '/calendar.ics?'),
      ...buildCalendarLinks(row, entry),
      bookAgain:
        row.eventTypeSlug === null
          ? null
          : new URL(buildSchedulingUrl(ctx, { slug: row.ownerSlug, isTeam: row.isTeam }, row.eventTypeSlug))
              .pathname,
    },
  };
}

/** Those that have begun, or are cancelled, are listed as well; only others can still be cancelled. */
function seriesOf(
  ctx: Ctx,
  { id, occurrences, cancellationNotice }: BookingRow,
  zone: Zone,
): Pick<BookingModel, 'occurrences' | 'canCancelOthers'> {
  const isLeft = (other: BookingRow['occurrences'][number]): boolean =>
    other.invitee_id !== id &&
    other.is_active &&
    Date.parse(other.starts_at) > ctx.now.getTime() &&
    !isTooLate(other.starts_at, cancellationNotice, ctx.now);
  return {
    canCancelOthers: occurrences.some(isLeft),
    occurrences: occurrences.map((other) => {
      const start = floorToMinute(Date.parse(other.starts_at));
      const { pathname, search } = new URL(
        buildOwnUrl(ctx, { id: other.invitee_id, key_sealed: other.key_sealed }),
      );
      return {
        day: toDay(zone, start),
        clock: formatClockAt(zone, start),
        href: `${pathname}${search}`,
        isThis: other.invitee_id === id,
        isCancelled: !other.is_active,
      };
    }),
  };
}

function paymentOf({ payment }: BookingRow, { locale }: BookingModel['site']) {
  if (!payment) return { price: null, isPaid: false, refunded: null };
  const { amount, currency, state, refunded } = payment;
  return {
    price: formatMoney(locale, amount, currency),
    isPaid: state !== 'pending',
    refunded: refunded === undefined ? null : formatMoney(locale, refunded, currency),
  };
}

function stateOf(row: BookingRow, { query }: Visit, now: Date): BookingModel['state'] {
  if (row.cancelled_at !== null || row.status === 'cancelled') return 'cancelled';
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
  const { schedulingUrl: url, startTime, endTime, timeZone } = serializePublicBooking(ctx, row);
  const { event_id: eventUuid, id: inviteeUuid, title, duration } = row;
  return { eventUuid, inviteeUuid, title, startTime, endTime, duration, timeZone, schedulingUrl: url };
}

/** The picker with the times to which a booking can move. It opens at the day of the booking, in its zone. */
export async function buildRescheduleModel(
  ctx: Ctx,
  runtime: Runtime,
  visit: Visit,
  invitee: InviteeRow,
  row: BookingRow,
  rejected?: Notice['kind'],
): Promise<PageModel> {
  const reader = moveReader(runtime, visit, row);
  const moving = movedEvent(row, reader, buildOwnPath(visit));
  const { date, month } = visit.query;
  const query = (date ?? month) ? visit.query : { ...visit.query, date: formatDate(moving.startDay) };
  const times = await loadTimes(await createRescheduleLoader(ctx, invitee), reader, query, ctx.now);
  const { key = '', lang, move = '1' } = visit.query;
  const availabilityUrl = `/public/bookings/${row.id}/availability?key=${encodeURIComponent(key)}`;
  return {
    site: reader.site,
    about: {
      title: row.title,
      organization: { name: row.organization, logo: buildImagePath(row.logo) },
      owner: { name: row.ownerName, avatar: null },
      ownerPath: null,
      hosts: row.hosts.map(({ name, avatar }) => ({ name, avatar: buildImagePath(avatar) })),
      description: '',
      color: row.color,
      duration: row.duration,
      durations: [row.duration],
      seats: 1,
      places: [],
      price: null,
      confirmedBy: null,
      indexable: false,
      canonical: '',
    },
    moving,
    pick: toPickData(reader, times, {
      mode: 'move',
      query: { key, move, ...(lang && { lang }) },
      availabilityUrl,
      group: null,
      isRejected: rejected !== undefined,
    }),
    form: {
      mode: 'move',
      splitName: false,
      asksPhone: false,
      places: [],
      questions: [],
      host: row.ownerName,
      seats: 1,
      recurrence: null,
      phoneCountries: listPhoneCountries(reader),
      values: {},
      token: '',
      confirmation: null,
    },
    errors: {},
    notice: rejected ? buildNotice({ kind: rejected }, times) : null,
    away: [],
    hostChoice: [],
    unknownChoice: null,
    isWaiting: false,
    waitingOffset: null,
    fullTimes: [],
  };
}

/** In the booking's own zone, unless the invitee chooses another one here. */
function moveReader(
  runtime: Runtime,
  visit: Visit,
  { timezone, lockedTimezone, language, hidesBrand }: BookingRow,
): Reader {
  const { [zoneCookie]: _, ...cookies } = visit.cookies;
  return {
    ...resolveReader(runtime, { ...visit, cookies }, { timezone, lockedTimezone, language, hidesBrand }),
    zoneIsGuess: false,
  };
}

function movedEvent(row: BookingRow, { site, zone: zoneName }: Reader, self: string): RescheduledEvent {
  const zone = getZone(zoneName);
  const [start, end] = [row.starts_at, row.ends_at].map((time) => floorToMinute(Date.parse(time)));
  const place = buildBookedPlace(row.location_type, row.location_details);
  return {
    startDay: toDay(zone, start ?? 0),
    startClock: formatClockAt(zone, start ?? 0),
    endClock: formatClockAt(zone, end ?? 0),
    zone: zoneName,
    offset: getOffset(zone, start ?? 0),
    place: listPlaceLines(site.words, place),
    placeType: place.type,
    self,
  };
}

export function canMove(row: BookingRow, now: Date): boolean {
  return (
    row.cancelled_at === null &&
    !isPast(row, now) &&
    !isTooLate(row.starts_at, row.reschedulingNotice, now) &&
    !row.requiresConfirmation &&
    row.otherInvitees === 0 &&
    row.eventTypeSlug !== null
  );
}

function isPast(row: BookingRow, now: Date): boolean {
  return Date.parse(row.starts_at) <= now.getTime();
}

export function buildOwnPath({ params, query }: Visit, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ key: query['key'] ?? '', ...more });
  return `/bookings/${params['uuid'] ?? ''}?${search.toString()}`;
}

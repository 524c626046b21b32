import type { BookingModel, Notice, PageModel, Told } from '@daybook/booking/model';
import { renderBooking, renderPage } from '@daybook/booking/render';
import { reschedulePublicBooking } from '@daybook/contract/public';
import { CLOCK_TEXTS, minuteFloor, MINUTES_PER_DAY } from '@daybook/engine/dates';
import { dayAt, offsetAt, wallAt } from '@daybook/engine/zones';
import { icsOf } from '../mail/public.ts';
import { visitorActor } from '../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { Shown, Visit } from '../platform/http/pages.ts';
import { Problem } from '../platform/problems.ts';
import { schedulingUrl } from '../platform/urls.ts';
import { zoneNamed } from '../platform/zones.ts';
import {
  askingMoves,
  cancelOwnBooking,
  loadInviteeByKey,
  rescheduleOwn,
  type InviteeRow,
} from '../scheduled-events/public.ts';
import { calendarLinks } from './calendar-links.ts';
import { loadBooking, workspaceOfBooking } from './find.ts';
import { pickOf, placeOf } from './page-model.ts';
import { readerOf } from './reader.ts';
import type { BookingRow, PageLocation } from './store.ts';
import { loadTimes } from './times.ts';
import { publicBookingView } from './view.ts';

/** An invitee's own page. It shows; what changes something is a form. */
export async function showBooking(runtime: Runtime, visit: Visit): Promise<Shown> {
  return asInvitee(runtime, visit, readInWorkspace, async (ctx, invitee) => {
    const row = await loadBooking(ctx, invitee.id);
    if (visit.query['move'] === '1' && mayMove(row, ctx.now)) {
      return {
        nonce: visit.nonce,
        html: renderPage(await moveModel(ctx, runtime, visit, invitee, row, null)),
        isSecret: true,
      };
    }
    const reader = readerOf(runtime, visit, { language: row.language });
    const html = renderBooking(bookingModel(ctx, row, reader.site, visit));
    const framers = isConfirmation(visit) ? row.embedOrigins : undefined;
    return { nonce: visit.nonce, html, isSecret: true, cookies: reader.cookies, framers };
  });
}

/** The end of a booking inside a frame. It shows, and what changes something opens on its own: nobody clicks it unseen. */
function isConfirmation({ query }: Visit): boolean {
  return query['embed'] === '1' && query['done'] === 'booked';
}

/** What the forms on it bring: cancels, or moves. */
export async function changeBooking(runtime: Runtime, visit: Visit): Promise<Shown> {
  const form = visit.form ?? new URLSearchParams();
  const reason = form.get('reason')?.trim().slice(0, 512) || null;
  if (visit.query['move'] === '1') return moveBooking(runtime, visit, form, reason);
  try {
    await asInvitee(runtime, visit, inWorkspace, (ctx, invitee) => cancelOwnBooking(ctx, invitee, reason));
  } catch (error) {
    // Cancelled already, or over: the page says so.
    if (!(error instanceof Problem) || error.status !== 409) throw error;
  }
  return { redirect: ownPath(visit) };
}

async function moveBooking(
  runtime: Runtime,
  visit: Visit,
  form: URLSearchParams,
  reason: string | null,
): Promise<Shown> {
  const [date = form.get('date'), start = form.get('start')] = (form.get('slot') ?? '')
    .split(' ')
    .filter(Boolean);
  const offset = form.get('slot') ? '' : (form.get('offset') ?? '');
  const move = { date, start, timeZone: form.get('zone'), ...(offset !== '' && { offset }), reason };
  const parsed = reschedulePublicBooking.body?.safeParse(move);
  const again = (kind: Notice['kind']) =>
    asInvitee(runtime, visit, readInWorkspace, async (ctx, invitee): Promise<Shown> => {
      const row = await loadBooking(ctx, invitee.id);
      if (!mayMove(row, ctx.now)) return { redirect: ownPath(visit) };
      const chosen = { date: date ?? '', time: start ?? '', zone: form.get('zone') ?? '' };
      const retried = { ...visit, query: { ...visit.query, ...chosen } };
      const model = await moveModel(ctx, runtime, retried, invitee, row, { kind, neighbours: [] });
      return { nonce: visit.nonce, html: renderPage(model), status: 409, isSecret: true };
    });
  if (!parsed?.success) return again('notOffered');
  try {
    await asInvitee(runtime, visit, inWorkspace, (ctx, invitee) => rescheduleOwn(ctx, invitee, parsed.data));
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 409 && error.status !== 422)) throw error;
    return again(error.status === 409 ? 'taken' : 'notOffered');
  }
  return { redirect: `${ownPath(visit)}&done=moved` };
}

/** A file for calendars that take one. */
export async function calendarFile(runtime: Runtime, visit: Visit): Promise<Shown> {
  return asInvitee(runtime, visit, readInWorkspace, async (ctx, invitee) => {
    const row = await loadBooking(ctx, invitee.id);
    const isCancelled = row.cancelledAt !== null || row.status === 'cancelled';
    const file = icsOf(
      {
        method: isCancelled ? 'CANCEL' : 'PUBLISH',
        uid: `${row.eventId}@daybook`,
        sequence: row.sequence,
        stampedAt: ctx.now.getTime(),
        startsAt: Date.parse(row.startsAt),
        endsAt: Date.parse(row.endsAt),
        zone: row.timezone,
        title: row.title,
        description: [row.hosts.map(({ name }) => name).join(', '), row.joinUrl].filter(Boolean).join('\n'),
        location: [row.locationType, row.location.address].filter(Boolean).join(', '),
        hostName: row.hosts[0]?.name ?? row.organization,
        attendees: [],
      },
      runtime.config.mailFrom,
    );
    return { file, type: 'text/calendar; charset=utf-8', name: 'event.ics' };
  });
}

type InTransaction = <T>(
  runtime: Runtime,
  actor: ReturnType<typeof visitorActor>,
  work: (ctx: Ctx) => Promise<T>,
) => Promise<T>;

async function asInvitee<T>(
  runtime: Runtime,
  visit: Visit,
  inTransaction: InTransaction,
  work: (ctx: Ctx, invitee: InviteeRow) => Promise<T>,
): Promise<T> {
  const uuid = visit.params['uuid'] ?? '';
  const key = visit.query['key'] ?? '';
  const actor = visitorActor(await workspaceOfBooking(runtime, { uuid, key }), visit.address);
  return inTransaction(runtime, actor, async (ctx) => work(ctx, await loadInviteeByKey(ctx, uuid, key)));
}

function ownPath({ params, query }: Visit, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ key: query['key'] ?? '', ...more });
  return `/bookings/${params['uuid'] ?? ''}?${search.toString()}`;
}

function mayMove(row: BookingRow, now: Date): boolean {
  return row.cancelledAt === null && !isPast(row, now) && row.companions === 0 && row.pageSlug !== null;
}

function isPast(row: BookingRow, now: Date): boolean {
  return Date.parse(row.startsAt) <= now.getTime();
}

function bookingModel(ctx: Ctx, row: BookingRow, site: BookingModel['site'], visit: Visit): BookingModel {
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
    asksCancel: visit.query['cancel'] === '1' && state === 'confirmed',
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
    email: row.email,
    guests: row.guests ?? [],
    hosts: row.hosts.map(({ name }) => name),
    place: {
      ...placeOf({ ...row.location, type: row.locationType as PageLocation['type'] }),
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
    mayMove: mayMove(row, ctx.now),
    othersCome: row.companions > 0,
    told: isConfirmation(visit) ? toldOf(ctx, row) : null,
    links: {
      self: ownPath(visit),
      move: ownPath(visit, { move: '1' }),
      cancel: ownPath(visit, { cancel: '1' }),
      ics: ownPath(visit).replace('?', '/calendar.ics?'),
      ...calendarLinks(row),
      again:
        row.pageSlug === null
          ? null
          : new URL(schedulingUrl(ctx, { slug: row.ownerSlug, isTeam: row.isTeam }, row.pageSlug)).pathname,
    },
  };
}

/** For the page around a frame: which booking it was, and nobody's name or address. */
function toldOf(ctx: Ctx, row: BookingRow): Told {
  const { schedulingUrl: url, startTime, endTime, timeZone } = publicBookingView(ctx, row);
  const { eventId: eventUuid, inviteeId: inviteeUuid, title, duration } = row;
  return { eventUuid, inviteeUuid, title, startTime, endTime, duration, timeZone, schedulingUrl: url };
}

function stateOf(row: BookingRow, { query }: Visit, now: Date): BookingModel['state'] {
  if (row.cancelledAt !== null || row.status === 'cancelled') return 'cancelled';
  if (isPast(row, now)) return 'over';
  const { done } = query;
  return done === 'booked' || done === 'moved' ? done : 'confirmed';
}

async function moveModel(
  ctx: Ctx,
  runtime: Runtime,
  visit: Visit,
  invitee: InviteeRow,
  row: BookingRow,
  notice: Notice | null,
): Promise<PageModel> {
  const read = readerOf(runtime, visit, { timezone: row.timezone, language: row.language });
  const reader = { ...read, zoneIsGuess: false };
  const times = await loadTimes(await askingMoves(ctx, invitee), reader, visit.query, ctx.now);
  const { key = '', lang, move = '1' } = visit.query;
  const api = `/public/bookings/${row.inviteeId}/availability?key=${encodeURIComponent(key)}`;
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
    pick: pickOf(reader, times, { mode: 'move', query: { key, move, ...(lang && { lang }) }, api }),
    form: {
      mode: 'move',
      splitName: false,
      asksPhone: false,
      places: [],
      questions: [],
      host: row.ownerName,
      values: {},
      token: '',
    },
    errors: {},
    notice,
  };
}

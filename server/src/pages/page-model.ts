import type { FieldErrors, FormModel, Values } from '@daybook/booking/fields';
import { formatLocaleTag } from '@daybook/booking/language';
import { formatMoney, type Locale } from '@daybook/booking/locale';
import type { PageInfo, AbsenceNotice, Notice, PageModel, PickData } from '@daybook/booking/model';
import type { Place } from '@daybook/booking/place';
import { getSpans } from '@daybook/booking/zones';
import { floorToMinute, parseOffset } from '@daybook/engine/dates';
import { toDay, getOffset } from '@daybook/engine/zones';
import { listAnnouncements, type Announcement } from '../absences/public.ts';
import { createPageLoader } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import { buildImagePath } from '../platform/urls.ts';
import { getAssetPath } from '../platform/http/assets.ts';
import { getZone } from '../platform/zones.ts';
import { formatClockAt } from './clock.ts';
import type { BookingPage } from './find.ts';
import { listPhoneCountries } from './phone-countries.ts';
import type { Reader } from './reader.ts';
import { filterCarriedQuery, findNearestTimes, listPrefilledValues, parseRequestedSeats } from './rules.ts';
import { listSeatsLeft, type PageLocation, type PublicPageRow } from './store.ts';
import { loadTimes, type Times } from './times.ts';
import { serializePublicPage } from './view.ts';

/** A submitted form that could not be booked, and why. */
export interface Rejection {
  readonly kind: Notice['kind'];
  readonly values: Values;
  readonly errors: FieldErrors;
  /** Of the token of the submitted form: the form that is shown again is the same one. */
  readonly tokenId?: string | undefined;
  /** The hold that keeps its time meanwhile. */
  readonly holdId?: string | undefined;
  /** Of a series: the times that can't be booked. */
  readonly unavailable?: Notice['unavailable'];
  /** Of the code that was mailed to the visitor. */
  readonly confirmation?: string | undefined;
}

interface Input {
  readonly reader: Reader;
  readonly query: Readonly<Record<string, string>>;
  readonly token: string;
  readonly rejection?: Rejection | undefined;
}

/** A booking page with its free times. */
export async function buildPageModel(
  ctx: Ctx,
  page: BookingPage,
  { reader, query: given, token, rejection }: Input,
): Promise<PageModel> {
  const unknownChoice = rejection ? null : findUnknownChoice(page, reader, given);
  const query = unknownChoice ? withoutChoice(given) : given;
  const duration = page.durations.find((minutes) => String(minutes) === query['duration']);
  const form = { ...buildFormModel(page, reader, query, token), upload: uploadOf(page) };
  const hostSlug = page.chosenHost?.slug;
  const options = { duration, seats: form.seats, hostSlug, exceptId: rejection?.holdId };
  const times = await loadTimes(createPageLoader(ctx, page.target, options), reader, query, ctx.now);
  const group = page.type === 'GROUP' ? await loadGroup(ctx, page, form.seats) : null;
  const isWaiting = waitsFor(page, rejection?.values ?? query);
  const absences = await listPageAbsences(ctx, page);
  return {
    site: reader.site,
    about: describePage(ctx, page, reader.site.locale),
    away: absences.map(awayOf),
    hostChoice: hostChoice(page, query),
    moving: null,
    pick: toPickData(reader, times, {
      mode: 'book',
      query,
      availabilityUrl: `${apiPath(page.address)}/availability${hostSlug ? `?hostSlug=${hostSlug}` : ''}`,
      group,
      isRejected: rejection !== undefined,
    }),
    form: rejection
      ? { ...form, values: rejection.values, confirmation: rejection.confirmation ?? null }
      : form,
    errors: rejection?.errors ?? {},
    notice: rejection ? buildNotice(rejection, times) : null,
    unknownChoice,
    isWaiting,
    waitingOffset: isWaiting
      ? (parseOffset(String((rejection?.values ?? query)['offset'] ?? '')) ?? null)
      : null,
    fullTimes: group && page.waitlist ? fullTimes(reader, group) : [],
  };
}

/** A preview takes no files, as it takes no bookings. */
function uploadOf({ questions, address }: BookingPage): FormModel['upload'] {
  if ('previewToken' in address || !questions.some(({ type }) => type === 'FILE_INPUT')) return undefined;
  return { path: `${apiPath(address)}/files`, script: getAssetPath('upload.js') };
}

/** Whether the form is for the waitlist of a time that is full. */
function waitsFor({ type, waitlist }: BookingPage, { waitlist: wanted }: Values): boolean {
  return type === 'GROUP' && waitlist && wanted === '1';
}

const maxFullTimes = 12;

/** The next times without enough seats, in the zone of the page. */
function fullTimes({ zone: name }: Reader, { left, requested }: NonNullable<PickData['group']>) {
  const zone = getZone(name);
  return left
    .filter(([, seats]) => seats < requested)
    .slice(0, maxFullTimes)
    .map(([start]) => ({
      day: toDay(zone, start),
      clock: formatClockAt(zone, start),
      offset: getOffset(zone, start),
    }));
}

/** The hosts from whom a visitor may choose; whatever else they chose stays, but for the time, at which another may be busy. */
function hostChoice(page: BookingPage, query: Readonly<Record<string, string>>): PageModel['hostChoice'] {
  const hosts = page.allHosts ?? page.hosts;
  if (!page.inviteePicksHost || page.type !== 'ROUND_ROBIN' || hosts.length < 2) return [];
  const { host: _host, time: _time, ...rest } = query;
  const searchWith = (more: Record<string, string>): string => {
    const search = new URLSearchParams({ ...rest, ...more }).toString();
    return search && `?${search}`;
  };
  return [
    { name: null, search: searchWith({}), isChosen: !page.chosenHost },
    ...hosts.map(({ name, slug }) => ({
      name,
      search: searchWith({ host: slug }),
      isChosen: slug === page.chosenHost?.slug,
    })),
  ];
}

/** A time in another zone, or of another length, than the URL says is not what its sender meant. */
function findUnknownChoice(
  { durations }: BookingPage,
  reader: Reader,
  { zone, duration }: Input['query'],
): PageModel['unknownChoice'] {
  if (zone && reader.zone !== zone) return 'unknownZone';
  return duration && !durations.map(String).includes(duration) ? 'unknownDuration' : null;
}

function withoutChoice({ time: _, zone: __, duration: ___, ...query }: Input['query']): Input['query'] {
  return query;
}

function apiPath(address: BookingPage['address']): string {
  if ('previewToken' in address) return `/public/previews/${address.previewToken}`;
  if ('token' in address) return `/public/links/${address.token}`;
  if ('teamSlug' in address) return `/public/pages/team/${address.teamSlug}/${address.eventTypeSlug}`;
  return `/public/pages/${address.ownerSlug}/${address.eventTypeSlug}`;
}

/** With times near the one that was submitted, unless that one can be sent again. */
export function buildNotice(
  { kind, unavailable }: Pick<Rejection, 'kind' | 'unavailable'>,
  { date, time, starts, zones, zoneIndex }: Times,
): Notice {
  const isGone = kind === 'taken' || kind === 'notOffered';
  if (!isGone || date === null || time === null)
    return { kind, alternatives: [], ...(unavailable && { unavailable }) };
  return { kind, alternatives: findNearestTimes(starts, getSpans(zones, zoneIndex), { date, time }) };
}

/** Where one host decides when the page can be booked. */
export async function listPageAbsences(
  ctx: Ctx,
  { type, slug, hosts: [host] }: BookingPage,
): Promise<(Announcement & { readonly host: string })[]> {
  if (!host || (type !== 'ONE_ON_ONE' && type !== 'GROUP')) return [];
  return (await listAnnouncements(ctx, host, slug)).map((absence) => ({ ...absence, host: host.name }));
}

function awayOf({ startTime, endTime, ...rest }: Announcement & { readonly host: string }): AbsenceNotice {
  return { start: floorToMinute(Date.parse(startTime)), end: floorToMinute(Date.parse(endTime)), ...rest };
}

const maxGroupEvents = 300;

async function loadGroup(ctx: Ctx, page: PublicPageRow, requested: number): Promise<PickData['group']> {
  const events = await listSeatsLeft(ctx, page.id, maxGroupEvents);
  const left = events.map(
    ({ startsAt, left: seats }) => [floorToMinute(Date.parse(startsAt)), seats] as const,
  );
  return { requested, seats: page.maxActiveInvitees, left };
}

interface PickInput extends Pick<PickData, 'mode' | 'group' | 'availabilityUrl' | 'isRejected'> {
  readonly query: Readonly<Record<string, string>>;
}

export function toPickData({ site }: Reader, times: Times, { query, ...rest }: PickInput): PickData {
  const { required, notTicked, invalidEmail, invalidPhone, invalidGuests, checkFields, offline } =
    site.words.form;
  return {
    ...times,
    ...rest,
    path: site.path,
    carriedQuery: filterCarriedQuery(query),
    locale: site.locale,
    words: site.words.pick,
    otherClock: formatLocaleTag({ ...site.locale, hour12: !site.locale.hour12 }),
    errors: { required, notTicked, invalidEmail, invalidPhone, invalidGuests, checkFields, offline },
  };
}

/** The form of a booking page, prefilled from the URL. */
export function buildFormModel(
  page: PublicPageRow,
  reader: Reader,
  query: Readonly<Record<string, string>>,
  token: string,
): FormModel {
  const splitName = page.inviteeNameFormat === 'FIRST_AND_LAST_NAME';
  const places = page.locations.map(toPlace);
  return {
    mode: 'book',
    splitName,
    asksPhone: page.asksPhone,
    places,
    questions: page.questions,
    host: page.ownerName,
    seats: parseRequestedSeats(query, page),
    recurrence: page.recurrence,
    phoneCountries: listPhoneCountries(reader),
    values: listPrefilledValues(query, { questions: page.questions, splitName, places }),
    token,
    confirmation: null,
  };
}

export function toPlace({ id, type, address, details, phone }: PageLocation): Place {
  return { id, type, address: address ?? null, details: details ?? null, phone: phone ?? null };
}

export function describePage(ctx: Ctx, page: BookingPage, locale: Locale): PageInfo {
  const { schedulingUrl, owner } = serializePublicPage(ctx, page);
  return {
    title: page.title,
    organization: { name: page.organization, logo: buildImagePath(page.logo) },
    owner: { name: page.ownerName, avatar: buildImagePath(page.ownerAvatar) },
    ownerPath: new URL(owner.url).pathname,
    hosts: page.hosts.map(({ name, avatar }) => ({ name, avatar: buildImagePath(avatar) })),
    description: page.description,
    color: page.color,
    duration: page.duration,
    durations: page.durations,
    seats: page.type === 'GROUP' ? page.maxActiveInvitees : 1,
    places: page.locations.map(toPlace),
    price: page.price === null ? null : formatMoney(locale, page.price, page.currency ?? ''),
    confirmedBy: page.requiresConfirmation ? page.ownerName : null,
    // A link is only for those who were given it.
    indexable: !page.isSecret && !('token' in page.address) && !('previewToken' in page.address),
    canonical: schedulingUrl,
  };
}

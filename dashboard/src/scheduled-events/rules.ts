import type { Input, Result } from '@daybook/client';
import { locationTypes, type LocationType } from '@daybook/contract/locations.data';
import { omitEmpty, readDate, readText } from '../platform/address.ts';

/** What the list of events shows. Pure, so that Node can test it. */

export type ScheduledEvent = Result<'readScheduledEvent'>;
type EventQuery = NonNullable<Input<'listScheduledEvents'>['query']>;

/** The state of the list, as it stands in the address. */
export interface EventSearch {
  readonly when?: 'past' | 'cancelled' | 'all';
  readonly status?: 'confirmed' | 'cancelled' | 'all';
  readonly from?: string;
  readonly to?: string;
  readonly scope?: 'all';
  readonly host?: string;
  readonly with?: string;
  readonly invitee?: string;
  readonly team?: string;
  readonly q?: string;
  readonly sort?: 'asc' | 'desc';
  /** The uuid of the page on which it was booked. */
  readonly page?: string;
  readonly location?: LocationType;
  readonly showed?: 'yes' | 'no';
  readonly view?: 'week' | 'agenda';
  /** A day of the week or agenda that is shown. */
  readonly date?: string;
  /** The saved view whose filters are shown. */
  readonly saved?: string;
}

const choices = {
  when: ['past', 'cancelled', 'all'],
  status: ['confirmed', 'cancelled', 'all'],
  scope: ['all'],
  sort: ['asc', 'desc'],
  location: locationTypes,
  showed: ['yes', 'no'],
  view: ['week', 'agenda'],
} as const;

/** Leaves out what the address has no right value for: a link that was cut still opens the list. */
export function parseEventSearch(raw: Readonly<Record<string, unknown>>): EventSearch {
  const texts = ['host', 'with', 'invitee', 'team', 'q', 'page', 'saved'].map((name) => [
    name,
    readText(raw[name]),
  ]);
  const dates = ['from', 'to', 'date'].map((name) => [name, readDate(raw[name])]);
  const chosen = Object.entries(choices).map(([name, values]) => [
    name,
    (values as readonly unknown[]).includes(raw[name]) ? raw[name] : undefined,
  ]);
  const entries = [...texts, ...dates, ...chosen].filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as EventSearch;
}

interface BookSearch extends KnownInvitee {
  /** The time to book, picked elsewhere: `2026-11-17T10:15`. */
  readonly at?: string;
}

export function parseBookSearch(raw: Readonly<Record<string, unknown>>): BookSearch {
  const [, date, clock] = /^(\S{10})T((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(readText(raw['at']) ?? '') ?? [];
  return { ...parseInvitee(raw), ...(readDate(date) && clock && { at: `${date}T${clock}` }) };
}

/** What has a control of its own beside the filters, as view, period and text have, or is of the form beside the list. */
export const besideFilters: readonly string[] = [
  ...['when', 'q', 'view', 'date', 'scope', 'saved'],
  ...['at', 'name', 'email', 'phone'],
];

interface Clock {
  readonly now: string;
  readonly startOfToday: string;
  readonly startOfDate: (date: string) => string;
  readonly startAfterDate: (date: string) => string;
}

/** Canceled events are shown where they are asked for: on their own, or among all. */
export function getStatus({ when, status }: EventSearch): EventQuery['status'] {
  if (status) return status === 'all' ? undefined : status;
  if (when === 'all') return undefined;
  return when === 'cancelled' ? 'cancelled' : 'confirmed';
}

/** The request for what the address says. Without a choice: from today on, the next first. */
export function buildEventQuery(search: EventSearch, clock: Clock): EventQuery {
  const { when, from, to, scope, host, with: withSlug, invitee, team, q, page, location } = search;
  const isFromToday = when === undefined && from === undefined && to === undefined;
  const minStartTime = from ? clock.startOfDate(from) : isFromToday ? clock.startOfToday : undefined;
  const maxStartTime = to ? clock.startAfterDate(to) : when === 'past' && !from ? clock.now : undefined;
  const query = {
    sort: search.sort ?? (when === undefined ? 'asc' : 'desc'),
    status: getStatus(search),
    minStartTime,
    maxStartTime,
    scope,
    hostEmail: host,
    userSlug: withSlug,
    inviteeEmail: invitee,
    teamSlug: team,
    keyword: q,
    eventTypeUuid: page,
    location,
    noShow: search.showed && (search.showed === 'no' ? 'true' : 'false'),
  };
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as EventQuery;
}

/** What a week shows without asking for the list: the calendar of one host. */
const ofCalendar: readonly string[] = ['view', 'date', 'when', 'sort', 'host', 'saved'];

/** Whether filters leave less, or more, than the calendar of a host has. */
export function isNarrowed(search: EventSearch): boolean {
  return Object.keys(search).some((name) => !ofCalendar.includes(name));
}

interface Span {
  readonly start: string;
  readonly end: string;
}

/** The events of some days, which the filters leave: all that take place then, also if they began before. */
export function buildSpanQuery(search: EventSearch, { start, end }: Span, clock: Clock): EventQuery {
  const { when: _, ...filters } = search;
  const { minStartTime, ...query } = buildEventQuery({ ...filters, sort: 'asc' }, clock);
  return { ...query, ...(filters.from && minStartTime && { minStartTime }), overlaps: `${start}/${end}` };
}

/** Neighbours on the same day together, in the order of the list. */
export function groupByDay<Item>(
  items: readonly Item[],
  dayOf: (item: Item) => number,
): { readonly day: number; readonly items: readonly Item[] }[] {
  const groups: { day: number; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayOf(item);
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
}

/** Those who come; of a cancelled event, those who would have. */
export function listActiveInvitees({ invitees, status }: ScheduledEvent) {
  const active = invitees.filter(({ cancellation }) => cancellation.cancelledAt === null);
  return status === 'cancelled' ? invitees : active;
}

/** `Ines Okafor + 3` */
export function formatInvitees(event: ScheduledEvent): string {
  const [first, ...others] = listActiveInvitees(event);
  if (!first) return event.title;
  return others.length === 0 ? first.fullName : `${first.fullName} + ${others.length}`;
}

/** The zones of the invitees, without the reader's. */
export function listOtherZones(event: ScheduledEvent, ownZone: string): string[] {
  const zones = new Set(listActiveInvitees(event).map(({ timeZone }) => timeZone));
  zones.delete(ownZone);
  return [...zones];
}

/** The uuid of the page on which an event was booked. */
export function getEventTypeUuid({ eventTypeUri }: Pick<ScheduledEvent, 'eventTypeUri'>): string {
  return eventTypeUri.split('/').at(-1) ?? '';
}

/** A change of the list's address, from whatever page it is made. */
export function updateSearch(change: (search: EventSearch) => EventSearch) {
  return (search: object): EventSearch => change(parseEventSearch(search as Record<string, unknown>));
}

export const keepSearch = updateSearch((search) => search);

/** Who is booked for, where that is known before. */
export interface KnownInvitee {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

function parseInvitee(raw: Readonly<Record<string, unknown>>): KnownInvitee {
  const text = (name: string) => readText(raw[name]);
  return omitEmpty({ name: text('name'), email: text('email'), phone: text('phone') });
}

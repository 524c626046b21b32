import { weekdays } from '@daybook/contract/schedules';
import { parseBookings } from './calendly-events.rules.ts';
import { calendlyFields } from './calendly-fields.rules.ts';
import {
  recognizeObject,
  getUri,
  type AnySourceObject,
  type CalendlyKind,
  type SourceObject,
} from './calendly-objects.rules.ts';
import { parsePages, type KnownObjects } from './calendly-pages.rules.ts';
import {
  unwrapObjects,
  type BookingIn,
  type Contents,
  type Documents,
  type ScheduleIn,
  type UserIn,
} from './contents.ts';
import { reportFields } from './fields.rules.ts';
import { createLeftOutList, type LeftOutList } from './left-out.ts';

type Head = { [K in Exclude<CalendlyKind, 'events' | 'invitees'>]: SourceObject<K>[] };

/**
 * Answers of Calendly's API (v2), as they come: users, organization memberships, event types and their hosts, availability
 * schedules, scheduled events and invitees.
 */
export async function parseCalendly(documents: Documents, leftOut = createLeftOutList()): Promise<Contents> {
  const head = await readHead(documents, leftOut);
  const users = usersFrom(head, leftOut);
  const known: KnownObjects = {
    emailOf: (uri) => users.get(uri)?.email,
    hostsOf: (pageUri) => [
      ...new Set(
        head.hosts.flatMap(({ given: { event_type: page, member } }) =>
          page === pageUri ? (users.get(member.uri ?? '')?.email ?? member.email ?? []) : [],
        ),
      ),
    ],
  };
  for (const { raw, given } of head.hosts)
    reportFields(
      raw,
      calendlyFields.hosts,
      { kind: 'Hosts of event types', name: given.member.email ?? '' },
      leftOut,
    );
  return {
    users: [...users.values()],
    teams: [],
    schedules: head.schedules.flatMap((each) => scheduleFrom(each, known, leftOut)),
    pages: head.pages.flatMap((each) => parsePages(each, known, leftOut)),
    bookings: bookingsIn(documents, known, leftOut),
    people: [],
    leftOut,
  };
}

async function readHead(documents: Documents, leftOut: LeftOutList): Promise<Head> {
  const head: Head = { users: [], memberships: [], schedules: [], pages: [], hosts: [] };
  const seen = new Set<string>();
  for await (const document of documents()) {
    for (const raw of unwrapObjects(document)) {
      const found = recognizeObject(raw);
      if ('why' in found) {
        if (isNew(raw, seen)) leftOut.add(found);
      } else if (!isOfBooking(found) && isNew(raw, seen)) (head[found.kind] as unknown[]).push(found);
    }
  }
  return head;
}

const isOfBooking = (found: AnySourceObject): found is SourceObject<'events'> | SourceObject<'invitees'> =>
  found.kind === 'events' || found.kind === 'invitees';

/** Pages of a list that were read at different times overlap, and a file may be named twice. */
function isNew(raw: unknown, seen: Set<string>): boolean {
  const key = getUri(raw) || JSON.stringify(raw);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/**
 * Each event as soon as its invitees are there, so that only those that wait for the others are held. Files in any order work; in
 * the order in which we read them from Calendly, few wait.
 */
async function* bookingsIn(
  documents: Documents,
  known: KnownObjects,
  leftOut: LeftOutList,
): AsyncGenerator<BookingIn> {
  const events = new Map<string, SourceObject<'events'>>();
  const invitees = new Map<string, SourceObject<'invitees'>[]>();
  const seen = new Set<string>();
  const release = (event: SourceObject<'events'>): BookingIn[] => {
    const own = invitees.get(event.given.uri) ?? [];
    events.delete(event.given.uri);
    invitees.delete(event.given.uri);
    return parseBookings(event, own, known, leftOut);
  };
  for await (const document of documents()) {
    const touched = new Set<string>();
    for (const raw of unwrapObjects(document)) {
      const found = recognizeObject(raw);
      if ('why' in found || !isOfBooking(found) || !isNew(raw, seen)) continue;
      const uri = found.kind === 'events' ? found.given.uri : found.given.event;
      if (found.kind === 'events') events.set(uri, found);
      else invitees.set(uri, [...(invitees.get(uri) ?? []), found]);
      touched.add(uri);
    }
    for (const uri of touched) {
      const event = events.get(uri);
      const total = event?.given.invitees_counter?.total ?? Infinity;
      if (event && (invitees.get(uri)?.length ?? 0) >= total && total > 0) yield* release(event);
    }
  }
  for (const event of events.values()) yield* release(event);
  for (const [uri, list] of invitees)
    leftOut.add({
      kind: 'Invitees',
      why: 'Their event is not among the files.',
      name: list[0]?.given.email ?? uri,
    });
}

function usersFrom({ users, memberships }: Head, leftOut: LeftOutList): Map<string, UserIn> {
  const found = new Map<string, UserIn>();
  for (const { given, raw } of users) {
    reportFields(raw, calendlyFields.users, { kind: 'Users', name: given.email }, leftOut);
    found.set(given.uri, userFrom(given));
  }
  for (const { given, raw } of memberships) {
    reportFields(raw, calendlyFields.memberships, { kind: 'Memberships', name: given.user.email }, leftOut);
    found.set(given.user.uri, { ...userFrom(given.user), role: given.role });
  }
  return found;
}

function userFrom({ name, email, slug, timezone, locale }: SourceObject<'users'>['given']): UserIn {
  return {
    name,
    email,
    slug: slug ?? undefined,
    timezone: timezone ?? undefined,
    language: locale ?? undefined,
  };
}

function scheduleFrom(
  { given, raw }: SourceObject<'schedules'>,
  { emailOf }: KnownObjects,
  leftOut: LeftOutList,
): ScheduleIn[] {
  const about = { kind: 'Schedules', name: given.name };
  const email = emailOf(given.user);
  if (email === undefined) {
    leftOut.add({ ...about, why: 'Its user is not among the files.' });
    return [];
  }
  reportFields(raw, calendlyFields.schedules, about, leftOut);
  const timesets = (rule: (typeof given.rules)[number]) =>
    rule.intervals.map(({ from, to }) => [from, to === '00:00' ? '24:00' : to] as const);
  return [
    {
      sourceId: given.uri,
      email,
      title: given.name,
      isDefault: given.default,
      timezone: given.timezone,
      week: given.rules.flatMap((rule) => {
        const day = weekdays.find((name) => rule.wday?.toLowerCase().startsWith(name.toLowerCase()));
        return rule.type === 'wday' && day ? [{ day, timesets: timesets(rule) }] : [];
      }),
      dates: given.rules.flatMap((rule) =>
        rule.type === 'date' && rule.date ? [{ date: rule.date, timesets: timesets(rule) }] : [],
      ),
    },
  ];
}

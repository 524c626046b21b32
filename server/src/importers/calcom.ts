import { weekdays } from '@daybook/contract/schedules';
import { calcomFields } from './calcom-fields.rules.ts';
import { parseBookings } from './calcom-bookings.rules.ts';
import { recognizeObject, type CalcomKind, type SourceObject } from './calcom-objects.rules.ts';
import { parsePages, type KnownObjects } from './calcom-pages.rules.ts';
import { parseForm, type QuestionForm } from './calcom-questions.rules.ts';
import {
  unwrapObjects,
  type BookingIn,
  type Contents,
  type Documents,
  type ScheduleIn,
  type TeamIn,
  type UserIn,
} from './contents.ts';
import { reportFields } from './fields.rules.ts';
import { createLeftOutList, type LeftOutList } from './left-out.ts';

type Head = { [K in Exclude<CalcomKind, 'bookings'>]: SourceObject<K>[] };

/** Answers of Cal.com's API (v2), as they come: users, memberships, teams, schedules, event types and bookings. */
export async function parseCalcom(documents: Documents, leftOut = createLeftOutList()): Promise<Contents> {
  const head = await readHead(documents, leftOut);
  const users = usersFrom(head, leftOut);
  const teams = teamsFrom(head, users, leftOut);
  const known = knownFrom(head, users, teams);
  const forms = new Map(head.pages.map(({ given }) => [given.id, formOf(given)]));
  return {
    users: [...users.values()],
    teams,
    schedules: head.schedules.flatMap((each) => scheduleFrom(each, known, leftOut)),
    pages: head.pages.flatMap((each) => parsePages(each, formOf(each.given, leftOut), known, leftOut)),
    bookings: bookingsIn(documents, forms, leftOut),
    people: [],
    leftOut,
  };
}

function formOf(
  { bookingFields, title }: SourceObject<'pages'>['given'],
  leftOut = createLeftOutList(),
): QuestionForm {
  return parseForm(bookingFields ?? [], title, leftOut);
}

async function readHead(documents: Documents, leftOut: LeftOutList): Promise<Head> {
  const head: Head = { users: [], memberships: [], teams: [], schedules: [], pages: [] };
  const seen = new Set<string>();
  for await (const document of documents()) {
    for (const raw of unwrapObjects(document)) {
      const found = recognizeObject(raw);
      if ('why' in found) leftOut.add(found);
      else if (found.kind !== 'bookings' && isNew(found, seen)) (head[found.kind] as unknown[]).push(found);
    }
  }
  return head;
}

/** Pages of a list that were read at different times overlap, and a file may be named twice. */
function isNew({ kind, given }: SourceObject<Exclude<CalcomKind, 'bookings'>>, seen: Set<string>): boolean {
  const id =
    'teamId' in given && 'userId' in given ? `${given.userId} ${given.teamId}` : (given as { id: number }).id;
  const key = `${kind} ${id}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

async function* bookingsIn(
  documents: Documents,
  forms: ReadonlyMap<number, QuestionForm>,
  leftOut: LeftOutList,
): AsyncGenerator<BookingIn> {
  const seen = new Set<string>();
  for await (const document of documents()) {
    for (const raw of unwrapObjects(document)) {
      const found = recognizeObject(raw);
      if ('why' in found || found.kind !== 'bookings' || seen.has(found.given.uid)) continue;
      seen.add(found.given.uid);
      yield* parseBookings(found, (id) => forms.get(id)?.labels, leftOut);
    }
  }
}

const roles = { OWNER: 'owner', ADMIN: 'admin', MEMBER: 'user' } as const;

/** By id. The role is that in the organization; of a team, it is one of the team's managers. */
function usersFrom({ users, memberships, teams, pages }: Head, leftOut: LeftOutList): Map<number, UserIn> {
  const teamIds = new Set([
    ...teams.flatMap(({ given }) => (given.isOrganization ? [] : [given.id])),
    ...pages.map(({ given }) => given.teamId ?? given.team?.id),
  ]);
  const found = new Map<number, UserIn>();
  for (const { given, raw } of users) {
    reportFields(raw, calcomFields.users, { kind: 'Users', name: given.email }, leftOut);
    found.set(given.id, {
      email: given.email,
      name: given.name ?? given.username ?? given.email,
      slug: given.username ?? undefined,
      timezone: given.timeZone ?? undefined,
      language: given.locale ?? undefined,
    });
  }
  for (const { given, raw } of memberships) {
    const { userId, user, teamId } = given;
    const name = user?.email ?? `User ${userId}`;
    reportFields(raw, calcomFields.memberships, { kind: 'Memberships', name }, leftOut);
    const before = found.get(userId);
    const role = teamIds.has(teamId) ? undefined : roles[(given.role ?? '') as keyof typeof roles];
    if (before) found.set(userId, { ...before, role: role ?? before.role });
    else if (user)
      found.set(userId, {
        email: user.email,
        name: user.name ?? user.username ?? user.email,
        slug: user.username ?? undefined,
        role,
      });
  }
  return found;
}

function teamsFrom(head: Head, users: ReadonlyMap<number, UserIn>, leftOut: LeftOutList): TeamIn[] {
  const teams = new Map<number, TeamIn>();
  const add = (id: number, title: string, slug: string | null | undefined) => {
    if (teams.has(id)) return;
    const members = head.memberships.flatMap(({ given: { teamId, userId, role, accepted } }) => {
      const email = users.get(userId)?.email;
      if (teamId !== id || email === undefined) return [];
      if (accepted === false) {
        leftOut.add({ kind: 'Memberships', why: 'It wasn’t accepted.', name: `${email} in ${title}` });
        return [];
      }
      return [{ email, isManager: role === 'OWNER' || role === 'ADMIN' }];
    });
    teams.set(id, { sourceId: String(id), title, slug: slug ?? undefined, members });
  };
  for (const { given, raw } of head.teams) {
    reportFields(raw, calcomFields.teams, { kind: 'Teams', name: given.name }, leftOut);
    if (!given.isOrganization) add(given.id, given.name, given.slug);
  }
  for (const { team } of head.pages.map(({ given }) => given))
    if (team) add(team.id, team.name ?? `Team ${team.id}`, team.slug);
  return [...teams.values()];
}

function knownFrom(head: Head, users: ReadonlyMap<number, UserIn>, teams: readonly TeamIn[]): KnownObjects {
  const zoneOf = ([id, { timezone }]: [number, UserIn]): [number, string][] =>
    timezone ? [[id, timezone]] : [];
  return {
    emails: new Map([...users].map(([id, { email }]) => [id, email])),
    idsByUsername: new Map([...users].flatMap(([id, { slug }]) => (slug ? [[slug, id] as const] : []))),
    zones: {
      ofSchedules: new Map(head.schedules.map(({ given: { id, timeZone } }) => [id, timeZone])),
      ofUsers: new Map([...users].flatMap(zoneOf)),
    },
    teamIds: new Set(teams.map(({ sourceId }) => Number(sourceId))),
  };
}

function scheduleFrom(
  { given, raw }: SourceObject<'schedules'>,
  { emails }: KnownObjects,
  leftOut: LeftOutList,
): ScheduleIn[] {
  const about = { kind: 'Schedules', name: given.name };
  const email = emails.get(given.ownerId);
  if (email === undefined) {
    leftOut.add({ ...about, why: 'Its user is not among the files.' });
    return [];
  }
  reportFields(raw, calcomFields.schedules, about, leftOut);
  const range = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
    [
      startTime.slice(0, 5),
      endTime === '23:59' || endTime === '00:00' ? '24:00' : endTime.slice(0, 5),
    ] as const;
  const onDay = (day: string) =>
    given.availability.filter(({ days }) => days.some((name) => name.startsWith(day))).map(range);
  const dates = [...new Set((given.overrides ?? []).map(({ date }) => date))];
  return [
    {
      sourceId: String(given.id),
      email,
      title: given.name,
      isDefault: given.isDefault,
      timezone: given.timeZone,
      week: weekdays.map((day) => ({ day, timesets: onDay(day) })),
      dates: dates.map((date) => ({
        date,
        timesets: (given.overrides ?? [])
          .filter((each) => each.date === date && each.startTime !== each.endTime)
          .map(range),
      })),
    },
  ];
}

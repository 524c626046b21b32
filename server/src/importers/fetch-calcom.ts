import { z } from 'zod';
import type { ApiAnswers } from './answers.ts';
import type { OnFetch } from './concurrency.ts';

const me = z.object({
  data: z.object({ email: z.string(), username: z.string().nullish(), organizationId: z.number().nullish() }),
});
const page = z.object({
  data: z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]),
  pagination: z.object({ totalItems: z.number().nullish(), hasNextPage: z.boolean().nullish() }).nullish(),
});

/** Each part of the API has a version of its own, in which its answers have the shape that we know. */
const versions = {
  bookings: '2024-08-13',
  pages: '2024-06-14',
  schedules: '2024-06-11',
};
const perPage = 100;

interface Reader {
  readonly answers: ApiAnswers;
  readonly onFetch: OnFetch;
}

const unreadable = (path: string): string => `Not readable with this key: ${path.replace(/\?.*/, '')}`;

export async function loadOwnEmail(answers: ApiAnswers): Promise<string> {
  return me.parse(await answers.getNow(question('/me', versions.pages))).data.email;
}

/** All that Cal.com tells of an organization; else of the teams of one user, and the user. Read again, it comes from the folder. */
export async function* fetchCalcom(answers: ApiAnswers, onFetch: OnFetch): AsyncGenerator<unknown> {
  const read = { answers, onFetch };
  const own = await answers.get(question('/me', versions.pages));
  yield own;
  const { data } = me.parse(own);
  if (data.organizationId != null) yield* fetchOrganization(read, data.organizationId);
  else yield* fetchAccount(read, data.username ?? undefined);
}

async function* fetchOrganization(read: Reader, id: number): AsyncGenerator<unknown> {
  const { answers, onFetch } = read;
  const base = `/organizations/${id}`;
  const names: string[] = [];
  let isAdmin = false;
  for await (const users of listOf(read, `${base}/users`, versions.pages, true)) {
    isAdmin = true;
    for (const { username } of users) if (typeof username === 'string') names.push(username);
    onFetch.count('users', users.length);
    yield users;
  }
  if (!isAdmin) {
    onFetch.say('The key doesn’t belong to an admin: only your own booking pages and bookings are imported.');
    const { data } = me.parse(await answers.get(question('/me', versions.pages)));
    return yield* fetchAccount(read, data.username ?? undefined);
  }
  yield* listOf(read, `${base}/memberships`, versions.pages, true);
  for await (const teams of listOf(read, `${base}/teams`, versions.pages, true)) {
    yield teams;
    for (const team of teams)
      yield* listOf(read, `${base}/teams/${String(team['id'])}/memberships`, versions.pages, true);
  }
  yield* listOf(read, `${base}/schedules`, versions.schedules, true);
  yield* listOf(read, `${base}/teams/event-types`, versions.pages, true);
  for (const name of new Set(names)) {
    onFetch.count('event types');
    yield* wholeList(read, `/event-types?username=${encodeURIComponent(name)}&orgId=${id}`, versions.pages);
  }
  yield* listOf(read, `${base}/routing-forms`, versions.pages, true);
  yield* listOf(read, `${base}/ooo`, versions.pages, true);
  yield* fetchBookings(read, `${base}/bookings`);
}

async function* fetchAccount(read: Reader, username: string | undefined): AsyncGenerator<unknown> {
  yield* wholeList(read, '/schedules', versions.schedules);
  if (username)
    yield* wholeList(read, `/event-types?username=${encodeURIComponent(username)}`, versions.pages);
  for await (const teams of wholeList(read, '/teams', versions.pages)) {
    yield teams;
    for (const { id } of teams) {
      yield* listOf(read, `/teams/${String(id)}/memberships`, versions.pages, true);
      yield* wholeList(read, `/teams/${String(id)}/schedules`, versions.schedules);
      yield* wholeList(read, `/teams/${String(id)}/event-types`, versions.pages);
      yield* fetchBookings(read, `/teams/${String(id)}/bookings`, true);
    }
  }
  yield* wholeList(read, '/webhooks', versions.pages);
  yield* fetchBookings(read, '/bookings');
}

/** In the order in which they were made, so that those that are made meanwhile move none to another page of the list. */
async function* fetchBookings(read: Reader, path: string, isOptional = false): AsyncGenerator<unknown> {
  const onTotal = (more: number, total: number | undefined): void =>
    read.onFetch.count('bookings', more, total);
  yield* listOf(read, `${path}?sortCreated=asc`, versions.bookings, isOptional, onTotal);
}

type Objects = Record<string, unknown>[];

async function* listOf(
  { answers, onFetch }: Reader,
  path: string,
  version: string,
  isOptional = false,
  onPage: (more: number, total: number | undefined) => void = () => {},
): AsyncGenerator<Objects> {
  for (let skip = 0; ;) {
    const paged = `${path}${path.includes('?') ? '&' : '?'}take=${perPage}&skip=${skip}`;
    const answer = await answers.get({ ...question(paged, version), isOptional: isOptional && skip === 0 });
    if (answer === undefined) return onFetch.say(unreadable(path));
    const { data, pagination } = page.parse(answer);
    const objects = Array.isArray(data) ? data : [data];
    onPage(objects.length, pagination?.totalItems ?? undefined);
    if (objects.length > 0) yield objects;
    skip += objects.length;
    const isMore = pagination?.hasNextPage ?? objects.length >= perPage;
    if (!isMore || objects.length === 0) return;
  }
}

/** A list without pages, if the key may read it. */
async function* wholeList(
  { answers, onFetch }: Reader,
  path: string,
  version: string,
): AsyncGenerator<Objects> {
  const answer = await answers.get({ ...question(path, version), isOptional: true });
  if (answer === undefined) return onFetch.say(unreadable(path));
  const { data } = page.parse(answer);
  yield Array.isArray(data) ? data : [data];
}

const question = (path: string, version: string) => ({ path, headers: { 'cal-api-version': version } });

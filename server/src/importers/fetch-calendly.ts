import { z } from 'zod';
import type { ApiAnswers, ApiQuestion } from './answers.ts';
import { mapConcurrently, type OnFetch } from './concurrency.ts';

const me = z.object({
  resource: z.object({ uri: z.string(), email: z.string(), current_organization: z.string() }),
});
const page = z.object({
  collection: z.array(z.record(z.string(), z.unknown())),
  pagination: z.object({ next_page_token: z.string().nullish() }).nullish(),
});
type Page = z.output<typeof page>;

interface Reader {
  readonly answers: ApiAnswers;
  readonly onFetch: OnFetch;
}

const perPage = 100;
/** Below the limit of 500 a minute even where each answer takes 100 ms; above it, Calendly says how long to wait. */
const atOnce = 4;

export async function loadOwnEmail(answers: ApiAnswers): Promise<string> {
  return me.parse(await answers.getNow({ path: '/users/me' })).resource.email;
}

/**
 * All that Calendly tells of an organization, or of one user where the token is not an admin's: an event comes with its invitees,
 * so that few wait for others. Read again, it comes from the folder.
 */
export async function* fetchCalendly(answers: ApiAnswers, onFetch: OnFetch): AsyncGenerator<unknown> {
  const read = { answers, onFetch };
  const own = await answers.get({ path: '/users/me' });
  yield own;
  const { uri, current_organization: organization } = me.parse(own).resource;
  const ofOrganization = `organization=${encodeURIComponent(organization)}`;
  const users = [uri];
  let isAdmin = false;
  for await (const each of listOf(read, `/organization_memberships?${ofOrganization}`, true)) {
    isAdmin = true;
    for (const { user } of each.collection) users.push(String((user as { uri?: unknown }).uri));
    yield each;
  }
  if (!isAdmin)
    onFetch.say('The token doesn’t belong to an admin: only your own booking pages and events are imported.');
  const scope = isAdmin ? ofOrganization : `user=${encodeURIComponent(uri)}`;
  for (const user of new Set(users)) {
    onFetch.count('users');
    yield* listOf(read, `/user_availability_schedules?user=${encodeURIComponent(user)}`, true);
  }
  for await (const each of listOf(read, `/event_types?${scope}`)) {
    yield each;
    for (const { uri: type, pooling_type: pooling, profile } of each.collection) {
      onFetch.count('event types');
      if (pooling || (profile as { type?: unknown } | null)?.type === 'Team')
        yield* listOf(read, `/event_type_memberships?event_type=${encodeURIComponent(String(type))}`, true);
    }
  }
  yield* listOf(read, `/routing_forms?${ofOrganization}`, true);
  yield* listOf(read, `/groups?${ofOrganization}`, true);
  yield* listOf(read, `/webhook_subscriptions?${ofOrganization}&scope=organization`, true);
  yield* fetchEvents(read, scope);
}

async function* fetchEvents(read: Reader, scope: string): AsyncGenerator<unknown> {
  const { onFetch } = read;
  const path = `/scheduled_events?${scope}&sort=start_time:asc`;
  let total = 0;
  for await (const { collection } of listOf(read, path)) {
    total += collection.length;
    onFetch.count('events', collection.length);
  }
  for await (const events of listOf(read, path)) {
    yield events;
    const lists = await mapConcurrently(atOnce, events.collection, async ({ uri, updated_at: version }) => {
      const invitees = [];
      const list = `${new URL(String(uri)).pathname}/invitees?`;
      for await (const each of listOf(read, list, false, { kind: 'detail', version: String(version) }))
        invitees.push(each);
      onFetch.count('invitees of events', 1, total);
      return invitees;
    });
    yield* lists.flat();
  }
}

/** Every page of a list. Nothing where it is optional and can't be read. */
async function* listOf(
  { answers, onFetch }: Reader,
  path: string,
  isOptional = false,
  how: Pick<ApiQuestion, 'kind' | 'version'> = {},
): AsyncGenerator<Page> {
  const first: ApiQuestion = {
    ...how,
    isOptional,
    path: `${path}${path.endsWith('?') ? '' : '&'}count=${perPage}`,
  };
  let question = first;
  const asked: ApiQuestion[] = [];
  let restarts = 0;
  for (;;) {
    asked.push(question);
    const answer = await answers.get({ ...question, isOptional: isOptional || question !== first });
    if (answer === undefined && question === first)
      return onFetch.say(`Not readable with this token: ${path.replace(/\?.*/, '')}`);
    // A token for a page lasts for a while only; an import that goes on much later starts the list again. What comes twice is imported once.
    if (answer === undefined && restarts === 0) {
      for (const each of asked) answers.forget(each);
      restarts += 1;
      question = first;
      continue;
    }
    const parsed = page.parse(answer);
    yield parsed;
    const token = parsed.pagination?.next_page_token;
    if (!token) return;
    question = { ...first, path: `${first.path}&page_token=${encodeURIComponent(token)}` };
  }
}

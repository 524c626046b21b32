import type { AnyRoute } from '@daybook/contract/route';
import { scopes } from '@daybook/contract/scopes';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../booking.ts';
import { useApp, type Answer } from '../harness.ts';
import { createNeighbour } from '../neighbour.ts';
import { operations, requests, sendRequest, createWorld, type Request } from '../operations.ts';
import { ownerToken } from '../runtime.ts';
import { createTestImport } from '../../src/crm/test-import.ts';
import { openStream, type OpenStream } from '../../src/live/test-live.ts';
import { buildForm, createForm, submitAnswers } from '../../src/routing/test-forms.ts';
import { deliverUntil } from '../../src/webhooks/delivery/test-deliveries.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';

/**
 * Words that stand in what a user may not read. They are in none of the answers that this user gets, and in no webhook. Another
 * workspace gets none of them in any way, and the log has none.
 */

const logged: string[] = [];
const app = useApp({
  clock: fixedClock,
  config: { outboundAllow: ['127.0.0.0/8'] },
  log: pino({ level: 'trace' }, { write: (line) => void logged.push(line.toLowerCase()) }),
});
const receiver = useReceiver();

const canaries = {
  eventNote: 'canaryeventnote',
  invitee: 'canaryinvitee',
  answer: 'canaryanswer',
  reason: 'canaryreason',
  record: 'canaryrecord',
  recordNote: 'canaryrecordnote',
  submission: 'canarysubmission',
  importError: 'canaryimport',
};
const words = Object.values(canaries);

/** Reading operations: what is read by POST is named so. */
const isQuery = (name: string): boolean => /^(?:query|aggregate|exportMatching)/.test(name);
const reading = operations.filter(
  ([name, { method, writes }]) => (method === 'GET' && !writes) || isQuery(name),
);

const made = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

let user: string;
let neighbour: string;
let stream: OpenStream;
/** By the noun of a parameter's place in the path: what the canaries are in. */
let targets: Record<string, Record<string, string>[]>;

beforeAll(async () => {
  const world = createWorld(app, receiver.url);
  user = await app.tokenOf(
    'aiko@juniper.example',
    scopes.filter((scope) => scope !== 'admin:full'),
  );
  neighbour = (await createNeighbour(app.runtime)).token;
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  stream = await openStream(url, { authorization: `Bearer ${neighbour}` });
  const events = [
    'invitee.scheduled',
    'invitee.cancelled',
    'routing_form.submitted',
    'crm.record.created',
    'crm.record.updated',
  ];
  await made(app.post('/webhooks', { callbackUrl: receiver.url, events, scope: 'user' }, { token: user }));
  const hook = await made(
    app.post('/webhooks', { callbackUrl: `${receiver.url}/owner`, events, scope: 'organization' }),
  );

  const elsewhere = { callbackUrl: `${receiver.url}/neighbour`, events, scope: 'organization' };
  await made(app.post('/webhooks', elsewhere, { token: neighbour }));

  await made(app.patch('/crm/objects/people', { permissions: { user: 'none' } }));
  const hidden = await world.object();
  await made(
    app.patch(`/crm/objects/${hidden}`, { permissions: { user: 'none' }, primaryAttribute: 'name' }),
  );
  const { record } = await made(app.post(`/crm/${hidden}`, { name: canaries.record }));
  await made(app.patch(`/crm/${hidden}/${record.id}`, { name: `${canaries.record} two` }));
  await made(app.post(`/crm/${hidden}/${record.id}/notes`, { note: canaries.recordNote }));
  await made(app.post(`/crm/${hidden}`, { name: `${canaries.record} three` }));

  const page = await createPage(app, {
    inviteeQuestions: [{ question: 'About?', type: 'TEXT_INPUT', isRequired: false }],
  });
  const { resource } = await made(app.get(`/event-types/${page.uuid}/settings`));
  const event = await made(
    bookPage(app, page, {
      name: `${canaries.invitee} Person`,
      email: `${canaries.invitee}@visible.example`,
      question_answers: [{ question_id: resource.inviteeQuestions[0].id, answer: canaries.answer }],
    }),
  );
  const { data: note } = await made(
    app.post('/notes', { relation: 'event', uuid: event.uuid, note: canaries.eventNote }),
  );
  await made(app.put(`/scheduled-events/${event.uuid}/cancel`, { cancellationReason: canaries.reason }));
  const form = await createForm(app, buildForm(page.uuid));
  const answers = { email: `${canaries.submission}@visible.example`, about: canaries.submission };
  await made(submitAnswers(app, form.slug, answers));
  const person = (await made(app.get(`/crm/people?filter[emails]=${canaries.invitee}@visible.example`)))
    .collection[0];
  const company = (await made(app.get('/crm/companies?filter[domain]=visible.example'))).collection[0];
  const csv = `Name,Owners\n${canaries.importError},${canaries.importError}\n`;
  const imported = await createTestImport(app).run(hidden, csv);
  await app.runEffects();
  const deliveries = (await made(app.get(`/webhooks/${hook.resource.uuid}/deliveries`))).collection;

  targets = {
    'scheduled-events': [{ uuid: event.uuid }],
    notes: [{ uuid: event.uuid }, { id: note.uuid }, { id: String(note.id) }],
    'event-types': [{ uuid: page.uuid }],
    'routing-forms': [{ uuid: form.uuid }],
    webhooks: deliveries.map(({ id }: { id: string }) => ({ uuid: hook.resource.uuid, id })),
    crm: [
      { objectSlug: hidden, slug: hidden, recordId: record.id, importId: imported.id, id: person.id },
      {
        objectSlug: 'people',
        slug: 'people',
        recordId: person.id,
        importId: imported.id,
        id: person.id,
      },
      {
        objectSlug: 'companies',
        slug: 'companies',
        recordId: company.id,
        importId: imported.id,
        id: company.id,
      },
    ],
    availability: [{ ownerSlug: 'mara-lindqvist', eventTypeSlug: page.slug }],
  };
  await deliverUntil(app, () => receiver.received.some(({ text }) => text.includes(canaries.submission)));
}, 120_000);

// The client keeps connections that wait for a next request, which would delay the end.
afterAll(() => app.app.server.closeAllConnections());

function requestsOf(name: string, route: AnyRoute, own: Request): Request[] {
  const place = route.path.split('/')[1] ?? '';
  const params = targets[place] ?? [{}];
  // The audit log of users who export something says what they searched for.
  const sought = name.startsWith('export') ? [] : words;
  const searches: Record<string, string>[] = [
    {},
    ...sought.flatMap((word) => searchKeysOf(route).map((key) => ({ [key]: word }))),
  ];
  const measures = [{ op: 'count' }];
  const body = isQuery(name) ? { body: name.startsWith('aggregate') ? { measures } : {} } : {};
  return params.flatMap((named) =>
    searches.map((query) => ({
      ...own,
      ...body,
      params: { ...own.params, ...named },
      query: { ...own.query, ...query, count: '100' },
    })),
  );
}

/** Others are dropped before a handler sees them, unless the query is open. */
function searchKeysOf({ query }: AnyRoute): string[] {
  return ['search', 'keyword', 'q'].filter((key) => key in query.shape || query.def.catchall);
}

async function heard(token: string): Promise<Map<string, string[]>> {
  const world = createWorld(app, receiver.url);
  const said = new Map<string, string[]>();
  for (const [name, route] of reading) {
    const own = route.path.includes('{') ? {} : ((await requests[name]?.(world)) ?? {});
    for (const request of requestsOf(name, route, own)) {
      const { body } = await sendRequest(app, route, request, { token });
      const text = JSON.stringify(body).toLowerCase();
      // What was asked for is in the links to other pages.
      const echoed = JSON.stringify(body?.pagination ?? '').toLowerCase();
      for (const word of words) {
        const isEcho = echoed.includes(word) && text.split(word).length === echoed.split(word).length;
        if (text.includes(word) && !isEcho) said.set(word, [...(said.get(word) ?? []), name]);
      }
    }
  }
  return said;
}

test('the owner reads each of the words somewhere, so that the test can find them', async () => {
  const said = await heard(ownerToken);
  expect(words.filter((word) => !said.has(word))).toEqual([]);
}, 240_000);

test('a user who may not read them finds none of them in any answer', async () => {
  const said = await heard(user);
  expect(Object.fromEntries([...said].map(([word, names]) => [word, [...new Set(names)]]))).toEqual({});
}, 240_000);

test('nor how many there are: searches count nothing', async () => {
  for (const word of words) {
    const { body } = await app.get(`/scheduled-events?keyword=${word}`, { token: user });
    expect(body.pagination.total).toBe(0);
  }
});

test('webhooks of this user carry none of them, those of the organization do', async () => {
  const ofUser = receiver.received
    .filter(({ path }) => !/owner|neighbour/.test(path))
    .map(({ text }) => text);
  const ofOwner = receiver.received.filter(({ path }) => path.includes('owner')).map(({ text }) => text);
  expect(words.filter((word) => ofUser.join().toLowerCase().includes(word))).toEqual([]);
  expect(words.some((word) => ofOwner.join().toLowerCase().includes(word))).toBe(true);
});

test('another workspace finds none of them in any answer, live update or webhook', async () => {
  const said = await heard(neighbour);
  expect(Object.fromEntries([...said].map(([word, names]) => [word, [...new Set(names)]]))).toEqual({});
  expect(stream.status).toBe(200);
  expect(stream.events.filter(({ tag }) => tag !== 'Webhooks')).toEqual([]);
  const sent = receiver.received.filter(({ path }) => path.includes('neighbour')).map(({ text }) => text);
  expect(words.filter((word) => sent.join().toLowerCase().includes(word))).toEqual([]);
}, 240_000);

test('nor in any row of its own: mail, deliveries, audit log, jobs', async () => {
  const { pool } = app.runtime.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id'`,
  );
  const own = `workspace_id = (select workspace_id from member where email = 'petra@fern.example')`;
  let count = 0;
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t where ${own}`);
    count += rows.length;
    for (const { row } of rows) expect(words.filter((word) => row.toLowerCase().includes(word))).toEqual([]);
  }
  expect(count).toBeGreaterThan(10);
});

test('the log says what happened without any of them', () => {
  expect(logged.length).toBeGreaterThan(100);
  expect(words.filter((word) => logged.some((line) => line.includes(word)))).toEqual([]);
});

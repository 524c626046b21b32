import { scopes as allScopes } from '@daybook/contract/scopes';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { cloneDatabase } from '../../test/databases.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { executeSql, isRowSecurityBypassed } from '../../test/postgres.ts';
import { ownerToken, createTestRuntime } from '../../test/runtime.ts';
import { signIn } from '../../test/session.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { authenticate } from '../platform/auth/authenticate.ts';
import { openPool } from '../platform/db/connect.ts';
import { createApp } from '../platform/http/app.ts';
import { endpoints, sites } from '../slices.ts';
import { deleteOldChanges } from './store.ts';
import { getStreams } from './streams.ts';
import { openStream, type OpenStream } from './test-live.ts';

const app = useApp({ clock: fixedClock });
const password = 'seven quiet herons';
const noorScopes = allScopes.filter((scope) => scope !== 'admin:full');

let url: string;
let noor: { uuid: string; token: string };
const opened: OpenStream[] = [];

const open = async (token: string, headers: Record<string, string> = {}): Promise<OpenStream> => {
  const stream = await openStream(url, { authorization: `Bearer ${token}`, ...headers });
  opened.push(stream);
  return stream;
};

const makeUser = async (name: string): Promise<{ uuid: string; token: string }> => {
  const email = `${name}@juniper.example`;
  const { body } = await app.post('/organizations/users', {
    email,
    firstName: 'Noor',
    lastName: 'Haddad',
    password,
  });
  return { uuid: body.resource.uuid, token: await app.tokenOf(email, noorScopes) };
};

beforeAll(async () => {
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  noor = await makeUser('noor');
});

// The client keeps connections that wait for a next request, which would delay the end.
afterAll(() => app.app.server.closeAllConnections());

afterEach(async () => {
  vi.useRealTimers();
  for (const stream of opened.splice(0)) await stream.close();
});

describe('GET /live', () => {
  test('200: a booking appears within 2 s as what to read again, and nothing of its content', async () => {
    const page = await createPage(app);
    const stream = await open(ownerToken);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const { body } = await bookPage(app, page);
    await stream.until(({ tag, id }) => tag === 'Scheduled events' && id === body.uuid);
    expect(stream.body).not.toMatch(/ines|okafor/i);
    for (const event of stream.events) {
      expect(Object.keys(event).filter((key) => !['tag', 'operation', 'id'].includes(key))).toEqual([]);
    }
  });

  test('200: neither compressed nor buffered', async () => {
    const stream = await open(ownerToken, { 'accept-encoding': 'br, gzip' });
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
  });

  test('200: a comment every 25 s keeps the connection open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await open(ownerToken);
    const pings = () => stream.body.match(/^: ping$/gm)?.length;
    expect(pings()).toBe(1);
    vi.advanceTimersByTime(24_900);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(pings()).toBe(1);
    vi.advanceTimersByTime(200);
    await vi.waitFor(() => expect(pings()).toBe(2));
  });

  test('200: two of one user see the same, and HEAD opens none', async () => {
    expect((await app.inject({ method: 'HEAD', url: '/v2/live', headers: bearer(ownerToken) })).status).toBe(
      200,
    );
    const [one, other] = [await open(ownerToken), await open(ownerToken)];
    const { body } = await app.post('/teams', { title: 'Sales' });
    const isTeam = ({ id }: { id?: string | undefined }) => id === body.resource.uuid;
    await Promise.all([one.until(isTeam), other.until(isTeam)]);
  });

  test('200: another workspace sees none of it', async () => {
    const neighbour = await createNeighbour(app.runtime);
    const stream = await open(neighbour.token);
    await app.post('/teams', { title: 'Marketing' });
    const { body } = await app.post('/teams', { title: 'Theirs' }, { token: neighbour.token });
    await stream.until(({ id }) => id === body.resource.uuid);
    expect(new Set(stream.events.map(({ id }) => id))).toEqual(new Set([body.resource.uuid]));
  });

  test('401: without a token', async () => {
    expect((await app.get('/live', { token: null })).status).toBe(401);
  });

  test('429: the sixth stream of a user, until one of them is closed', async () => {
    const streams = [];
    for (let count = 0; count < 5; count += 1) streams.push(await open(noor.token));
    const { status, body, headers } = await app.get('/live', { token: noor.token });
    expect(status).toBe(429);
    expect(body.message).toBe('You have 5 live streams open. Close one of them, then try again.');
    expect(headers['retry-after']).toBe('5');
    expect((await open(ownerToken)).status).toBe(200);
    await streams[0]?.close();
    await vi.waitFor(async () => expect((await open(noor.token)).status).toBe(200));
  });
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('what one may not know', () => {
  /** What a user gets of some changes, ended by one of their own. */
  const seenBy = async (token: string, change: () => Promise<unknown>) => {
    const stream = await open(token);
    await change();
    const { body } = await app.post('/teams', { title: 'The last change' });
    return (await stream.until(({ id }) => id === body.resource.uuid)).filter(({ tag }) => tag !== 'Teams');
  };

  test("a user gets their own events, pages, schedules, forms, webhooks and tokens, and nobody else's", async () => {
    const admin = { token: ownerToken, email: 'mara@juniper.example' };
    const own = { token: noor.token, email: 'noor@juniper.example' };
    const changes = (as: typeof admin) => async () => {
      await app.post('/event-types', { title: `Page ${as.token.length}`, duration: 30 }, as);
      await app.post('/routing-forms', formFields, as);
      await app.post('/tokens', { name: 'Website', scopes: ['booking'] }, as);
      const { status } = await app.patch(
        '/schedules/default',
        { email: as.email, special_hours: [{ date: '2027-02-01', timesets: [] }] },
        as,
      );
      expect(status).toBe(200);
    };
    expect(await seenBy(noor.token, changes(admin))).toEqual([]);
    const tags = (await seenBy(noor.token, changes(own))).map(({ tag }) => tag);
    expect(new Set(tags)).toEqual(new Set(['Event types', 'Routing forms', 'Tokens', 'Schedules']));
  });

  test('a host gets a booking of theirs, its notes, and that it was handed over to somebody else', async () => {
    const page = await createPage(app, { title: 'Of Mara' });
    const ofMara = await seenBy(noor.token, async () => {
      const { body } = await bookPage(app, page, { start: '11:00' });
      await app.post('/notes', { relation: 'event', uuid: body.uuid, note: 'Secret.' });
    });
    expect(ofMara.filter(({ tag }) => !tag.startsWith('CRM'))).toEqual([]);
    const { body: event } = await bookPage(app, page, { start: '12:00' });
    const seen = await seenBy(noor.token, async () => {
      const { status } = await app.put(`/scheduled-events/${event.uuid}/handover`, {
        newHostEmail: 'noor@juniper.example',
      });
      expect(status).toBe(200);
      await app.post('/notes', { relation: 'event', uuid: event.uuid, note: 'Yours now.' });
    });
    expect(seen).toContainEqual({ tag: 'Scheduled events', id: event.uuid });
    expect(seen).toContainEqual({ tag: 'Notes', operation: 'listEventNotes', id: event.uuid });
    const back = await seenBy(noor.token, () =>
      app.put(`/scheduled-events/${event.uuid}/handover`, { newHostEmail: 'mara@juniper.example' }),
    );
    expect(back).toContainEqual({ tag: 'Scheduled events', id: event.uuid });
  });

  test('nothing of an object that users may not read, nor of a relation to one', async () => {
    const secret = { slug: 'secrets', singularName: 'Secret', pluralName: 'Secrets' };
    await app.post('/crm/objects', secret);
    await app.patch('/crm/objects/secrets', { permissions: { user: 'none' } });
    const relation = {
      label: 'Secrets',
      type: 'relation',
      relatedObjectSlug: 'secrets',
      relationType: 'many_to_many',
      relatedObjectLabel: 'Companies',
    };
    const seen = await seenBy(noor.token, async () => {
      expect((await app.post('/crm/objects/companies/attributes', relation)).status).toBe(201);
      const { body } = await app.post('/crm/secrets', { name: 'A secret' });
      const { body: company } = await app.post('/crm/companies', { name: 'Okafor' });
      await app.patch(`/crm/companies/${company.company.id}`, { secrets: [body.record.id] });
      await app.patch('/crm/objects/secrets', { singularName: 'Riddle' });
    });
    expect(new Set(seen.map(({ tag }) => tag))).toEqual(new Set(['CRM companies']));
    expect(seen).toHaveLength(1);
  });

  test('a token gets only what its scopes let it read; invitations and sessions of others nobody', async () => {
    const token = await app.tokenOf('mara@juniper.example', ['teams:read']);
    const seen = await seenBy(token, async () => {
      await app.post('/crm/companies', { name: 'Harbour' });
      await app.post('/invitations', { email: 'guest@fern.example' });
    });
    expect(seen).toEqual([]);
    const ofAdmin = await seenBy(ownerToken, () => signIn(app, 'noor@juniper.example', password));
    expect(ofAdmin).toEqual([]);
  });
});

describe('rights', () => {
  test.each(['none', 'read'])(
    'users read everything again when their right to an object becomes %s',
    async (user) => {
      const slug = `deals-${user}`;
      await app.post('/crm/objects', { slug, singularName: 'Deal', pluralName: 'Deals' });
      const stream = await open(noor.token);
      expect((await app.patch(`/crm/objects/${slug}`, { permissions: { user } })).status).toBe(200);
      await stream.until(({ tag }) => tag === '*');
    },
  );

  test('a change of anything else of an object that users may not read is none to them', async () => {
    const slug = 'hidden-deals';
    await app.post('/crm/objects', { slug, singularName: 'Deal', pluralName: 'Deals' });
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'none' } });
    const stream = await open(noor.token);
    await app.patch(`/crm/objects/${slug}`, { pluralName: 'Others', permissions: { user: 'none' } });
    const { body } = await app.post('/teams', { title: 'After that' });
    const seen = await stream.until(({ id }) => id === body.resource.uuid);
    expect(seen.filter(({ tag }) => tag !== 'Teams')).toEqual([]);
  });

  test('a user who gets another role reads everything again, and nobody else', async () => {
    const changed = await makeUser('promoted');
    const [own, other] = [await open(changed.token), await open(noor.token)];
    await app.patch(`/organizations/users/${changed.uuid}`, { role: 'admin' });
    await own.until(({ tag }) => tag === '*');
    const { body } = await app.post('/teams', { title: 'After the role' });
    const seen = await other.until(({ id }) => id === body.resource.uuid);
    expect(seen.map(({ tag }) => tag)).not.toContain('*');
  });
});

const formFields = {
  name: 'Contact',
  fields: [{ inputId: 'email', question: 'Email', type: 'EMAIL_INPUT' }],
  routes: [],
  fallback: { type: 'MESSAGE', headline: 'Thank you.' },
};

describe('Last-Event-ID', () => {
  test('200: resumes with what was changed meanwhile, also what was committed late', async () => {
    const first = await open(ownerToken);
    const late = await app.runtime.database.pool.connect();
    await late.query(`begin; insert into team (workspace_id, id, title, slug)
      select workspace_id, gen_random_uuid(), 'Late', 'late' from workspace where name = 'Juniper Studio'`);
    const { body } = await app.post('/teams', { title: 'Early' });
    await first.until(({ id }) => id === body.resource.uuid);
    const lastId = first.lastId();
    await first.close();
    await late.query('commit');
    late.release();
    const { rows } = await app.runtime.database.pool.query(`select id from team where title = 'Late'`);
    const second = await open(ownerToken, { 'last-event-id': lastId });
    const seen = await second.until(({ id }) => id === rows[0].id);
    expect(seen.map(({ id }) => id)).not.toContain(body.resource.uuid);
  });

  test.each([
    ['unknown', 'what'],
    ['too old', '1/1:1:'],
    ['of another database', `${Date.now()}/999999999:999999999:`],
  ])('200: one that is %s says to read everything again', async (_, id) => {
    const stream = await open(ownerToken, { 'last-event-id': id });
    expect(await stream.until(({ tag }) => tag === '*')).toEqual([{ tag: '*' }]);
  });

  test('200: more changes than can be listed are everything', async () => {
    const stream = await open(ownerToken);
    await executeSql(
      app.connection,
      `insert into live_change (workspace_id, kind, object_id)
       select workspace_id, 'team', n::text from workspace, generate_series(1, 1001) n where name = 'Juniper Studio'`,
    );
    expect(await stream.until(({ tag }) => tag === '*')).toEqual([{ tag: '*' }]);
  });

  test('changes are kept for a while, and no longer', async () => {
    await executeSql(app.connection, `update live_change set created_at = now() - interval '16 minutes'`);
    await app.post('/teams', { title: 'Recent' });
    await deleteOldChanges(app.runtime.database);
    const { rows } = await app.runtime.database.pool.query(`select distinct kind from live_change`);
    expect(rows).toEqual([{ kind: 'team' }]);
  });
});

describe('a stream ends', () => {
  test('with its session', async () => {
    const { cookie } = await signIn(app, 'noor@juniper.example', password);
    const stream = await openStream(url, { cookie });
    expect(stream.status).toBe(200);
    expect((await app.delete('/session', undefined, { token: null, headers: { cookie } })).status).toBe(200);
    await stream.untilEnded();
  });

  test('with its token', async () => {
    const { body } = await app.post('/tokens', { name: 'Screen', scopes: ['teams:read'] });
    const stream = await open(body.token);
    await app.delete(`/tokens/${body.resource.uuid}`);
    await stream.untilEnded();
  });

  test('when a session is past its time, at the next comment', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { cookie } = await signIn(app, 'noor@juniper.example', password);
    const stream = await openStream(url, { cookie });
    await executeSql(
      app.connection,
      `alter table session disable trigger audit; update session set expires_at = now() - interval '1 s';
       alter table session enable trigger audit`,
    );
    vi.advanceTimersByTime(25_000);
    await stream.untilEnded();
  });

  test('when its user is deactivated; a user with another role sees what that role may', async () => {
    const aiko = await makeUser('demoted');
    await app.patch(`/organizations/users/${aiko.uuid}`, { role: 'admin' });
    const stream = await open(aiko.token);
    await app.post('/invitations', { email: 'first@fern.example' });
    await stream.until(({ tag }) => tag === 'Invitations');
    await app.patch(`/organizations/users/${aiko.uuid}`, { role: 'user' });
    await stream.until(({ id }) => id === aiko.uuid);
    await app.post('/invitations', { email: 'second@fern.example' });
    const { body } = await app.post('/teams', { title: 'Afterwards' });
    const seen = await stream.until(({ id }) => id === body.resource.uuid);
    expect(seen.map(({ tag }) => tag)).not.toContain('Invitations');
    await app.delete(`/organizations/users/${aiko.uuid}`);
    await stream.untilEnded();
  });

  test('when the server stops, which does not wait for it', async () => {
    const { connection, drop } = await cloneDatabase();
    const pool = openPool(connection, 8);
    const runtime = createTestRuntime({ pool, restrictRole: await isRowSecurityBypassed(connection) });
    const server = await createApp(runtime, endpoints, sites);
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openStream(address, bearer(ownerToken));
    await Promise.all([server.close(), stream.untilEnded()]);
    await pool.end();
    await drop();
  });

  test('when its caller does not read, before it fills the memory', async () => {
    const found = await authenticate(app.runtime.database, ownerToken);
    const body = await getStreams(app.runtime).open(
      { actor: found?.actor as Actor, secret: ownerToken },
      undefined,
    );
    await executeSql(
      app.connection,
      `insert into live_change (workspace_id, kind, object_id)
       select workspace_id, 'team', repeat(n::text, 1000) from workspace, generate_series(100, 900) n
       where name = 'Juniper Studio'`,
    );
    await vi.waitFor(() => expect(body.destroyed).toBe(true), 3_000);
  });
});

describe('a database that is away for a moment', () => {
  test('does not end a stream, which then says to read everything again and goes on', async () => {
    const { connection, drop } = await cloneDatabase();
    const name = typeof connection === 'string' ? new URL(connection).pathname.slice(1) : connection.database;
    const pool = openPool(connection, 8);
    const runtime = createTestRuntime({ pool, restrictRole: await isRowSecurityBypassed(connection) });
    const server = await createApp(runtime, endpoints, sites);
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openStream(address, bearer(ownerToken));
    const postgres = inject('postgres');
    await executeSql(postgres, `alter database ${name} allow_connections false`);
    await executeSql(
      postgres,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await executeSql(postgres, `alter database ${name} allow_connections true`);
    await stream.until(({ tag }) => tag === '*', 5_000);
    const { statusCode } = await server.inject({
      method: 'POST',
      url: '/v2/teams',
      headers: bearer(ownerToken),
      payload: { title: 'After' },
    });
    expect(statusCode).toBe(201);
    await stream.until(({ tag }) => tag === 'Teams');
    const listening = `select count(*)::int as count from pg_stat_activity where datname = '${name}' and query ilike 'listen%'`;
    await openStream(address, bearer(ownerToken));
    await vi.waitFor(async () => expect((await pool.query(listening)).rows).toEqual([{ count: 1 }]), 3_000);
    await server.close();
    await pool.end();
    await drop();
  });
});

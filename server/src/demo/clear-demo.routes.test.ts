import { beforeAll, expect, test } from 'vitest';
import { createPage } from '../../test/booking.ts';
import { computeWorkspaceDigests } from '../../test/digests.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { setPassword, signIn, withCookie } from '../../test/session.ts';
import { fillDemos } from './fill-demo.ts';

const now = new Date('2026-11-18T10:00:00Z');
const app = useApp({ clock: { now: () => now } });
const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;

const password = 'nine patient otters';
const [mara, aiko, noor] = ['mara@juniper.example', 'aiko@juniper.example', 'noor@juniper.example'];
const cookies: Record<string, string> = {};
const clear = (email: string) =>
  app.delete('/organization/demo', undefined, withCookie(cookies[email] ?? ''));
let [workspaceId, neighbourId] = ['', ''];

beforeAll(async () => {
  [{ workspace_id: workspaceId }] = await query('select workspace_id from workspace');
  await createNeighbour(app.runtime);
  [{ workspace_id: neighbourId }] = await query(
    'select workspace_id from workspace where workspace_id <> $1',
    [workspaceId],
  );
  await app.post('/organizations/users', {
    email: noor,
    firstName: 'Noor',
    lastName: 'Haddad',
    role: 'admin',
    password,
  });
  for (const email of [mara, aiko]) await setPassword(app, email, password);
  for (const email of [mara, aiko, noor]) cookies[email] = (await signIn(app, email, password)).cookie;
  await query('update member set password_hash = null where email = $1', [aiko]);
  await query(
    `insert into first_step (workspace_id, member_id, key)
    select workspace_id, id, 'calendar' from member where email = $1`,
    [mara],
  );
});

test('409: a workspace that is no demo is never emptied', async () => {
  const before = await computeWorkspaceDigests(app.connection, workspaceId);
  const { status, body } = await clear(mara);
  expect([status, body.message]).toEqual([409, 'This workspace contains no demo data.']);
  expect((await app.get('/session')).body.resource.workspace.isDemo).toBe(false);
  expect(await computeWorkspaceDigests(app.connection, workspaceId)).toEqual(before);
});

test('403: users and tokens can’t empty it; admins see that it is a demo', async () => {
  await query('insert into demo (workspace_id) values ($1)', [workspaceId]);
  await fillDemos(app.runtime);
  await app.runEffects();
  expect((await clear(aiko)).status).toBe(403);
  expect((await app.delete('/organization/demo')).status).toBe(403);
  const { workspace, may } = (await app.get('/session', withCookie(cookies[noor] ?? ''))).body.resource;
  expect(workspace.isDemo).toBe(true);
  expect(may).toContain('clearDemo');
});

/** Requests that wait for each other in the database. */
const countWaiting = async (): Promise<number> =>
  (
    await query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0].n;

test('200: of two at once one empties it; 404: a booking that is made meanwhile finds its page gone', async () => {
  const neighbour = await computeWorkspaceDigests(app.connection, neighbourId);
  const { slug: eventTypeSlug } = await createPage(app);
  const book = (start: string) =>
    app.post('/event', {
      ownerSlug: 'mara-lindqvist',
      eventTypeSlug,
      date: '2026-12-01',
      start,
      timeZone: 'Europe/Berlin',
      name: 'Ines Okafor',
      email: 'ines@okafor.example',
    });
  expect((await book('10:00')).status).toBe(200);
  // Keeps the first of both in the middle, when it has locked pages already.
  const blocker = await app.runtime.database.pool.connect();
  await blocker.query('begin; select from invitee for update');
  const clearing = Promise.all([clear(mara), clear(noor)]);
  await expect.poll(countWaiting).toBe(2);
  const booking = Promise.all([book('11:00'), book('12:00')]);
  await expect.poll(countWaiting).toBeGreaterThan(2);
  await blocker.query('commit');
  blocker.release();
  expect((await clearing).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await booking).map(({ status }) => status)).toEqual([404, 404]);
  expect(await computeWorkspaceDigests(app.connection, neighbourId)).toEqual(neighbour);
});

test('what is left are accounts, standard objects and workflows, and default hours', async () => {
  const tables = await query(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  const left: string[] = [];
  for (const { name } of tables) {
    const [{ exists }] = await query(`select exists (select from ${name} where workspace_id = $1)`, [
      workspaceId,
    ]);
    if (exists) left.push(name);
  }
  expect(left).toEqual(
    expect.arrayContaining(['member', 'session', 'api_token', 'schedule', 'crm_object', 'workflow']),
  );
  const demo =
    /^(?:event|scheduled|invitee|crm_(?!object|attribute|option|relation|feed_state|count)|outbound|call_|poll|webhook|note|mail|team|link|routing|hold|agent|demo|first_step|workflow_run|payment$)/;
  expect(left.filter((name) => demo.test(name))).toEqual([]);
  const members = await query(
    'select email, first_name, timezone from member where workspace_id = $1 order by email',
    [workspaceId],
  );
  expect(members).toEqual([
    { email: mara, first_name: 'Workspace', timezone: 'UTC' },
    { email: noor, first_name: 'Noor', timezone: expect.any(String) },
  ]);
  expect(
    (await query('select count(*)::int as n from schedule where workspace_id = $1', [workspaceId]))[0].n,
  ).toBe(2);
});

test('people who were signed in still are, tokens still work, and Home begins with the first steps', async () => {
  const session = (await app.get('/session', withCookie(cookies[mara] ?? ''))).body.resource;
  expect(session.workspace).toMatchObject({ name: 'My workspace', isDemo: false });
  const { steps } = (await app.get('/first-steps')).body;
  const done = steps
    .filter(({ isDone }: { isDone: boolean }) => isDone)
    .map(({ key }: { key: string }) => key);
  // Noor is there, who can sign in.
  expect(done).toEqual(['team']);
  expect((await app.get('/crm/people')).body.pagination.total).toBe(0);
  expect((await app.get('/scheduled-events')).body.collection).toEqual([]);
});

test('the workspace works afterwards: a page can be created and booked', async () => {
  const page = await app.post('/event-types', { title: 'Intro call', duration: 30 });
  expect(page.status).toBe(201);
  const booking = {
    ownerSlug: 'mara-lindqvist',
    eventTypeSlug: page.body.resource.slug,
    date: '2026-12-02',
    start: '10:00',
    timeZone: 'UTC',
    name: 'Ada Keller',
    email: 'ada@keller.example',
  };
  expect((await app.post('/event', booking)).status).toBe(200);
  expect((await app.get('/crm/people')).body.pagination.total).toBe(1);
});

test('the audit log says who emptied it, and keeps what people did before', async () => {
  const entries = await query(
    `select action, actor_kind, member_id from audit_entry where workspace_id = $1 and action = 'demo.cleared'`,
    [workspaceId],
  );
  expect(entries).toEqual([{ action: 'demo.cleared', actor_kind: 'session', member_id: expect.any(String) }]);
  const kept = await query(`select from audit_entry where workspace_id = $1 and action = 'session.created'`, [
    workspaceId,
  ]);
  expect(kept.length).toBeGreaterThanOrEqual(2);
  const { collection } = (await app.get('/audit-log?action=demo.cleared')).body;
  expect(collection).toHaveLength(1);
});

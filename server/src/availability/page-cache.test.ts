import { describe, expect, test } from 'vitest';
import { bookPage, fixedClock, listFreeTimes, createPage, mara } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { compareUnderWrites, seedCalendars } from '../../test/stale-pages.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { createContext, runInWorkspace, readInWorkspace, type Ctx } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { loadCachedPage } from './page-cache.ts';
import { deleteOldChanges, findPageVersion } from './page-version.store.ts';
import { loadPage, type PageAddress } from './store.ts';

const app = useApp({ clock: fixedClock });
const window = { start: Date.UTC(2027, 0, 11) / 60_000, end: Date.UTC(2027, 0, 18) / 60_000 };

const workspaceId = async () => {
  const { rows } = await app.runtime.database.pool.query('select workspace_id from workspace');
  return rows[0].workspace_id as WorkspaceId;
};

test('a page that nobody changed is not loaded again', async () => {
  const page = await createPage(app);
  const selection = { address: { ownerSlug: mara, eventTypeSlug: page.slug }, window };
  const actor = createSystemActor(await workspaceId());
  const load = () => readInWorkspace(app.runtime, actor, (ctx) => loadCachedPage(ctx, selection));
  const first = await load();
  expect(await load()).toBe(first);
  await bookPage(app, page);
  const second = await load();
  expect(second).not.toBe(first);
  expect(await load()).toBe(second);
});

test('what a transaction has written is not shared before it commits', async () => {
  const page = await createPage(app);
  const address = { ownerSlug: mara, eventTypeSlug: page.slug };
  const actor = createSystemActor(await workspaceId());
  const load = (ctx: Parameters<typeof loadCachedPage>[0]) => loadCachedPage(ctx, { address, window });
  await runInWorkspace(app.runtime, actor, async (ctx) => {
    for (const title of ['One', 'Two']) {
      await ctx.db.updateTable('event_type').set({ title }).where('slug', '=', page.slug).execute();
      expect((await load(ctx))?.title).toBe(title);
    }
  });
  expect((await readInWorkspace(app.runtime, actor, load))?.title).toBe('Two');
});

test('a version does not come back when old changes are purged and an older transaction commits late', async () => {
  const page = await createPage(app);
  const { pool } = app.runtime.database;
  const id = await workspaceId();
  const load = () =>
    readInWorkspace(app.runtime, createSystemActor(id), (ctx) =>
      loadCachedPage(ctx, { address: { ownerSlug: mara, eventTypeSlug: page.slug }, window }),
    );
  const [host] = (await load())?.hosts ?? [];
  await deleteOldChanges(app.runtime.database, 15);
  await pool.query(
    `insert into availability_change (workspace_id, subject, tx, created_at) values ($1, $2, '3', now() - interval '1 hour')`,
    [id, host?.id],
  );
  const late = await pool.connect();
  try {
    await late.query('begin');
    await late.query('select pg_current_xact_id()');
    await app.post('/absences', { start: '2027-01-13', end: '2027-01-13', kind: 'vacation' });
    const before = await load();
    await deleteOldChanges(app.runtime.database, 15);
    await late.query(`set local daybook.workspace = '*'`);
    await late.query(
      `insert into absence (workspace_id, id, member_id, kind, starts_at, ends_at)
       values ($1, gen_random_uuid(), $2, 'vacation', '2027-01-14T08:00Z', '2027-01-14T12:00Z')`,
      [id, host?.id],
    );
    await late.query('commit');
    expect(await load()).not.toEqual(before);
  } finally {
    late.release();
  }
});

describe('after each change the next answer is the new one', () => {
  test.each<[string, (page: { uuid: string; slug: string }) => Promise<{ status: number }>]>([
    ['a booking', (page) => bookPage(app, page, { start: '15:00' })],
    ['a setting of the page', (page) => app.patch(`/event-types/${page.uuid}`, { duration: 45 })],
    ['an absence', () => app.post('/absences', { start: '2027-01-12', end: '2027-01-12', kind: 'vacation' })],
  ])('%s', async (_, change) => {
    const page = await createPage(app);
    const before = await listFreeTimes(app, page, '2027-01-12');
    expect(before.length).toBeGreaterThan(0);
    expect((await change(page)).status).toBeLessThan(300);
    expect(await listFreeTimes(app, page, '2027-01-12')).not.toEqual(before);
  });
});

test('pages compared with themselves uncached, under changes of all that they depend on, are never stale', async () => {
  const id = await workspaceId();
  await app.post('/resources', { name: 'Aalto', kind: 'Room' });
  const [one, two] = [
    await createPage(app, { resources: [{ kind: 'Room' }] }),
    await createPage(app, { title: 'Other' }),
  ];
  for (const start of ['09:00', '11:00', '13:00']) await bookPage(app, one, { date: '2027-01-14', start });
  await seedCalendars(app.runtime, id);
  const pages = [one, two].map(({ slug }) => ({ ownerSlug: mara, eventTypeSlug: slug }));
  const { stale, changed, hits, commits, rollbacks } = await compareUnderWrites(app.runtime, {
    workspaceId: id,
    pages,
    comparisons: 400,
    writers: 3,
    seed: 1,
  });
  expect(stale).toEqual([]);
  expect(Math.min(changed, hits, commits, rollbacks)).toBeGreaterThan(20);
}, 60_000);

/** The plan of the one statement that `read` sends, as JSON. */
async function planOf(
  { slug }: { slug: string },
  read: (ctx: Ctx, address: PageAddress) => Promise<unknown>,
): Promise<string> {
  const actor = createSystemActor(await workspaceId());
  return readInWorkspace(app.runtime, actor, async (ctx) => {
    const executor = ctx.db.getExecutor();
    const executeQuery = executor.executeQuery.bind(executor);
    let plan = '';
    executor.executeQuery = async (compiled) => {
      const explained = { ...compiled, sql: `explain (analyze, format json) ${compiled.sql}` };
      plan = JSON.stringify((await executeQuery(explained as typeof compiled)).rows);
      return executeQuery(compiled);
    };
    await read(createContext(app.runtime, actor, ctx.db), { ownerSlug: mara, eventTypeSlug: slug });
    return plan;
  });
}

/** Half an hour of each hour before the window, in the calendar of the page's host. */
async function plantEvents({ uuid }: { uuid: string }, events: number): Promise<void> {
  const { pool } = app.runtime.database;
  const times = `'2027-01-11T00:00:00Z'::timestamptz - n * interval '1 hour' as starts_at,
    '2027-01-11T00:30:00Z'::timestamptz - n * interval '1 hour' as ends_at`;
  await pool.query(
    `with planted as (
       select p.workspace_id, 'dbk-' || lpad(n::text, 16, '0') as id, p.id as event_type_id, p.owner_member_id as host_id, ${times}
       from event_type p, generate_series(1, ${events}) n where p.id = $1),
     events as (
       insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats, seats_taken, search)
       select workspace_id, id, event_type_id, 'Call', 'ONE_ON_ONE', starts_at, ends_at, 30, 1, 1, 'call' from planted)
     insert into event_host (workspace_id, event_id, host_id, busy_from, busy_to, starts_at, ends_at, event_type_id)
     select workspace_id, id, host_id, starts_at, ends_at, starts_at, ends_at, event_type_id from planted
     on conflict do nothing`,
    [uuid],
  );
  await pool.query('vacuum analyze event_host, scheduled_event');
}

/** How many rows of these tables a plan looked at, returned or not. */
function rowsRead(plan: string, tables: readonly string[]): number {
  let rows = 0;
  JSON.parse(plan, (_key, node: Record<string, number | string>) => {
    if (!tables.includes(String(node?.['Relation Name']))) return node;
    const each = Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0);
    rows += each * Number(node['Actual Loops']);
    return node;
  });
  return rows;
}

test('however many events a host has, a page reads those of its window', async () => {
  const page = await createPage(app, { weeklyLimit: 5 });
  await plantEvents(page, 5_000);
  const plan = await planOf(page, (ctx, address) => loadPage(ctx, { address, window }));
  // Nine days before the window, of the host and of the page.
  expect(rowsRead(plan, ['event_host', 'scheduled_event'])).toBeLessThan(2 * 10 * 24);
});

test('however many changes there were, a version reads those of its page', async () => {
  const page = await createPage(app);
  await app.runtime.database.pool.query(
    `insert into availability_change (workspace_id, subject) select workspace_id, 'other' || n from workspace, generate_series(1, 5000) n`,
  );
  await app.runtime.database.pool.query('vacuum analyze availability_change');
  const plan = await planOf(page, findPageVersion);
  expect(rowsRead(plan, ['availability_change'])).toBeLessThan(500);
});

test('whatever a page is loaded from counts in its version', async () => {
  const plan = await planOf(await createPage(app), (ctx, address) => loadPage(ctx, { address, window }));
  const read = new Set([...plan.matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name));
  const { rows } = await app.runtime.database.pool.query(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname like 'availability_%'`,
  );
  const byRowVersion = [
    'event_type',
    'workspace',
    'member',
    'team',
    'schedule',
    'event_type_host',
    'owner_slug',
    'resource',
  ];
  // The version names the calendars that can't be asked, which is all that is read of these.
  const byOutcome = ['calendar_connection', 'calendar_entry'];
  const counted = new Set([...byRowVersion, ...byOutcome, ...rows.map(({ name }) => name as string)]);
  expect(read.size).toBeGreaterThan(10);
  expect([...read].filter((name) => !counted.has(name as string))).toEqual([]);
});

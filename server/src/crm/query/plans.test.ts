import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { readInWorkspace, type Ctx } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { loadDefinitionById } from '../schema/definitions.ts';
import { listRecords } from './list-records.ts';
import { buildQueryFromParams } from './parse-query.ts';
import { queryRows, createTestCrm, findWorkspaceId } from '../test-crm.ts';

/** Lists are read from indexes, behind row level security, as the role that requests have. */

const app = useApp();
const crm = createTestCrm(app);

let workspaceId: WorkspaceId;
let objectId: string;

beforeAll(async () => {
  const slug = await crm.object('many');
  const options = [{ value: 'New' }, { value: 'Won' }, { value: 'Lost' }];
  for (const fields of [
    { label: 'Title', type: 'text' },
    { label: 'Size', type: 'number' },
    { label: 'Due', type: 'date' },
    { label: 'Stage', type: 'select', options },
    { label: 'Tags', type: 'multiselect', options },
    { label: 'Buddy', type: 'relation', relatedObjectSlug: slug, relationType: 'many_to_one' },
  ]) {
    await crm.attribute(slug, fields);
  }
  workspaceId = await findWorkspaceId(app);
  const [object] = await queryRows<{ id: string }>(app, 'select id from crm_object where slug = $1', [slug]);
  objectId = object?.id ?? '';
  const stage = `(select min(o.id) from crm_option o join crm_attribute a on a.id = o.attribute_id where a.key = 'stage' and a.object_id = $2)`;
  await queryRows(
    app,
    `insert into crm_record (workspace_id, object_id, id, data, search, t1, n1, n2, d1)
     select $1, $2, gen_random_uuid(), '{}', 'record ' || md5(i::text), md5(i::text), i % 500, ${stage} + (i % 3),
       '2027-01-01'::timestamptz + i * interval '100 minutes'
     from generate_series(1, 12000) i`,
    [workspaceId, objectId],
  );
  await queryRows(app, 'analyze');
  await queryRows(
    app,
    `insert into crm_pick (workspace_id, attribute_id, value, object_id, record_id)
     select r.workspace_id, a.id, (select min(id) from crm_option o where o.attribute_id = a.id) + (r.n1 >= 10)::int,
       r.object_id, r.id
     from crm_record r join crm_attribute a on a.object_id = r.object_id and a.key = 'tags'
     where r.object_id = $1 and r.n1 < 100`,
    [objectId],
  );
  await queryRows(
    app,
    `insert into crm_link (workspace_id, relation_id, from_object_id, from_id, to_object_id, to_id, from_single, to_single)
     select r.workspace_id, l.id, l.from_object_id, r.id, l.to_object_id, p.id, l.from_single, l.to_single
     from crm_record r join crm_relation l on l.from_object_id = r.object_id
     join (select id from crm_record where object_id = $1 and n1 = 7 limit 1) p on true
     where r.object_id = $1 and r.n1 < 100`,
    [objectId],
  );
  // As a bulk load leaves them: in one transaction, so that the planner takes any of them for all.
  await queryRows(
    app,
    `insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind)
     select workspace_id, gen_random_uuid(), object_id, id, 'record.created', 'system' from crm_record
     where object_id = $1`,
    [objectId],
  );
  await queryRows(app, 'analyze');
});

/** How PostgreSQL answers the statements that have this in them, of all that the work sends. */
async function plansOf(part: string, work: (ctx: Ctx) => Promise<unknown>): Promise<string> {
  return readInWorkspace(app.runtime, createSystemActor(workspaceId), async (ctx) => {
    const plans: string[] = [];
    const executor = ctx.db.getExecutor();
    const executeQuery = executor.executeQuery.bind(executor);
    executor.executeQuery = async (compiled) => {
      if (compiled.sql.includes(part)) {
        const explain = { ...compiled, sql: `explain ${compiled.sql}` };
        const { rows: lines } = await executeQuery<{ 'QUERY PLAN': string }>(explain as typeof compiled);
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
      return executeQuery(compiled);
    };
    await work(ctx);
    return plans.join('\n\n');
  });
}

const planOfPage = (query: Record<string, string>) =>
  plansOf('crm_record r', async (ctx) => {
    const recordQuery = { ...buildQueryFromParams(query, { limit: 20, offset: 0 }), withTotal: false };
    await listRecords(ctx, await loadDefinitionById(ctx, objectId), recordQuery);
  });

describe('the plan of a page', () => {
  test.each([
    ['in the order of creation', {}, 'crm_record_pkey'],
    ['sorted by text', { sort: 'title' }, 'crm_record_t1'],
    ['sorted by number, descending', { sort: '-size' }, 'crm_record_n1'],
    ['sorted by date', { sort: 'due' }, 'crm_record_d1'],
    ['last updated first', { sort: '-updated_at' }, 'crm_recency_changed'],
    ['by the time of the last update', { 'filter[updated_at][gt]': '2099-01-01' }, 'crm_recency_changed'],
    ['by text', { 'filter[title]': 'c4ca4238a0b923820dcc509a6f75849b' }, 'crm_record_t1'],
    ['by number', { 'filter[size]': '5', sort: 'due' }, 'crm_record_n1'],
    ['by a range of dates', { 'filter[due][gte]': '2029-04-01' }, 'crm_record_d1'],
    ['by an option, sorted by number', { 'filter[stage]': 'Won', sort: 'size' }, 'crm_record_n1'],
    ['by a value of a list', { 'filter[tags]': 'New' }, 'crm_pick_pkey'],
    ['through a relation that few pass', { 'filter[buddy.size]': '8' }, 'crm_link'],
  ])('%s uses %s', async (_, query, index) => {
    const plan = await planOfPage(query);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on crm_record');
    expect(plan).not.toContain('SubPlan');
  });

  test('through a relation that many pass walks the order of the list, and hashes both sides of the links', async () => {
    const plan = await planOfPage({ 'filter[buddy.size]': '7' });
    expect(plan).toContain('crm_record_pkey');
    expect(plan.match(/hashed SubPlan/g)).toHaveLength(2);
    expect(plan).not.toMatch(/Seq Scan on crm_record|Sort|Nested Loop/);
  });

  test('after a cursor it begins in the index at any depth', async () => {
    const { body } = await app.get('/crm/many?sort=size&count=100&page=30');
    const cursor = new URL(body.pagination.nextPage, 'http://localhost').searchParams.get('cursor') ?? '';
    const plan = await planOfPage({ sort: 'size', cursor });
    expect(plan).toMatch(/Index Cond: .*ROW\(n1, id\) > ROW/);
    expect(plan).not.toContain('Seq Scan on crm_record');
  });
});

describe('a search for a word that more than 10,000 records have', () => {
  test('200: walks the order of the list instead of sorting all hits', async () => {
    for (const [query, index] of [
      [{ search: 'record' }, 'crm_record_pkey'],
      [{ search: 'record', sort: '-size' }, 'crm_record_n1'],
    ] as const) {
      const plan = await planOfPage(query);
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Sort|crm_records_found/);
    }
    expect(await planOfPage({ search: 'c4ca4238a0b9' })).toContain('id = ANY');
  });

  test('200: counts to 10,000 and says so; its pages go on; a filter that leaves fewer is counted exactly', async () => {
    const { pagination, collection } = (await app.get('/crm/many?search=record&count=100&sort=title')).body;
    expect(pagination).toMatchObject({ total: 10_000, totalPages: 100, isTotalExact: false });
    const all = (await app.get('/crm/many?count=100&sort=title')).body;
    expect(all.pagination).not.toHaveProperty('isTotalExact');
    expect(collection).toEqual(all.collection);
    const next = await app.get(pagination.nextPage.replace(/^\/v2/, ''));
    expect(next.body.pagination).toMatchObject({ total: 10_000, isTotalExact: false });
    expect(next.body.collection).toEqual(
      (await app.get('/crm/many?count=100&sort=title&page=2')).body.collection,
    );
    const last = await app.post('/crm/many/query', {
      search: 'record',
      count: 100,
      page: 120,
      includeTotal: true,
    });
    expect(last.body.collection).toHaveLength(100);
    expect(last.body.pagination).toEqual({
      count: 100,
      total: 10_000,
      nextCursor: null,
      isTotalExact: false,
    });
    const few = (await app.get('/crm/many?search=record&filter[size]=5')).body.pagination;
    expect([few.total, few.isTotalExact]).toEqual([24, undefined]);
    const rare = (await app.get('/crm/many?search=c4ca4238a0b9')).body.pagination;
    expect([rare.total, rare.isTotalExact]).toEqual([1, undefined]);
  });
});

describe('the plan of a total', () => {
  const totalOf = async (ctx: Ctx, query: Record<string, string>) => {
    const recordQuery = buildQueryFromParams(query, { limit: 0, offset: 0 });
    await listRecords(ctx, await loadDefinitionById(ctx, objectId), recordQuery);
  };

  test.each([
    ['by text', { 'filter[title]': 'c4ca4238a0b923820dcc509a6f75849b' }, 'crm_record_t1'],
    ['by a third of all', { 'filter[stage]': 'Won' }, 'crm_record_n2'],
    ['by an option and a number', { 'filter[stage]': 'Won', 'filter[size][gte]': '100' }, 'crm_record_n'],
    ['by a value of a list', { 'filter[tags]': 'New' }, 'crm_pick_pkey'],
    ['through a relation', { 'filter[buddy.size]': '7' }, 'crm_link'],
  ])('that is counted %s uses an index', async (_, query, index) => {
    const plan = await plansOf('count(*) as total', (ctx) => totalOf(ctx, query));
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on crm_record');
  });

  test('that is cached looks only at the end of the index of changes', async () => {
    const plan = await plansOf('from crm_change', async (ctx) => {
      for (let time = 1; time <= 2; time += 1) await totalOf(ctx, { 'filter[size]': '5' });
    });
    expect(plan).toMatch(/Index Scan using crm_change_pkey on crm_change.*\n *Index Cond: .*tx >= .*tx <= /);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});

test('foreign keys to records are checked by the primary key, also before the table is analyzed', async () => {
  const client = await app.runtime.database.pool.connect();
  await client.query('begin; set local plan_cache_mode = force_generic_plan');
  await client.query(`prepare key_check(uuid, uuid, uuid) as
    select 1 from only crm_record x where workspace_id = $1 and object_id = $2 and id = $3 for key share of x`);
  const id = 'gen_random_uuid()';
  const plan = await client.query(`explain execute key_check(${id}, ${id}, ${id})`);
  await client.query('rollback; deallocate key_check');
  client.release();
  expect(JSON.stringify(plan.rows)).toContain('crm_record_pkey');
});

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { aggregateRecords } from '../server/src/crm/query/aggregate-records.ts';
import { listRecords } from '../server/src/crm/query/list-records.ts';
import { buildQueryFromBody } from '../server/src/crm/query/parse-query.ts';
import { openObject } from '../server/src/crm/schema/definitions.ts';
import type { Definition } from '../server/src/crm/schema/definition.ts';
import { createSystemActor } from '../server/src/platform/auth/actor.ts';
import type { Ctx } from '../server/src/platform/context.ts';
import { openPool, type Client } from '../server/src/platform/db/connect.ts';
import { createQueryBuilder } from '../server/src/platform/db/kysely.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { openBench, startServer } from './parts/server.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * What reads all people through their companies: filters and aggregates on 100,000 people of 20,000 companies. CPU of PostgreSQL for
 * one answer, next to the limit; plans with `--explain`.
 *
 *   npx tsx bench/crm-relations.ts --people 100000
 */
const { values: given } = parseArgs({
  options: {
    ...smokeOption,
    people: { type: 'string', default: chooseForSmoke('100000', '1000') },
    rounds: { type: 'string', default: chooseForSmoke('10', '1') },
    explain: { type: 'boolean', default: false },
  },
});
const people = Number(given.people);
const companies = Math.ceil(people / 5);
const rounds = Number(given.rounds);
const limitMs = 300;
let isExplaining = false;

const bench = await openBench({ shared_buffers: '512MB', max_parallel_workers_per_gather: '0' });
try {
  const server = await startServer(bench);
  await server.stop();
  const pool = openPool(bench.postgres.connection, 2);
  const client = await pool.connect();
  const { rows } = await client.query<{ workspace_id: WorkspaceId }>('select workspace_id from workspace');
  const workspaceId = rows[0]?.workspace_id as WorkspaceId;
  await load(client, workspaceId);
  const ctx = contextOn(client, workspaceId);
  await client.query(
    `begin read only; set local daybook.workspace = '${workspaceId}'; set local role daybook_app`,
  );
  const definition = await openObject(ctx, 'people', 'read');
  for (const [name, ask] of Object.entries(questions(ctx, definition))) await measure(client, name, ask);
  await client.query('rollback');
  client.release();
  await pool.end();
} finally {
  await bench.close();
}

function contextOn(on: Client, workspaceId: WorkspaceId): Ctx {
  const explained = new Proxy(on, {
    get(target, name) {
      if (name !== 'query' || !isExplaining) return Reflect.get(target, name) as unknown;
      return async (query: { text: string; values?: unknown[] }) => {
        if (/crm_record/.test(query.text)) {
          const plan = await target.query(`explain (analyze, buffers) ${query.text}`, query.values);
          for (const row of plan.rows) console.log(`    ${row['QUERY PLAN']}`);
        }
        return target.query(query as never);
      };
    },
  });
  const actor = createSystemActor(workspaceId);
  return {
    db: createQueryBuilder(explained as Client),
    database: {},
    workspaceId,
    actor,
    now: new Date(),
  } as unknown as Ctx;
}

type Ask = () => Promise<unknown>;

function questions(ctx: Ctx, definition: Definition): Record<string, Ask> {
  const list = (filter: object, sort?: string) => () =>
    // Totals are cached for a database: each time is the first one.
    listRecords(
      { ...ctx, database: {} } as Ctx,
      definition,
      buildQueryFromBody({ filter, sort, count: 20, includeTotal: true }),
    );
  const aggregate =
    (groupBy: string, filter: object = {}) =>
    () =>
      aggregateRecords(ctx, definition, {
        filter,
        groupBy,
        measures: [{ op: 'count' }, { op: 'count', key: 'jobTitle' }],
      } as Parameters<typeof aggregateRecords>[2]);
  return {
    'filter company.location (1 of 200)': list({ 'company.location': 'city-17' }),
    'filter company.location (contains)': list({ 'company.location': { contains: 'city-1' } }),
    'filter company.location, sorted': list({ 'company.location': 'city-17' }, 'lastName'),
    'filter company.employees (half)': list({ 'company.employees': { gte: 500 } }),
    'filter not company.location': list({ 'company.location': { ne: 'city-17' } }),
    'aggregate by company': aggregate('company'),
    'aggregate by company, filtered': aggregate('company', { jobTitle: 'job-3' }),
  };
}

async function measure(on: Client, name: string, ask: Ask): Promise<void> {
  await ask();
  const { rows: backends } = await on.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = backends[0]?.pid ?? 0;
  const before = cpuMs(pid);
  for (let round = 0; round < rounds; round += 1) await ask();
  const ms = (cpuMs(pid) - before) / rounds;
  console.log(`${name}: ${ms.toFixed(0)} ms of CPU, ${(ms / limitMs).toFixed(2)} of the limit (1)`);
  if (!given.explain) return;
  isExplaining = true;
  await ask();
  isExplaining = false;
}

/** Without parallel workers, which would have a count of their own. */
function cpuMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function load(on: Client, workspaceId: WorkspaceId): Promise<void> {
  await on.query(`set daybook.workspace = '*'; set statement_timeout = 0`);
  const slotOf = async (slug: string, key: string): Promise<string> => {
    const { rows } = await on.query<{ slot: string }>(
      `select a.slot from crm_attribute a join crm_object o on o.workspace_id = a.workspace_id and o.id = a.object_id
       where o.slug = $1 and a.key = $2`,
      [slug, key],
    );
    return rows[0]?.slot ?? '';
  };
  const insert = async (slug: string, count: number, values: Record<string, string>): Promise<void> => {
    const slots: string[] = [];
    for (const key of Object.keys(values)) slots.push(await slotOf(slug, key));
    const columns = Object.entries(values).map(([key, sql], index) => ({
      key,
      sql,
      slot: slots[index] ?? '',
    }));
    const stored = columns.filter(({ slot }) => slot !== '');
    await on.query(
      `insert into crm_record (workspace_id, object_id, id, data, search, ${stored.map(({ slot }) => slot).join(', ')})
       select '${workspaceId}', o.id, md5('${slug}' || n)::uuid,
         jsonb_build_object(${columns.map(({ key, sql }) => `'${key}', ${sql}`).join(', ')}), '${slug} ' || n,
         ${stored.map(({ sql }) => sql).join(', ')}
       from crm_object o, generate_series(1, ${count}) n where o.slug = '${slug}'`,
    );
  };
  await insert('companies', companies, {
    name: `'company ' || n`,
    location: `'city-' || (n % 200)`,
    employees: `n % 1000`,
  });
  await insert('people', people, {
    firstName: `'first ' || n`,
    lastName: `'last ' || (n * 7919 % 100003)`,
    jobTitle: `'job-' || (n % 20)`,
  });
  await on.query(
    `insert into crm_link (workspace_id, relation_id, from_object_id, to_object_id, from_single, to_single, from_id, to_id)
     select '${workspaceId}', r.id, r.from_object_id, r.to_object_id, r.from_single, r.to_single,
       case when f.slug = 'people' then p else c end, case when f.slug = 'people' then c else p end
     from crm_relation r join crm_object f on f.workspace_id = r.workspace_id and f.id = r.from_object_id
     join crm_object t on t.workspace_id = r.workspace_id and t.id = r.to_object_id
     cross join lateral (select md5('people' || n)::uuid as p, md5('companies' || (1 + n % ${companies}))::uuid as c
       from generate_series(1, ${people}) n) x
     where f.slug in ('people', 'companies') and t.slug in ('people', 'companies')`,
  );
  await on.query('analyze crm_record, crm_link');
}

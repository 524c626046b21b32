import { parseArgs } from 'node:util';
import { parseFilterBody } from '../server/src/crm/query/filter.rules.ts';
import type { RecordQuery } from '../server/src/crm/query/parse-query.ts';
import { formatDatabaseUrl } from '../server/test/process/daybook.ts';
import { callServer, createTestObject, loadRecords } from './parts/crm-load.ts';
import { explainQuery, measureSqlOnly } from './parts/crm-sql.ts';
import { runLoad, computeMedian } from './parts/load.ts';
import {
  requireStatuses,
  measureImport,
  measureRename,
  measureWrites,
  type Size,
} from './parts/crm-writes.ts';
import { addDatabase, openBench, startServer, token, type Server } from './parts/server.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * The CRM on one object with very many records. Lists are compared with their SQL alone in the same run, bulk and import
 * with the rate at which PostgreSQL writes the same rows by itself. `--records 10500,1000000` sets the sizes; page 501 needs more than
 * 10,000.
 *
 *   npx tsx bench/crm.ts --records 10500,1000000
 *
 * Others on the same data: Directus 10, 115 to 147 list requests/s and 261 records/s in bulk; a leading open CRM states a
 * ceiling of 100 records/s by API.
 */
const { values: given } = parseArgs({
  options: {
    ...smokeOption,
    records: { type: 'string', default: chooseForSmoke('10500,1000000', '10500') },
    seconds: { type: 'string', default: chooseForSmoke('5', '0.2') },
    rounds: { type: 'string', default: chooseForSmoke('3', '1') },
    import: { type: 'string', default: chooseForSmoke('100000', '500') },
  },
});
const seconds = Number(given.seconds);
const clients = 20;
const rounds = Number(given.rounds);

const bench = await openBench({ shared_buffers: '2GB', max_wal_size: '4GB' });
try {
  const sizes: Size[] = [];
  for (const records of given.records.split(',').map(Number)) sizes.push(await load(records));
  for (const size of sizes) await measureLists(size);
  await compareSizes(sizes);
  const most = sizes.at(-1);
  if (most) {
    await measureImport(most, Number(given.import));
    await measureWrites(most);
    await measureRename(most);
  }
} finally {
  await bench.close();
}

async function load(records: number): Promise<Size> {
  const connection = await addDatabase(bench, `records_${records}`);
  // A worker too: the demo company leaves a job that would otherwise run later, through all records.
  const server = await startServer(bench, { DATABASE_URL: formatDatabaseUrl(connection), ROLE: 'all' });
  const object = await createTestObject(server);
  const sqlPerSecond = await loadRecords(connection, object, 0, records);
  console.log(`${count(records)} records loaded by SQL alone at ${sqlPerSecond.toFixed(0)}/s`);
  return { records, connection, server, object, sqlPerSecond };
}

function count(records: number): string {
  return records.toLocaleString('en');
}

async function measureLists(size: Size): Promise<void> {
  console.log(`\n${count(size.records)} records, ${clients} clients`);
  for (const list of await lists(size.server)) {
    console.log(list.name);
    await compare(size, list);
    for (const line of await explainQuery(size.connection, list.query)) console.log(`    ${line}`);
  }
}

async function compareSizes(sizes: readonly Size[]): Promise<void> {
  console.log('\none client, p50');
  const listed = await Promise.all(sizes.map(({ server }) => lists(server)));
  for (const [index, { name }] of (listed[0] ?? []).entries()) {
    const p50s = sizes.map((): number[] => []);
    for (let round = 0; round < 2 * rounds; round += 1) {
      for (const [at, { server }] of sizes.entries()) {
        const request = listed[at]?.[index]?.request as List['request'];
        const load = {
          port: server.port,
          token,
          connections: 1,
          requests: [request],
          seconds: chooseForSmoke(1.5, 0.2),
        };
        p50s[at]?.push((await runLoad(load)).p50Ms);
      }
    }
    const medians = p50s.map(computeMedian);
    const ratio = ((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2);
    const shown = medians.map((ms) => `${ms.toFixed(2)} ms`).join(', ');
    console.log(`  ${name}: ${shown}; ratio ${ratio}${index === 0 ? ' (limit 1.5)' : ''}`);
  }
}

interface List {
  readonly name: string;
  readonly request: { method: string; path: string; body?: unknown };
  readonly query: RecordQuery;
}

async function lists(on: Server): Promise<List[]> {
  const filter = { stage: 'Qualified', urgent: true };
  const narrow = { city: 'city-17' };
  const page = { sort: '-amount', limit: 20, offset: 0, withTotal: false };
  const asked = (from: object) => () => parseFilterBody(from);
  const query = (from: object) => ({
    method: 'POST',
    path: '/v2/crm/deals/query',
    body: { filter: from, sort: '-amount', count: 20 },
  });
  const get = '/v2/crm/deals?filter[stage]=Qualified&filter[urgent]=true&sort=-amount&count=20';
  const deep = await nextOf(on, 500);
  return [
    {
      name: 'wide filter, sorted, without total',
      request: query(filter),
      query: { ...page, filter: asked(filter) },
    },
    {
      name: 'narrow filter, sorted, without total',
      request: query(narrow),
      query: { ...page, filter: asked(narrow) },
    },
    {
      name: 'wide filter, sorted, with total',
      request: { method: 'GET', path: get },
      query: { ...page, filter: asked(filter), withTotal: true },
    },
    {
      name: 'all, sorted, with total, page 501 by number',
      request: { method: 'GET', path: '/v2/crm/deals?sort=-amount&count=20&page=501' },
      query: { ...page, filter: asked({}), offset: 10_000, withTotal: true },
    },
    {
      name: 'all, sorted, with total, page 501 by link',
      request: { method: 'GET', path: deep.path },
      query: { ...page, filter: asked({}), cursor: deep.cursor, withTotal: true },
    },
  ];
}

/** The address that the link of a page contains. */
async function nextOf(on: Server, number: number): Promise<{ path: string; cursor: string }> {
  const { pagination } = await callServer(on, 'GET', `/crm/deals?sort=-amount&count=20&page=${number}`);
  const path = (pagination.nextPage ?? '/v2/crm/deals') as string;
  return { path, cursor: new URL(path, 'http://localhost').searchParams.get('cursor') ?? '' };
}

async function compare({ server, connection }: Size, { request, query }: List): Promise<void> {
  const [http, sql]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const load = { port: server.port, token, connections: clients, requests: [request], seconds };
    const measured = await runLoad(load);
    requireStatuses(measured.statuses, ['200']);
    http.push(measured.perSecond);
    sql.push(await measureSqlOnly(connection, query, { clients, seconds }));
  }
  const [byHttp, bySql] = [computeMedian(http), computeMedian(sql)];
  const ratio = (byHttp / bySql).toFixed(2);
  console.log(`  ${byHttp.toFixed(0)}/s; only its SQL ${bySql.toFixed(0)}/s; ratio ${ratio} (limit 0.6)`);
}

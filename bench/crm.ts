import { parseArgs } from 'node:util';
import { askedInBody } from '../server/src/crm/query.rules.ts';
import type { Wish } from '../server/src/crm/find-records.ts';
import { addressOf } from '../server/test/process/daybook.ts';
import { call, furnish, loadRecords, recordId, recordIdSql, type Furnished } from './crm-load.ts';
import { explain, onlySql } from './crm-sql.ts';
import { drive, median } from './load.ts';
import { pgbench, recordScript, serial, type Request, type Varying } from './pgbench.ts';
import { addDatabase, openBench, startServer, token, type Connection, type Server } from './server.ts';

/**
 * The CRM on one object with very many records, lists beside their SQL alone in the same run. Bulk and import stand beside
 * the rate at which PostgreSQL writes the same rows by itself. `--records 10500,1000000` sets the sizes; page 501 needs more than
 * 10,000.
 *
 *   npx tsx bench/crm.ts --records 10500,1000000
 *
 * Others on the same data: Directus 10, 115 to 147 list requests/s and 261 records/s in bulk; a leading open CRM states a
 * ceiling of 100 records/s by API.
 */
const { values: given } = parseArgs({
  options: {
    records: { type: 'string', default: '10500,1000000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    import: { type: 'string', default: '100000' },
  },
});
const seconds = Number(given.seconds);
const clients = 20;
const rounds = Number(given.rounds);

/** Each size has a database and a server of its own, so that they can be measured in turns: machines are noisy. */
interface Size {
  readonly records: number;
  readonly connection: Connection;
  readonly server: Server;
  readonly furnished: Furnished;
  readonly sqlPerSecond: number;
}

const bench = await openBench({ shared_buffers: '2GB', max_wal_size: '4GB' });
try {
  const sizes: Size[] = [];
  for (const records of given.records.split(',').map(Number)) sizes.push(await load(records));
  for (const size of sizes) await measureLists(size);
  await compareSizes(sizes);
  const most = sizes.at(-1);
  if (most) {
    await writes(most);
    await rename(most);
    await imported(most);
  }
} finally {
  await bench.close();
}

async function load(records: number): Promise<Size> {
  const connection = await addDatabase(bench, `records_${records}`);
  const server = await startServer(bench, { DATABASE_URL: addressOf(connection) });
  const furnished = await furnish(server);
  const sqlPerSecond = await loadRecords(connection, furnished, 0, records);
  console.log(`${count(records)} records loaded by SQL alone at ${sqlPerSecond.toFixed(0)}/s`);
  return { records, connection, server, furnished, sqlPerSecond };
}

function count(records: number): string {
  return records.toLocaleString('en');
}

async function measureLists(size: Size): Promise<void> {
  console.log(`\n${count(size.records)} records, ${clients} clients`);
  for (const list of await lists(size.server)) {
    console.log(list.name);
    await compare(size, list);
    for (const line of await explain(size.connection, list.wish)) console.log(`    ${line}`);
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
        const load = { port: server.port, token, connections: 1, requests: [request], seconds: 1.5 };
        p50s[at]?.push((await drive(load)).p50Ms);
      }
    }
    const medians = p50s.map(median);
    const ratio = ((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2);
    const shown = medians.map((ms) => `${ms.toFixed(2)} ms`).join(', ');
    console.log(`  ${name}: ${shown}; ratio ${ratio}${index === 0 ? ' (limit 1.5)' : ''}`);
  }
}

interface List {
  readonly name: string;
  readonly request: { method: string; path: string; body?: unknown };
  readonly wish: Wish;
}

async function lists(on: Server): Promise<List[]> {
  const filter = { stage: 'Qualified', urgent: true };
  const narrow = { city: 'city-17' };
  const page = { sort: '-amount', limit: 20, offset: 0, withTotal: false };
  const asked = (from: object) => () => askedInBody(from);
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
      wish: { ...page, asked: asked(filter) },
    },
    {
      name: 'narrow filter, sorted, without total',
      request: query(narrow),
      wish: { ...page, asked: asked(narrow) },
    },
    {
      name: 'wide filter, sorted, with total',
      request: { method: 'GET', path: get },
      wish: { ...page, asked: asked(filter), withTotal: true },
    },
    {
      name: 'all, sorted, with total, page 501 by number',
      request: { method: 'GET', path: '/v2/crm/deals?sort=-amount&count=20&page=501' },
      wish: { ...page, asked: asked({}), offset: 10_000, withTotal: true },
    },
    {
      name: 'all, sorted, with total, page 501 by link',
      request: { method: 'GET', path: deep.path },
      wish: { ...page, asked: asked({}), cursor: deep.cursor, withTotal: true },
    },
  ];
}

/** Where the link of a page leads. */
async function nextOf(on: Server, number: number): Promise<{ path: string; cursor: string }> {
  const { pagination } = await call(on, 'GET', `/crm/deals?sort=-amount&count=20&page=${number}`);
  const path = (pagination.nextPage ?? '/v2/crm/deals') as string;
  return { path, cursor: new URL(path, 'http://localhost').searchParams.get('cursor') ?? '' };
}

async function compare({ server, connection }: Size, { request, wish }: List): Promise<void> {
  const [http, sql]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const load = { port: server.port, token, connections: clients, requests: [request], seconds };
    const measured = await drive(load);
    demand(measured.statuses, ['200']);
    http.push(measured.perSecond);
    sql.push(await onlySql(connection, wish, { clients, seconds }));
  }
  const [byHttp, bySql] = [median(http), median(sql)];
  const ratio = (byHttp / bySql).toFixed(2);
  console.log(`  ${byHttp.toFixed(0)}/s; only its SQL ${bySql.toFixed(0)}/s; ratio ${ratio} (limit 0.6)`);
}

function demand(statuses: Record<string, number>, expected: readonly string[]): void {
  if (Object.keys(statuses).some((status) => !expected.includes(status)))
    throw new Error(JSON.stringify(statuses));
}

async function writes({ server, connection, records, furnished, sqlPerSecond }: Size): Promise<void> {
  const load = { port: server.port, token, connections: clients, seconds: 'once' as const };
  const account = furnished.accountIds[0] ?? '';
  const upsert = (record: number): Request => ({
    method: 'PUT',
    path: '/v2/crm/deals?matchingAttribute=code',
    body: { code: `C-${record}`, score: record + 1000 },
  });
  const relate = (record: number, verb: 'add' | 'remove'): Request => ({
    method: 'PATCH',
    path: `/v2/crm/deals/${recordId(record)}/relation`,
    body: { attributeSlug: 'account', [verb]: [account] },
  });
  const spread = (turn: number) => (turn * 7919) % records;
  const measured = async (name: string, requests: Request[], like: [Request, Request], round: number) => {
    const http = await drive({ ...load, requests });
    demand(http.statuses, ['200', '201']);
    const script = await recordScript(connection, like, ofThisRecord(records, account));
    const sql = pgbench(connection, script, { clients, transactions: requests.length, round });
    const ratio = (http.perSecond / sql).toFixed(2);
    console.log(
      `${name}: ${http.perSecond.toFixed(0)}/s; only its SQL, ${script.length - 1} statements, ${sql.toFixed(0)}/s; ratio ${ratio}`,
    );
  };
  console.log('');
  const turns = Array.from({ length: 4000 }, (_, turn) => spread(turn));
  await measured('upsert of one that is there', turns.map(upsert), [upsert(1), upsert(2)], 0);
  const adding = turns.map((record) => relate(record, 'add'));
  await measured('relation add (limit 1500/s)', adding, [relate(1, 'add'), relate(2, 'add')], 1);
  const removing = turns.map((record) => relate(record, 'remove'));
  await measured('relation remove (limit 1500/s)', removing, [relate(1, 'remove'), relate(2, 'remove')], 1);

  const batches = Array.from({ length: 40 }, (_, batch) => ({
    method: 'POST',
    path: '/v2/crm/deals/bulk',
    body: { records: Array.from({ length: 1000 }, (_row, index) => deal(`B-${batch}-${index}`, index)) },
  }));
  for (const connections of [1, 4]) {
    const part = connections === 1 ? batches.slice(0, 20) : batches.slice(20);
    const bulk = await drive({ ...load, connections, requests: part });
    demand(bulk.statuses, ['200']);
    const rate = bulk.perSecond * 1000;
    console.log(
      `bulk create, ${connections} clients: ${rate.toFixed(0)} records/s; by SQL alone ${sqlPerSecond.toFixed(0)}`,
    );
  }
}

/** The records and codes that the loader made, by their number. */
function ofThisRecord(records: number, account: string): Varying {
  return {
    kept: [account],
    pattern: /[Cc]-\d+|018bcfe5-[0-9a-f-]{27}/,
    of(part) {
      const number = `(${serial}::bigint * 7919 % ${records})`;
      return /^c-/i.test(part) ? `'${part.slice(0, 2)}' || ${number}` : recordIdSql(number);
    },
  };
}

function deal(code: string, index: number) {
  return {
    code,
    title: `Deal ${code}`,
    city: `city-${index % 200}`,
    source: 'bench',
    amount: index * 3,
    score: index % 100,
    stage: 'New',
    urgent: index % 2 === 0,
    closes: '2027-05-06',
  };
}

/** Renames an option again and again while records are written, and looks for the longest wait of a writer. */
async function rename({ server: on, furnished: { stage } }: Size): Promise<void> {
  const requests = Array.from({ length: 1500 }, (_, index) => ({
    method: 'PUT',
    path: '/v2/crm/deals?matchingAttribute=code',
    body: { code: `C-${index}`, score: -index },
  }));
  const writing = drive({ port: on.port, token, connections: 1, requests, seconds: 'once' });
  const took: number[] = [];
  let isWriting = true;
  void writing.finally(() => (isWriting = false));
  for (let turn = 0; isWriting; turn += 1) {
    const options = stage.options.map((option) => ({ ...option, value: `${option.value} ${turn}` }));
    const began = performance.now();
    await call(on, 'PATCH', '/crm/objects/deals/attributes/stage', { options });
    took.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { p50Ms, p99Ms } = await writing;
  const worst = Math.max(...took);
  console.log(
    `\noption rename with a writer: p50 ${median(took).toFixed(1)} ms, worst ${worst.toFixed(1)} ms (limit 10)`,
  );
  console.log(`  the writer: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (limit 50)`);
}

async function imported({ connection, sqlPerSecond }: Size): Promise<void> {
  const rows = Number(given.import);
  const worker = await startServer(bench, { DATABASE_URL: addressOf(connection), ROLE: 'all' });
  const lines = Array.from({ length: rows }, (_, index) =>
    Object.values(deal(`I-${index}`, index)).join(','),
  );
  const sent = performance.now();
  const response = await fetch(`http://127.0.0.1:${worker.port}/v2/crm/deals/import?mapping=%7B%7D`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: [Object.keys(deal('', 0)).join(','), ...lines.map((line) => line.replace(',New,', ',,'))].join(
      '\n',
    ),
  });
  const body = (await response.json()) as { import: { id: string } };
  for (;;) {
    const { import: now } = await call(worker, 'GET', `/crm/imports/${body.import.id}`);
    if (now.status === 'completed' || now.status === 'failed') {
      const rate = (rows / (performance.now() - sent)) * 1000;
      const limit = `by SQL alone ${sqlPerSecond.toFixed(0)} (limit 5000)`;
      console.log(`\nCSV import of ${rows} rows, sending included: ${rate.toFixed(0)} records/s; ${limit}`);
      if (now.failed > 0 || now.status === 'failed') console.log(JSON.stringify(now).slice(0, 500));
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

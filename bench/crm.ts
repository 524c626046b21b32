import { parseArgs } from 'node:util';
import { askedInBody } from '../server/src/crm/query.rules.ts';
import type { Wish } from '../server/src/crm/find-records.ts';
import { call, furnish, loadRecords, type Furnished } from './crm-load.ts';
import { explain, onlySql } from './crm-sql.ts';
import { drive, median } from './load.ts';
import { openBench, startServer, token, type Bench, type Server } from './server.ts';

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
const sizes = given.records.split(',').map(Number);
const seconds = Number(given.seconds);
const clients = 20;
const rounds = Number(given.rounds);

const bench = await openBench({ shared_buffers: '1GB', max_wal_size: '4GB' });
const server = await startServer(bench);
try {
  const furnished = await furnish(server);
  const p50 = new Map<string, number[]>();
  let loaded = 0;
  let sqlPerSecond = 0;
  for (const size of sizes) {
    sqlPerSecond = await loadRecords(bench.postgres.connection, furnished, loaded, size);
    loaded = size;
    console.log(
      `\n${size.toLocaleString('en')} records; loaded by SQL alone at ${sqlPerSecond.toFixed(0)}/s`,
    );
    for (const list of await lists(server)) {
      const one = await drive({
        port: server.port,
        token,
        connections: 1,
        requests: [list.request],
        seconds,
      });
      p50.set(list.name, [...(p50.get(list.name) ?? []), one.p50Ms]);
      console.log(
        `${list.name}\n  one client  p50 ${one.p50Ms.toFixed(2)} ms, p99 ${one.p99Ms.toFixed(2)} ms`,
      );
      await compare(list);
      for (const line of await explain(bench.postgres.connection, list.wish)) console.log(`    ${line}`);
    }
  }
  for (const [name, measured] of p50) {
    const ratio = (measured.at(-1) ?? 0) / (measured[0] ?? 1);
    console.log(
      `p50 at most over p50 at fewest records, ${name}: ${ratio.toFixed(2)} (limit 1.5 for the first)`,
    );
  }
  await writes(server, furnished, loaded, sqlPerSecond);
  await rename(server, furnished);
  await imported(bench, sqlPerSecond);
} finally {
  await server.stop();
  await bench.close();
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

async function compare({ request, wish }: List): Promise<void> {
  const [http, sql]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const load = { port: server.port, token, connections: clients, requests: [request], seconds };
    const measured = await drive(load);
    demand(measured.statuses, ['200']);
    http.push(measured.perSecond);
    sql.push(await onlySql(bench.postgres.connection, wish, { clients, seconds }));
  }
  const [byHttp, bySql] = [median(http), median(sql)];
  const ratio = (byHttp / bySql).toFixed(2);
  console.log(
    `  ${clients} clients  ${byHttp.toFixed(0)}/s; only its SQL ${bySql.toFixed(0)}/s; ratio ${ratio} (limit 0.6)`,
  );
}

function demand(statuses: Record<string, number>, expected: readonly string[]): void {
  if (Object.keys(statuses).some((status) => !expected.includes(status)))
    throw new Error(JSON.stringify(statuses));
}

async function writes(
  on: Server,
  { accountIds }: Furnished,
  records: number,
  sqlPerSecond: number,
): Promise<void> {
  const code = (index: number) => `C-${(index * 7919) % Math.floor(records * 1.1)}`;
  const upserts = Array.from({ length: 5000 }, (_, index) => ({
    method: 'PUT',
    path: '/v2/crm/deals?matchingAttribute=code',
    body: { code: code(index), score: index },
  }));
  const load = { port: on.port, token, connections: clients, seconds: 'once' as const };
  const upserted = await drive({ ...load, requests: upserts });
  demand(upserted.statuses, ['200', '201']);
  console.log(`\nupsert: ${upserted.perSecond.toFixed(0)}/s, ${JSON.stringify(upserted.statuses)}`);

  const { collection } = await call(on, 'POST', '/crm/deals/query', { count: 100 });
  const relations = ['add', 'remove'].flatMap((verb) =>
    // Neighbours in time are different records, so that nobody waits for anybody.
    accountIds.slice(0, 25).flatMap((account) =>
      (collection as { id: string }[]).map(({ id }) => ({
        method: 'PATCH',
        path: `/v2/crm/deals/${id}/relation`,
        body: { attributeSlug: 'account', [verb]: [account] },
      })),
    ),
  );
  const related = await drive({ ...load, requests: relations });
  demand(related.statuses, ['200']);
  console.log(`relation add and remove: ${related.perSecond.toFixed(0)}/s (limit 1500)`);

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
async function rename(on: Server, { stage }: Furnished): Promise<void> {
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

async function imported(on: Bench, sqlPerSecond: number): Promise<void> {
  const rows = Number(given.import);
  const worker = await startServer(on, { ROLE: 'all' });
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
  await worker.stop();
}

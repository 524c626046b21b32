import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { closePools, createClient, openDirectoryPool, type Pool } from '../server/src/platform/db/connect.ts';
import { migrateDirectory } from '../server/src/platform/directory/directory.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createLruCache } from '../server/src/platform/lru-cache.ts';
import { cachePolicy, createLookups } from '../server/src/router/lookups.ts';
import { formatDatabaseUrl } from '../server/test/process/daybook.ts';
import { createModel, directoryCores, slugsPerWorkspace, type DirectoryCosts } from './parts/cell-model.ts';
import { readCpuMs } from './parts/cpu.ts';
import { addDatabase, openBench } from './parts/server.ts';
import { chooseForSmoke, judge, smokeOption } from './parts/smoke.ts';

/**
 * A model of 1 to 1,000 cells: what their routers and their directory have to do, and which of the two is the first to be a limit. What
 * the directory takes for a question is measured here; what a request takes, by `bench/router.ts`, `http.ts`, `availability.ts` and
 * `booking.ts`. How often a router asks is computed, and compared with the router's own cache.
 *
 *   npx tsx bench/cells.ts --fresh 30    # as if answers were asked for again after 30 s
 */
const { values } = parseArgs({
  options: {
    ...smokeOption,
    cells: { type: 'string', default: '1,3,10,30,100,300,1000' },
    /** CPU time, in ms. */
    router: { type: 'string', default: '0.6' },
    booking: { type: 'string', default: '7.8' },
    page: { type: 'string', default: '0.6' },
    api: { type: 'string', default: '3' },
    /** Requests for each booking: visitors who look, and programs and dashboards that read. */
    pages: { type: 'string', default: '14' },
    apis: { type: 'string', default: '5' },
    /** Workspaces for each booking a second. */
    workspaces: { type: 'string', default: '10' },
    /** Cores of a cell, and the share of each core that is planned for. */
    cores: { type: 'string', default: '4' },
    load: { type: 'string', default: '0.5' },
    fresh: { type: 'string', default: String(cachePolicy.freshMs / 1000) },
    /** Whether the balancer in front sends the same address and token to the same router. */
    affinity: { type: 'boolean', default: false },
    /** Seconds between two questions for the readiness of a router, which asks each cell. */
    probe: { type: 'string', default: '10' },
    /** Euros a month. */
    price: { type: 'string', default: '12' },
  },
});
const numbers = Object.fromEntries(
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, Number(value)]] : [],
  ),
) as Record<Exclude<keyof typeof values, 'smoke' | 'cells'>, number>;

const tolerance = 0.1;

const costs = await measureDirectory();
const model = createModel(
  { ...numbers, hasAffinity: values.affinity, maxEntries: cachePolicy.maxEntries },
  costs,
);
const { bookingMs, requestsPerBooking, bookingsPerCell, computePlan, computeLookups, listKeys } = model;
console.log(
  `measured: a look-up takes ${costs.lookupMs.toFixed(3)} ms of the directory's CPU, a list of 1,000 cells ${costs.listMs.toFixed(3)} ms`,
);
console.log(
  `a booking with its ${requestsPerBooking - 1} other requests takes ${bookingMs.toFixed(1)} ms: ${bookingsPerCell.toFixed(0)} a second in a cell of ${numbers.cores} cores at ${numbers.load * 100} %`,
);
checkModel();

const table = values.cells.split(',').map((cells) => computePlan(Number(cells)));
console.log('\ncells  workspaces  bookings/s  requests/s  routers  look-ups/s  directory cores  first limit');
for (const plan of table)
  console.log(
    [
      String(plan.cells).padStart(5),
      count(plan.workspaces).padStart(10),
      count(plan.bookings).padStart(10),
      count(plan.requests).padStart(10),
      count(plan.routers).padStart(7),
      count(plan.lookups).padStart(10),
      plan.directoryCores.toFixed(2).padStart(15),
      plan.limit,
    ].join('  '),
  );
printPaper();
console.log(
  `npx tsx bench/cells.ts; Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);

/** The same with single requests and the router's own cache. */
function checkModel(): void {
  const [workspaces, requests, fresh] = [chooseForSmoke(2_000, 200), 200, 30];
  const rates: number[] = [];
  for (const { keys, rate } of listKeys(workspaces, requests))
    for (let key = 0; key < keys; key += 1) rates.push(rate);
  const sums: number[] = [];
  for (const rate of rates) sums.push((sums.at(-1) ?? 0) + rate);
  const total = sums.at(-1) ?? 0;
  const cache = createLruCache<number>(cachePolicy.maxEntries);
  const [warmUp, seconds] = [120, chooseForSmoke(600, 60)];
  let asked = 0;
  for (let now = 0; now < warmUp + seconds; now -= Math.log(1 - Math.random()) / total) {
    const key = String(findIndex(sums, Math.random() * total));
    if (now - (cache.get(key) ?? -Infinity) < fresh) continue;
    cache.set(key, now);
    if (now > warmUp) asked += 1;
  }
  const ratio = asked / seconds / computeLookups(workspaces, requests, fresh, 1);
  console.log(
    `the model's look-ups against single requests through the router's cache: ratio ${ratio.toFixed(3)} (limit 1 ± ${tolerance})`,
  );
  judge(Math.abs(ratio - 1) <= tolerance);
}

function findIndex(sums: readonly number[], wanted: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function printPaper(): void {
  const [workspaces, bookings, regions] = [100_000, 10_000, 3];
  const plan = computePlan(Math.ceil(bookings / bookingsPerCell));
  // Each cell is a primary and two standbys; each region has a standby of the directory.
  const cores = plan.cells * numbers.cores * 3 + plan.routers + directoryCores * regions;
  const cost = cores * numbers.price;
  console.log(
    `\non paper: ${count(workspaces)} workspaces, ${count(bookings)} bookings/s, ${regions} regions: ${plan.cells} cells (${Math.ceil(plan.cells / regions)} in each region) with two standbys each, ${plan.routers} routers, ${count(plan.lookups)} look-ups/s (${plan.directoryCores.toFixed(2)} cores); ${count(cores)} cores in all, ${count(cost)} euros a month, ${(cost / workspaces).toFixed(2)} for each workspace`,
  );
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** A directory of 100,000 workspaces in 1,000 cells, asked by the router's own code. */
async function measureDirectory(): Promise<DirectoryCosts> {
  const bench = await openBench();
  const url = formatDatabaseUrl(await addDatabase(bench, 'directory'));
  await migrateDirectory(url);
  const pool = openDirectoryPool(url);
  try {
    const workspaces = chooseForSmoke(100_000, 1_000);
    await fillDirectory(url, workspaces);
    const lookups = createLookups(pool, createLog('error'));
    const ask = (index: number) =>
      lookups.refresh({ kind: 'slug', value: `host-${(index * 7919) % (workspaces * slugsPerWorkspace)}` });
    return {
      lookupMs: await measureCpu(pool, chooseForSmoke(20_000, 200), ask),
      listMs: await measureCpu(pool, chooseForSmoke(500, 20), () =>
        pool.query(`select name, url, state = 'open' as "isOpen" from directory.cell order by name`),
      ),
    };
  } finally {
    await closePools([pool]);
    await bench.close();
  }
}

async function fillDirectory(url: string, workspaces: number): Promise<void> {
  // A pool's statements may take two seconds only.
  const client = createClient(url);
  await client.connect();
  await client.query(
    `insert into directory.cell select 'cell-' || n, 'http://cell-' || n || '.internal:8080', '' from generate_series(0, 999) n`,
  );
  await client.query(
    `insert into directory.workspace_cell (workspace_id, code, cell)
     select md5(n::text)::uuid, left(md5('code' || n), 8) || n, 'cell-' || n % 1000 from generate_series(0, $1 - 1) n`,
    [workspaces],
  );
  await client.query(
    `insert into directory.name (kind, value, workspace_id)
     select 'slug', 'host-' || n, md5((n / $2)::text)::uuid from generate_series(0, $1 - 1) n`,
    [workspaces * slugsPerWorkspace, slugsPerWorkspace],
  );
  await client.query('analyze');
  await client.end();
}

/** CPU of PostgreSQL for one question, after some that warm it up. */
async function measureCpu(
  pool: Pool,
  questions: number,
  ask: (index: number) => Promise<unknown>,
): Promise<number> {
  const run = async (from: number, to: number) => {
    let next = from;
    const worker = async () => {
      while (next < to) await ask((next += 1));
    };
    await Promise.all(Array.from({ length: 4 }, worker));
  };
  await run(0, questions / 10);
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  );
  const readAll = () => rows.reduce((sum, { pid }) => sum + readCpuMs(pid), 0);
  const before = readAll();
  await run(questions / 10, questions * 1.1);
  return (readAll() - before) / questions;
}

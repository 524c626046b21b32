import pg from 'pg';
import { loadPage } from '../server/src/availability/store.ts';
import { systemActor } from '../server/src/platform/auth/actor.ts';
import { hashSecret } from '../server/src/platform/auth/token.ts';
import type { Ctx } from '../server/src/platform/context.ts';
import { openPool, type Client } from '../server/src/platform/db/connect.ts';
import { queriesOn } from '../server/src/platform/db/kysely.ts';
import { read } from '../server/src/platform/db/transaction.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { hosts, loadEvents, loadHosts } from './calendar.ts';
import { drive, median } from './load.ts';
import { openBench, startServer, token, type Bench } from './server.ts';

/**
 * GET availability of a month under 50 clients, as a ratio to the same number of loops in one process that run only its
 * SQL; and its p50 at many events over its p50 at few. `--events 10000,1000000` sets the sizes, the last is the many.
 *
 *   npx tsx bench/availability.ts --events 10000,1000000,10000000
 */
const sizes = (process.argv[process.argv.indexOf('--events') + 1] ?? '10000,1000000').split(',').map(Number);
const clients = 50;
const seconds = 5;
const rounds = 3;
const month = { first: '2027-03-01', last: '2027-03-30' };

const bench = await openBench({ shared_buffers: '1GB' });
try {
  const server = await startServer(bench);
  await loadHosts(bench.postgres.connection);
  const p50ByEvents = new Map<number, number>();
  for (const events of sizes) {
    const began = performance.now();
    await loadEvents(bench.postgres.connection, events, '2027-03-15T00:00:00Z');
    const loadedIn = (performance.now() - began) / 1000;
    console.log(`\n${events.toLocaleString('en')} events, loaded in ${loadedIn.toFixed(0)} s`);
    const one = await drive({ port: server.port, token, connections: 1, requests: requests(), seconds });
    p50ByEvents.set(events, one.p50Ms);
    console.log(`  one client    p50 ${one.p50Ms.toFixed(2)} ms, p99 ${one.p99Ms.toFixed(2)} ms`);
    await compare(bench, server.port);
    await explainPlan(bench);
  }
  const [few = 1, many = 1] = [p50ByEvents.get(sizes[0] ?? 0), p50ByEvents.get(sizes.at(-1) ?? 0)];
  console.log(`\np50 at the most events over p50 at the fewest: ${(many / few).toFixed(2)} (limit 1.2)`);
  await server.stop();
} finally {
  await bench.close();
}

function requests() {
  return Array.from({ length: 500 }, (_, index) => {
    const host = 1 + ((index * 7919) % Math.min(hosts, 1000));
    const query = `startDate=${month.first}&endDate=${month.last}&timeZone=America/New_York`;
    return { method: 'GET', path: `/v2/availability/host-${host}/event-types/call?${query}` };
  });
}

/** Interleaved, since the machine is noisy; medians of the rounds. */
async function compare(on: Bench, port: number): Promise<void> {
  const http: number[] = [];
  const sql: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measured = await drive({ port, token, connections: clients, requests: requests(), seconds });
    if (Object.keys(measured.statuses).join() !== '200') throw new Error(JSON.stringify(measured.statuses));
    http.push(measured.perSecond);
    sql.push(await onlySql(on));
  }
  const [byHttp, bySql] = [median(http), median(sql)];
  console.log(`  ${clients} clients    ${byHttp.toFixed(0)} requests/s; only its SQL ${bySql.toFixed(0)}/s`);
  console.log(`  ratio         ${(byHttp / bySql).toFixed(2)} (limit 0.7)`);
}

/** The token look-up and the page's one statement in its transaction, and nothing else. */
async function onlySql(on: Bench): Promise<number> {
  const pool = openPool(on.postgres.connection, 20);
  const { rows } = await pool.query<{ workspace_id: WorkspaceId }>('select workspace_id from workspace');
  const workspaceId = rows[0]?.workspace_id as WorkspaceId;
  const until = performance.now() + seconds * 1000;
  let answers = 0;
  const loop = async (number: number) => {
    for (let turn = number; performance.now() < until; turn += clients) {
      await pool.query({
        name: 'authenticate',
        text: 'select * from authenticate($1)',
        values: [hashSecret(token)],
      });
      await read({ pool, restrictRole: true }, workspaceId, (db) =>
        loadPage({ db, workspaceId, actor: systemActor(workspaceId) } as unknown as Ctx, selection(turn)),
      );
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => loop(number)));
  await pool.end();
  return answers / seconds;
}

function selection(turn: number) {
  const start = Date.parse(`${month.first}T05:00:00Z`) / 60_000;
  return {
    address: { ownerSlug: `host-${1 + ((turn * 7919) % Math.min(hosts, 1000))}`, eventTypeSlug: 'call' },
    window: { start, end: start + 30 * 1440 },
  };
}

/** What the database does for it: only scans of index ranges on the tables that grow. */
async function explainPlan(on: Bench): Promise<void> {
  const client = new pg.Client(on.postgres.connection);
  await client.connect();
  // The statement itself, as the server's own code makes it, behind row level security.
  await client.query(
    `load 'auto_explain'; set auto_explain.log_min_duration = 0; set client_min_messages = log`,
  );
  const plans: string[] = [];
  client.on('notice', ({ message }) => message?.includes('event_host') && plans.push(message));
  const { rows } = await client.query<{ workspace_id: WorkspaceId }>('select workspace_id from workspace');
  const workspaceId = rows[0]?.workspace_id as WorkspaceId;
  await client.query(`begin; set local daybook.workspace = '${workspaceId}'; set local role daybook_app`);
  const db = queriesOn(client as unknown as Client);
  await loadPage({ db, workspaceId, actor: systemActor(workspaceId) } as unknown as Ctx, selection(0));
  await client.query('commit');
  await client.end();
  const scans = plans.join('\n').match(/\S*(?:Seq|Index|Bitmap)[\w ]* Scan[^\n(]*/g) ?? [];
  const growing = scans.filter((scan) => /event_host(?!_)|scheduled_event|event_host_busy/.test(scan));
  console.log(`  plan          ${[...new Set(growing)].join('; ') || 'not shown'}`);
}

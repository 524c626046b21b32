import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadPage } from '../server/src/availability/store.ts';
import { createSystemActor } from '../server/src/platform/auth/actor.ts';
import { hashSecret } from '../server/src/platform/auth/token.ts';
import type { Ctx } from '../server/src/platform/context.ts';
import { openPool, type Client } from '../server/src/platform/db/connect.ts';
import { createQueryBuilder } from '../server/src/platform/db/kysely.ts';
import { read } from '../server/src/platform/db/transaction.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { formatDatabaseUrl } from '../server/test/process/daybook.ts';
import { countBusyHosts, loadEvents, loadHosts } from './parts/calendar.ts';
import { runLoad, computeMedian } from './parts/load.ts';
import { addDatabase, openBench, startServer, token, type Connection } from './parts/server.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * GET availability of a month under 50 clients, as a ratio to the same number of loops in one process that run only its
 * SQL; one page that all of them want; and its p50 with many events in the database over its p50 with few. Each size has a database and a server of its
 * own, measured in turns, since machines are noisy. `--events` sets the sizes.
 *
 *   npx tsx bench/availability.ts --events 10000,1000000,10000000
 */
const { values } = parseArgs({
  options: {
    ...smokeOption,
    events: { type: 'string', default: chooseForSmoke('10000,1000000', '500,1000') },
  },
});
const sizes = values.events.split(',').map(Number);
const clients = chooseForSmoke(50, 4);
const seconds = chooseForSmoke(5, 0.2);
const rounds = chooseForSmoke(5, 1);
const month = { first: '2027-03-01', last: '2027-03-30' };

const query = `startDate=${month.first}&endDate=${month.last}&timeZone=America/New_York`;
/** What everybody wants at once, after a newsletter. */
const warmPaths = {
  'one page, API': `/v2/availability/host-1/event-types/call?${query}`,
  'one page, visitors': `/v2/public/pages/host-1/call/availability?${query}`,
  'one page, HTML': '/host-1/call',
};
/** Three times the rate that this had without any cache, which was 0.8 of its SQL. */
const warmLimit = 2.4;

interface Size {
  readonly events: number;
  readonly connection: Connection;
  readonly port: number;
}

const bench = await openBench({ shared_buffers: '2GB' });
try {
  const loaded: Size[] = [];
  for (const events of sizes) loaded.push(await load(events));
  for (const size of loaded) await compare(size);
  await compareSizes(loaded);
} finally {
  await bench.close();
}

async function load(events: number): Promise<Size> {
  const connection = await addDatabase(bench, `events_${events}`);
  const { port } = await startServer(bench, { DATABASE_URL: formatDatabaseUrl(connection) });
  const began = performance.now();
  await loadHosts(connection);
  await loadEvents(connection, events, '2027-03-15T00:00:00Z');
  console.log(`${count(events)} events loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return { events, connection, port };
}

/** Once all pages were asked for. Rounds alternate with those of the SQL; the result is their median. */
async function compare(size: Size): Promise<void> {
  const http: number[] = [];
  const sql: number[] = [];
  await runLoad({ port: size.port, token, connections: 4, requests: requests(size), seconds: 'once' });
  for (let round = 0; round < rounds; round += 1) {
    const load = { port: size.port, token, connections: clients, requests: requests(size), seconds };
    const measured = await runLoad(load);
    if (Object.keys(measured.statuses).join() !== '200') throw new Error(JSON.stringify(measured.statuses));
    http.push(measured.perSecond);
    sql.push(await onlySql(size));
  }
  const [byHttp, bySql] = [computeMedian(http), computeMedian(sql)];
  console.log(`\n${count(size.events)} events, ${clients} clients`);
  console.log(`  ${byHttp.toFixed(0)} requests/s; only its SQL ${bySql.toFixed(0)}/s`);
  console.log(`  ratio ${(byHttp / bySql).toFixed(2)} (limit 0.7)`);
  console.log(`  plan  ${await explainPlan(size)}`);
  for (const [name, path] of Object.entries(warmPaths)) {
    const perSecond = await median3(() => rateOf(size.port, path));
    console.log(
      `  ${name}: ${perSecond.toFixed(0)}/s, ratio to that SQL ${(perSecond / bySql).toFixed(2)} (limit ${warmLimit})`,
    );
  }
}

async function rateOf(port: number, path: string): Promise<number> {
  const { perSecond, statuses } = await runLoad({
    port,
    token,
    connections: clients,
    requests: [{ method: 'GET', path }],
    seconds,
  });
  if (Object.keys(statuses).join() !== '200') throw new Error(JSON.stringify(statuses));
  return perSecond;
}

async function median3(measure: () => Promise<number>): Promise<number> {
  return computeMedian([await measure(), await measure(), await measure()]);
}

async function compareSizes(loaded: readonly Size[]): Promise<void> {
  const p50s = new Map<Size, number[]>(loaded.map((size) => [size, []]));
  for (let round = 0; round < 2 * rounds; round += 1) {
    for (const size of loaded) {
      const load = {
        port: size.port,
        token,
        connections: 1,
        requests: requests(size),
        seconds: chooseForSmoke(2, 0.2),
      };
      p50s.get(size)?.push((await runLoad(load)).p50Ms);
    }
  }
  const byEvents = loaded.map((size) => ({ ...size, p50: computeMedian(p50s.get(size) ?? []) }));
  console.log('\none client');
  for (const { events, p50 } of byEvents) {
    const ratio = p50 / (byEvents[0]?.p50 ?? p50);
    console.log(
      `  ${count(events)} events: p50 ${p50.toFixed(2)} ms, ${ratio.toFixed(2)} of the fewest (limit 1.2)`,
    );
  }
}

function requests({ events }: Size) {
  return Array.from({ length: chooseForSmoke(500, 8) }, (_, index) => {
    return { method: 'GET', path: `/v2/availability/${hostOf(index, events)}/event-types/call?${query}` };
  });
}

function hostOf(turn: number, events: number): string {
  return `host-${1 + ((turn * 7919) % countBusyHosts(events))}`;
}

function count(events: number): string {
  return events.toLocaleString('en');
}

/** The token look-up and the page's one statement in its transaction, and nothing else. */
async function onlySql({ connection, events }: Size): Promise<number> {
  const pool = openPool(connection, 20);
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
        loadPage(
          { db, workspaceId, actor: createSystemActor(workspaceId), now: new Date() } as unknown as Ctx,
          selection(turn, events),
        ),
      );
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => loop(number)));
  await pool.end();
  return answers / seconds;
}

function selection(turn: number, events: number) {
  const start = Date.parse(`${month.first}T05:00:00Z`) / 60_000;
  return {
    address: { ownerSlug: hostOf(turn, events), eventTypeSlug: 'call' },
    window: { start, end: start + 30 * 1440 },
  };
}

/** How the database executes it: tables that grow must be read by index ranges only. */
async function explainPlan({ connection, events }: Size): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  // The statement itself, as the server's code builds it, under row level security.
  await client.query(
    `load 'auto_explain'; set auto_explain.log_min_duration = 0; set client_min_messages = log`,
  );
  const plans: string[] = [];
  client.on('notice', ({ message }) => message?.includes('event_host') && plans.push(message));
  const { rows } = await client.query<{ workspace_id: WorkspaceId }>('select workspace_id from workspace');
  const workspaceId = rows[0]?.workspace_id as WorkspaceId;
  await client.query(`begin; set local daybook.workspace = '${workspaceId}'; set local role daybook_app`);
  const db = createQueryBuilder(client as unknown as Client);
  await loadPage(
    { db, workspaceId, actor: createSystemActor(workspaceId), now: new Date() } as unknown as Ctx,
    selection(0, events),
  );
  await client.query('commit');
  await client.end();
  const scans = plans.join('\n').match(/\S*(?:Seq|Index|Bitmap)[\w ]* Scan[^\n(]*/g) ?? [];
  const growing = scans.filter((scan) => /event_host(?!_)|scheduled_event|event_host_busy/.test(scan));
  return [...new Set(growing)].join('; ');
}

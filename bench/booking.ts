import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { hosts, loadHosts } from './parts/calendar.ts';
import { runLoad, computeMedian } from './parts/load.ts';
import { runPgbench, recordScript, serial, type Request, type StatementVariation } from './parts/pgbench.ts';
import { openBench, startServer, token, type Bench, type Server } from './parts/server.ts';
import { chooseForSmoke } from './parts/smoke.ts';

/**
 * Bookings a second without contention, as a ratio to pgbench sending the same statements; 50 clients that compete for each
 * of 200 times, over two servers; and at 100 bookings a second, the time until their effects are there, on a server that does
 * both.
 *
 *   npx tsx bench/booking.ts
 */
const clients = 20;
const perRound = chooseForSmoke(3000, 40);
const rounds = chooseForSmoke(3, 1);
const contendedTimes = chooseForSmoke(200, 5);
const warmUpSeconds = chooseForSmoke(10, 0.5);
const effectSeconds = chooseForSmoke(30, 1);
const effectsPerSecond = chooseForSmoke(100, 20);
const ofThisBooking: StatementVariation = {
  pattern: /dbk-[0-9A-Za-z]{16}|HOST\d{11}|host-\d+|invitee\d+@|2028-01-0[345]T/,
  of(part) {
    if (part.startsWith('dbk-')) return `'dbk-' || left(md5('${part}' || ${serial}), 16)`;
    if (part.startsWith('HOST')) return `'HOST' || lpad((1 + ${serial} % ${hosts})::text, 11, '0')`;
    if (part.startsWith('host-')) return `'host-' || (1 + ${serial} % ${hosts})`;
    if (part.startsWith('invitee')) return `'invitee' || ${serial} || '@'`;
    return `to_char(date '2028-02-01' + (${serial} / ${hosts})::int, 'YYYY-MM-DD') || 'T'`;
  },
};

const bench = await openBench({ track_commit_timestamp: 'on' });
const servers: Server[] = [];
try {
  servers.push(await startServer(bench), await startServer(bench));
  await loadHosts(bench.postgres.connection);
  await uncontended(bench, servers[0] as Server);
  await contended(bench, servers);
  for (const server of servers) await server.stop();
  await effects(bench);
} finally {
  await bench.close();
}

async function uncontended(on: Bench, server: Server): Promise<void> {
  const { connection } = on.postgres;
  const recorded = [booking(0, '2028-01-04'), booking(1, '2028-01-04')] as const;
  const script = await recordScript(connection, recorded, ofThisBooking);
  console.log(`a booking is ${script.length - 1} statements`);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const requests = Array.from({ length: perRound }, (_, index) => booking(index, `2027-0${round + 1}-12`));
    const measured = await runLoad({
      port: server.port,
      token,
      connections: clients,
      requests,
      seconds: 'once',
    });
    if (Object.keys(measured.statuses).join() !== '200') throw new Error(JSON.stringify(measured.statuses));
    ours.push(measured.perSecond);
    // The tables were empty a moment ago; on a running server autovacuum would have analyzed them by now.
    await query(on, 'analyze');
    theirs.push(runPgbench(connection, script, { clients, transactions: perRound, round }));
  }
  const [byHttp, bySql] = [computeMedian(ours), computeMedian(theirs)];
  console.log(
    `uncontended: ${byHttp.toFixed(0)} bookings/s; pgbench with its statements ${bySql.toFixed(0)}/s`,
  );
  console.log(`ratio ${(byHttp / bySql).toFixed(2)} (limit 0.5)`);
}

/** Each booking has a host and a time of its own, so that none waits for another. */
function booking(index: number, date: string): Request {
  const slot = Math.floor(index / hosts) % 16;
  const body = {
    ownerSlug: `host-${1 + (index % hosts)}`,
    eventTypeSlug: 'call',
    date,
    start: `${String(9 + (slot >> 1)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`,
    timeZone: 'Europe/Berlin',
    name: 'Bench Invitee',
    email: `invitee${index}@bench.example`,
  };
  return { method: 'POST', path: '/v2/event', body };
}

async function contended(on: Bench, both: readonly Server[]): Promise<void> {
  const times = Array.from({ length: contendedTimes }, (_, index) => booking(index, '2027-06-15'));
  const requests = times.flatMap((time) => Array.from({ length: 50 / both.length }, () => time));
  const before = await deadlocks(on);
  const measured = await Promise.all(
    both.map(({ port }) => runLoad({ port, token, connections: 25, requests, seconds: 'once' })),
  );
  const statuses: Record<string, number> = {};
  for (const part of measured) {
    for (const [status, count] of Object.entries(part.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
  }
  const perSecond = measured.reduce((sum, part) => sum + part.perSecond, 0);
  console.log(`\n50 bookers for each of ${contendedTimes} times, two servers: ${JSON.stringify(statuses)}`);
  console.log(
    `  ${perSecond.toFixed(0)} requests/s, p99 ${Math.max(...measured.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms`,
  );
  console.log(`  deadlocks ${(await deadlocks(on)) - before}`);
  if (statuses['200'] !== contendedTimes || statuses['409'] !== 49 * contendedTimes)
    throw new Error('Not one for each time.');
}

/** Person, company, timeline, mail and a webhook of each booking, from the commit of the booking to theirs. */
async function effects(on: Bench): Promise<void> {
  const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  await query(on, 'truncate outbox');
  const server = await startServer(on, { ROLE: 'all', OUTBOUND_ALLOW: '127.0.0.0/8' });
  await subscribe(server, `http://127.0.0.1:${port}/hook`);
  const send = (count: number, date: string) =>
    runLoad({
      port: server.port,
      token,
      connections: 50,
      requests: Array.from({ length: count }, (_, index) => booking(index, date)),
      seconds: 'once',
      perSecond: effectsPerSecond,
    });
  // A server that has just started compiles its code and plans its statements first.
  await send(warmUpSeconds * effectsPerSecond, '2027-09-13');
  const { statuses, p99Ms } = await send(effectSeconds * effectsPerSecond, '2027-09-14');
  await drained(on);
  const [row] = await query(
    on,
    `select count(*)::int as count, percentile_cont(0.5) within group (order by ms) as p50,
       percentile_cont(0.99) within group (order by ms) as p99, max(ms) as worst
     from (
       select 1000 * date_part('epoch', pg_xact_commit_timestamp(c.xmin) - pg_xact_commit_timestamp(i.xmin)) as ms
       from crm_change c
       join invitee i on i.workspace_id = c.workspace_id and i.id = c.detail ->> 'inviteeUuid'
       join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
       where c.kind = 'booking.scheduled' and not c.detail ? 'personId' and e.starts_at::date = '2027-09-14') lag`,
  );
  console.log(
    `\n${effectsPerSecond} bookings/s for ${effectSeconds} s on one server: ${JSON.stringify(statuses)}`,
  );
  console.log(`  answers: p99 ${p99Ms.toFixed(0)} ms`);
  console.log(
    `  effects of ${row?.count}: lag p50 ${Number(row?.p50).toFixed(0)} ms, p99 ${Number(row?.p99).toFixed(0)} ms, ` +
      `worst ${Number(row?.worst).toFixed(0)} ms (limit: p99 1000)`,
  );
  receiver.close();
  if (row?.count !== statuses['200']) throw new Error('Effects are missing.');
}

async function subscribe({ port }: Server, callbackUrl: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v2/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ callbackUrl, scope: 'organization', events: ['invitee.scheduled'] }),
  });
  if (!response.ok) throw new Error(`The webhook was refused: ${await response.text()}`);
}

async function drained(on: Bench): Promise<void> {
  for (const untilMs = Date.now() + 60_000; ;) {
    const [row] = await query(on, 'select count(*)::int as count from outbox');
    if (row?.count === 0) return;
    if (Date.now() > untilMs) throw new Error(`${row?.count} effects are still to come.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function deadlocks(on: Bench): Promise<number> {
  const [row] = await query(on, 'select sum(deadlocks)::int as count from pg_stat_database');
  return Number(row?.count);
}

type Figures = Partial<Record<'count' | 'p50' | 'p99' | 'worst', number>>;

async function query(on: Bench, text: string): Promise<Figures[]> {
  const client = new pg.Client(on.postgres.connection);
  await client.connect();
  const { rows } = await client.query<Figures>(text);
  await client.end();
  return rows;
}

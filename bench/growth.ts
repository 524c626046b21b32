import { parseArgs } from 'node:util';
import pg from 'pg';
import { formatDatabaseUrl } from '../server/test/process/daybook.ts';
import { hosts, loadEvents, loadHosts } from './parts/calendar.ts';
import { runLoad, type Load } from './parts/load.ts';
import { addDatabase, openBench, startServer, token, type Connection } from './parts/server.ts';
import { judge, chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * What bookings cost as the database grows: bytes on disk, and blocks that PostgreSQL reads for one, which do not depend on how
 * fast the machine is today. The model is linear in bytes, and in blocks linear in the logarithm of the events, as trees grow.
 * It is fitted to all sizes but the largest, checked there, and then says what 100 million would take.
 *
 *   npx tsx bench/growth.ts --events 10000,100000,1000000,10000000
 */
const { values } = parseArgs({
  options: {
    ...smokeOption,
    events: { type: 'string', default: chooseForSmoke('10000,100000,1000000', '500,1000,2000') },
  },
});
const sizes = values.events.split(',').map(Number);
const target = 100_000_000;
const samples = chooseForSmoke(2000, 20);
const tolerance = 1.15;

interface Cost {
  readonly events: number;
  readonly bytes: number;
  readonly blocksOfBooking: number;
  readonly blocksOfPage: number;
}

const measures: [string, (cost: Cost) => number, (events: number) => number][] = [
  ['GB of events and their hosts', ({ bytes }) => bytes / 2 ** 30, (events) => events],
  ['blocks of a booking', ({ blocksOfBooking }) => blocksOfBooking, Math.log10],
  ['blocks of a month of times', ({ blocksOfPage }) => blocksOfPage, Math.log10],
];

const bench = await openBench({ shared_buffers: '2GB', autovacuum: 'off' });
try {
  const costs: Cost[] = [];
  for (const events of sizes) costs.push(await measure(events));
  checkModel(costs);
} finally {
  await bench.close();
}

async function measure(events: number): Promise<Cost> {
  const connection = await addDatabase(bench, `events_${events}`);
  const server = await startServer(bench, { DATABASE_URL: formatDatabaseUrl(connection) });
  await loadHosts(connection);
  await loadEvents(connection, events, '2027-03-15T00:00:00Z');
  const [{ bytes } = { bytes: 0 }] = await query<{ bytes: number }>(
    connection,
    `select (pg_total_relation_size('scheduled_event') + pg_total_relation_size('event_host'))::float8 as bytes`,
  );
  const pages = await blocksOf(connection, server.port, pageOfMonth);
  const bookings = await blocksOf(connection, server.port, booking);
  await server.stop();
  console.log(
    `${count(events)} events: ${(bytes / events).toFixed(0)} bytes each; ` +
      `blocks: a booking ${bookings.blocks.toFixed(0)}, a month of times ${pages.blocks.toFixed(0)}; ` +
      `one client, p50: ${bookings.p50Ms.toFixed(1)} and ${pages.p50Ms.toFixed(1)} ms`,
  );
  return { events, bytes, blocksOfBooking: bookings.blocks, blocksOfPage: pages.blocks };
}

type Request = Load['requests'][number];

/** Blocks for one request, found or read, while nothing else runs. The first tenth warms the server up. */
async function blocksOf(connection: Connection, port: number, request: (index: number) => Request) {
  const send = (from: number, to: number) => {
    const requests = Array.from({ length: to - from }, (_, index) => request(from + index));
    return runLoad({ port, token, connections: 1, requests, seconds: 'once' });
  };
  await send(0, samples / 10);
  const before = await blocksSoFar(connection);
  const measured = await send(samples / 10, samples);
  if (Object.keys(measured.statuses).join() !== '200') throw new Error(JSON.stringify(measured.statuses));
  const blocks = ((await blocksSoFar(connection)) - before) / (samples * 0.9);
  return { blocks, p50Ms: measured.p50Ms };
}

/** A month of another host each time, so that no answer is known already. */
function pageOfMonth(index: number): Request {
  const query = 'startDate=2027-03-01&endDate=2027-03-30&timeZone=America/New_York';
  return { method: 'GET', path: `/v2/availability/host-${1 + (index % hosts)}/event-types/call?${query}` };
}

/** Between the events that are there. */
function booking(index: number): Request {
  const body = {
    ownerSlug: `host-${1 + (index % hosts)}`,
    eventTypeSlug: 'call',
    date: '2027-03-16',
    start: '10:30',
    timeZone: 'Europe/Berlin',
    name: 'Bench Invitee',
    email: `invitee${index}@bench.example`,
  };
  return { method: 'POST', path: '/v2/event', body };
}

/** Backends report what they have read once a second, and when they are idle. */
async function blocksSoFar(connection: Connection): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const [row] = await query<{ blocks: number }>(
    connection,
    'select (blks_hit + blks_read)::float8 as blocks from pg_stat_database where datname = current_database()',
  );
  return row?.blocks ?? 0;
}

async function query<T>(connection: Connection, sql: string): Promise<T[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

function checkModel(costs: readonly Cost[]): void {
  const known = costs.slice(0, -1);
  const largest = costs.at(-1);
  if (known.length < 2 || !largest) throw new Error('The model needs three sizes.');
  console.log(`\nthe model, fitted to ${known.map(({ events }) => count(events)).join(' and ')} events`);
  let isRight = true;
  for (const [name, costOf, x] of measures) {
    const line = fit(known.map((cost) => [x(cost.events), costOf(cost)]));
    const ratio = line(x(largest.events)) / costOf(largest);
    isRight &&= ratio < tolerance && ratio > 1 / tolerance;
    console.log(
      `  ${name}: ${format(line(x(largest.events)))} expected at ${count(largest.events)}, ${format(costOf(largest))} found, ` +
        `ratio ${ratio.toFixed(2)} (limit ${tolerance})`,
    );
  }
  console.log(`\n${count(target)} events`);
  for (const [name, costOf, x] of measures) {
    console.log(`  ${name}: ${format(fit(costs.map((cost) => [x(cost.events), costOf(cost)]))(x(target)))}`);
  }
  judge(isRight);
}

/** The line of least squares. */
function fit(points: readonly (readonly [number, number])[]): (x: number) => number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const slope =
    mean(points.map(([x, y]) => (x - meanX) * (y - meanY))) / mean(points.map(([x]) => (x - meanX) ** 2));
  return (x) => meanY + slope * (x - meanX);
}

function format(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0);
}

function count(events: number): string {
  return events.toLocaleString('en');
}

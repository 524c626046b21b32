import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hosts, loadHosts } from './parts/calendar.ts';
import { runOpenLoop, computePercentile, type LoadResult } from './parts/open-loop.ts';
import { openBench, startServer, token, type Server } from './parts/server.ts';
import { judge, chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * More bookings a second than the machine can take, open loop. The process must live, answer every request with 2xx, 4xx
 * or 503, keep `/readyz` quick, and be back to normal soon after.
 *
 *   npx tsx bench/overload.ts --rates 100,300 --seconds 60
 */
const { values } = parseArgs({
  options: {
    ...smokeOption,
    rates: { type: 'string', default: chooseForSmoke('100,300', '20') },
    seconds: { type: 'string', default: chooseForSmoke('60', '1') },
  },
});
const readyLimitMs = 250;
const recoveryLimitMs = 5_000;

let isGood = true;
const bench = await openBench();
try {
  const server = await startServer(bench, { ROLE: 'all', LOG_LEVEL: 'error' });
  await loadHosts(bench.postgres.connection);
  await bookings(server, 20, chooseForSmoke(5, 1), '2027-01-11');
  for (const [round, rate] of values.rates.split(',').entries()) {
    isGood = (await overload(server, Number(rate), `2027-0${round + 2}-10`)) && isGood;
  }
} finally {
  await bench.close();
}
console.log(isGood ? 'Good.' : 'NOT GOOD.');
judge(isGood);

async function overload(server: Server, rate: number, date: string): Promise<boolean> {
  const seconds = Number(values.seconds);
  const normalMs = computePercentile(await oneByOne(server, `${date.slice(0, 8)}11`, 20), 0.5);
  const probing = probe(server);
  const answers = await bookings(server, rate, seconds, date);
  const readyMs = await probing.stop();
  const backMs = await recovery(server, `${date.slice(0, 8)}12`, normalMs);
  const isAlive = await call(server, 'GET', '/healthz').then(
    ({ status }) => status === 200,
    () => false,
  );
  const unwanted = Object.keys(answers.statuses).filter((status) => !/^(2..|4..|503)$/.test(status));
  const p99Ms = computePercentile(readyMs, 0.99);
  console.log(`${rate} bookings/s for ${seconds} s: ${describe(answers, seconds)}`);
  console.log(
    `  alive: ${isAlive ? 'yes' : 'NO'}; answers that are not 2xx, 4xx or 503: ${unwanted.join(' ') || 'none'}`,
  );
  console.log(
    `  /readyz: ${readyMs.length} answers, p50 ${computePercentile(readyMs, 0.5).toFixed(0)}, p99 ${p99Ms.toFixed(0)} ms (limit ${readyLimitMs}); ` +
      `normal after ${backMs.toFixed(0)} ms (limit ${recoveryLimitMs})`,
  );
  return isAlive && unwanted.length === 0 && p99Ms <= readyLimitMs && backMs <= recoveryLimitMs;
}

function describe({ statuses, p50Ms, p99Ms }: LoadResult, seconds: number): string {
  const parts = Object.entries(statuses).map(
    ([status, count]) =>
      `${count} x ${status} (${(count / seconds).toFixed(0)}/s, p50 ${p50Ms[status]?.toFixed(0)}, p99 ${p99Ms[status]?.toFixed(0)} ms)`,
  );
  return parts.join(', ');
}

function bookings({ port }: Server, perSecond: number, seconds: number, date: string): Promise<LoadResult> {
  const requests = Array.from({ length: perSecond * seconds }, (_, index) => booking(index, date));
  return runOpenLoop({ port, token, perSecond, seconds, requests });
}

/** Each its own host and time, so that none is refused for another. */
function booking(index: number, date: string) {
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

/** Asks `/readyz` ten times a second, also when the answer before is still on its way. */
function probe(server: Server): { stop(): Promise<number[]> } {
  const tookMs: number[] = [];
  const underWay: Promise<void>[] = [];
  const ask = async (): Promise<void> => {
    const startedMs = performance.now();
    await call(server, 'GET', '/readyz').catch(() => {});
    tookMs.push(performance.now() - startedMs);
  };
  const timer = setInterval(() => underWay.push(ask()), 100);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return tookMs;
    },
  };
}

/** Until five bookings in a row are taken, each within twice the usual time. */
async function recovery(server: Server, date: string, normalMs: number): Promise<number> {
  const startedMs = performance.now();
  let inARow = 0;
  for (let index = 0; inARow < 5 && performance.now() - startedMs < 60_000; index += 1) {
    const [tookMs = Infinity] = await oneByOne(server, date, 1, index).catch(() => [Infinity]);
    inARow = tookMs <= Math.max(100, 2 * normalMs) ? inARow + 1 : 0;
    if (inARow === 0) await pause(100);
  }
  return performance.now() - startedMs;
}

/** Bookings one after the other, and how long each took; infinitely long when it was not taken. */
async function oneByOne(server: Server, date: string, count: number, from = 0): Promise<number[]> {
  const tookMs: number[] = [];
  for (let index = from; index < from + count; index += 1) {
    const { method, path, body } = booking(index, date);
    const startedMs = performance.now();
    const { status } = await call(server, method, path, body);
    tookMs.push(status === 200 ? performance.now() - startedMs : Infinity);
  }
  return tookMs;
}

async function call(
  { port }: Server,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  await response.arrayBuffer();
  return { status: response.status };
}

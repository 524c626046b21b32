import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listBrokenRules } from '../server/test/booking-rules.ts';
import { toOutcome, getWeekday } from './clients.ts';
import {
  waitUntilDrained,
  openCluster,
  sendToAnyServer,
  type Answer,
  type Cluster,
  type Request,
} from './cluster.ts';
import { openDatabase, signalProcesses } from './database.ts';
import {
  createCounts,
  computePercentile,
  type Counts,
  type Findings,
  type Plan,
  type Scenario,
} from './scenario.ts';

/** How much more there may be in the last fifth of the time than in the first, after a sixth to warm up. */
const limits = { p99: 1.2, memory: 1.15 };
/** Work that waits at the end, beyond what waited at the beginning. */
const queueLimit = 50;
const samples = 180;
const controlSeconds = 120;

export const soak: Scenario = {
  claim: 'Under a steady mixed load memory is flat, no queue grows, and answers are as fast at the end.',
  control: 'servers keep a megabyte a second, and the worker stands still',
  kind: 'comparison',
  rounds: 1,
  numbers: { seconds: 1_800, rate: 20 },
  smoke: { seconds: 6, rate: 2 },
  async run(plan): Promise<Findings> {
    const leak = plan.isControl ? { NODE_OPTIONS: keepingAMegabyteASecond } : {};
    const cluster = await openCluster(await openDatabase(), { variables: leak });
    const stopped = plan.isControl ? cluster.workers.map(({ pid }) => pid) : [];
    try {
      signalProcesses(stopped, 'SIGSTOP');
      return await load(cluster, plan);
    } finally {
      signalProcesses(stopped, 'SIGCONT');
      await cluster.close();
    }
  },
};

const keepingAMegabyteASecond =
  '--import=data:text/javascript,globalThis.kept=[];setInterval(()=>kept.push(Buffer.alloc(1e6,1)),1000)';

interface SoakMeasurement {
  readonly atMs: number;
  readonly what: string;
  readonly value: number;
}

async function load(cluster: Cluster, plan: Plan): Promise<Findings> {
  const { seconds = 0, rate = 0 } = plan.numbers;
  const lengthMs = 1_000 * (plan.isControl ? Math.min(seconds, controlSeconds) : seconds);
  const counts = createCounts();
  const measured: SoakMeasurement[] = [];
  const caller = createCaller(cluster, plan, counts);
  const beganMs = performance.now();
  const sinceMs = () => performance.now() - beganMs;
  const note = (what: string, value: number) => measured.push({ atMs: sinceMs(), what, value });

  const pending = new Set<Promise<void>>();
  const call = async (): Promise<void> => {
    const startedMs = performance.now();
    const kind = await caller.call();
    note('p99 ms', performance.now() - startedMs);
    note(`p99 ms of ${kind}`, performance.now() - startedMs);
  };
  const calling = (async () => {
    for (let n = 0; sinceMs() < lengthMs; n += 1) {
      const one: Promise<void> = call().finally(() => pending.delete(one));
      pending.add(one);
      await sleep(Math.max(0, ((n + 1) * 1_000) / rate - sinceMs()));
    }
    await Promise.all(pending);
  })();
  const sampling = (async () => {
    while (sinceMs() < lengthMs) {
      await sample(cluster, note);
      await sleep(lengthMs / samples);
    }
  })();
  await Promise.all([calling, sampling]);
  if (!plan.isControl) await waitUntilDrained(cluster);
  const { figures, wrong } = compare(measured, lengthMs);
  return {
    faults: {},
    operations: counts.operations,
    figures,
    wrong: [
      ...caller.wrong,
      ...(plan.isSmoke ? [] : wrong),
      ...(await listBrokenRules(cluster.database.query)).map((rule) => `${rule}.`),
    ],
  };
}

interface Caller {
  /** Sends one request of the mix, and returns which kind it was. */
  call(): Promise<string>;
  readonly wrong: string[];
}

/** Most callers look, some book, and some move or cancel what they have booked. */
const mix = ['times', 'times', 'times', 'page', 'page', 'list', 'people', 'book', 'book', 'change'] as const;

const hosts = 1_400;

function createCaller(cluster: Cluster, plan: Plan, counts: Counts): Caller {
  const wrong: string[] = [];
  const open: { event: string; invitee: string; date: string }[] = [];
  let booked = 0;
  const ask = async (request: Request): Promise<Answer> => {
    const answer = await sendToAnyServer(cluster, plan, request);
    const outcome = toOutcome(answer.status);
    counts.operation(outcome ?? 'refused');
    if (outcome !== 'ok') wrong.push(`${request.method} ${request.path} was answered with ${answer.status}.`);
    return answer;
  };
  const look = (path: string) => ask({ method: 'GET', path });
  const host = () => `host-${1 + plan.random(hosts)}`;
  const calls: Record<(typeof mix)[number], () => Promise<unknown>> = {
    times: () =>
      look(
        `/v2/availability/${host()}/event-types/call?startDate=2027-01-04&endDate=2027-02-02&timeZone=UTC`,
      ),
    page: () => look(`/${host()}/call`),
    list: () => look('/v2/scheduled-events?limit=20'),
    people: () => look('/v2/crm/people?limit=20'),
    async book() {
      const n = booked++;
      const date = getWeekday('2027-01-04', Math.floor(n / hosts) % 200);
      const email = `n${n}@soak.example`;
      const page = { ownerSlug: `host-${1 + (n % hosts)}`, eventTypeSlug: 'call' };
      const body = { ...page, date, start: '09:00', timeZone: 'UTC', name: 'Kit Okafor', email };
      const { status, body: event } = await ask({ method: 'POST', path: '/v2/event', body, key: email });
      if (status === 201) open.push({ event: event.uuid, invitee: event.invitees[0].uuid, date });
    },
    async change() {
      const own = open.shift();
      if (!own) return look('/v2/scheduled-events?limit=1');
      const time = { date: own.date, start: '10:00', timeZone: 'UTC' };
      return plan.random(2) === 0
        ? ask({ method: 'PUT', path: `/v2/scheduled-events/${own.event}/reschedule`, body: time })
        : ask({ method: 'PUT', path: `/v2/scheduled-invitees/${own.invitee}/cancel`, body: {} });
    },
  };
  return {
    wrong,
    async call() {
      const kind = mix[plan.random(mix.length)] ?? 'times';
      await calls[kind]();
      return kind;
    },
  };
}

/** What waits to be done, whether or not it is due. */
const waiting = `select (select count(*) from outbox)
  + (select count(*) from webhook_delivery where finished_at is null)
  + (select count(*) from mail_message where status = 'queued')
  + (select count(*) from graphile_worker.jobs where run_at <= now()) as count`;

async function sample(cluster: Cluster, note: (what: string, value: number) => void): Promise<void> {
  for (const [role, members] of Object.entries({ server: cluster.apis, worker: cluster.workers })) {
    for (const [index, { pid, url }] of members.entries()) {
      note(`MB of ${role} ${index + 1}`, residentMb(pid));
      if (role === 'server') note(`MB of heap of ${role} ${index + 1}`, await heapMb(url));
    }
  }
  const [row] = await cluster.database.query<{ count: string }>(waiting);
  note('waiting', Number(row?.count));
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function heapMb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 1024 / 1024;
}

/** Compares the first fifth after the warm-up with the last one. */
function compare(
  measured: readonly SoakMeasurement[],
  lengthMs: number,
): Pick<Findings, 'wrong'> & { figures: Record<string, string> } {
  const warmMs = lengthMs / 6;
  const fifthMs = (lengthMs - warmMs) / 5;
  const figures: Record<string, string> = {};
  const wrong: string[] = [];
  for (const what of new Set(measured.map((one) => one.what))) {
    const values = measured.filter((one) => one.what === what);
    const between = (fromMs: number, toMs: number) =>
      computePercentile(
        values.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ value }) => value),
        shareOf(what),
      );
    const [first, last] = [between(warmMs, warmMs + fifthMs), between(lengthMs - fifthMs, lengthMs)];
    figures[what] = `${first} then ${last}`;
    if (last > maxOf(what, first)) wrong.push(`${what}: ${first} became ${last}.`);
  }
  return { figures, wrong };
}

/** Of a heap, which collections empty now and then, the low is what counts. */
const shareOf = (what: string): number => (what.startsWith('p99') ? 0.99 : what.includes('heap') ? 0 : 0.5);

function maxOf(what: string, first: number): number {
  if (what === 'waiting') return first + queueLimit;
  if (what.startsWith('p99 ms of')) return Infinity;
  return first * (what === 'p99 ms' ? limits.p99 : limits.memory);
}

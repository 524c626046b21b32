import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../server/test/process/daybook.ts';
import { checkBookings } from './check-bookings.ts';
import { createPages, outcomeOf, replay, startClients, weekday, type History } from './clients.ts';
import { drained, openCluster, send, type Cluster, type Member } from './cluster.ts';
import { openDatabase, signalAll, type Database } from './database.ts';
import { createCounts, percentile, type Findings, type Plan, type Scenario } from './scenario.ts';

/** Injects a fault and repairs it. Returns the moment from which recovery is measured. */
export type Fault<D extends Database = Database> = (cluster: ClusterOn<D>, plan: Plan) => Promise<number>;

type ClusterOn<D extends Database> = Cluster & { readonly database: D };

interface Parts<D extends Database> extends Pick<Scenario, 'claim' | 'control' | 'rounds'> {
  readonly faults: Readonly<Record<string, Fault<D>>>;
  openDatabase(isControl: boolean): Promise<D>;
  /** Removes a guard that is part of the schema. */
  weaken?(database: D): Promise<unknown>;
}

/** How many operations succeed in a round before its fault, and the most that time may pass after that. */
const busyAfter = 40;
const faultWithinMs = 400;
/** A busy machine is slow; what never recovers ends the run. */
const patienceMs = 240_000;

/** Bookings of every kind over several processes, under one kind of fault after the other. */
export function scenarioOf<D extends Database>({
  faults,
  openDatabase: open,
  weaken,
  ...about
}: Parts<D>): Scenario {
  return {
    ...about,
    async run(plan): Promise<Findings> {
      const database = await open(plan.isControl);
      const cluster = { ...(await openCluster(database)), database };
      try {
        await createPages(cluster);
        if (plan.isControl) await weaken?.(database);
        return await runRounds(cluster, plan, faults);
      } finally {
        await cluster.close();
      }
    },
  };
}

async function runRounds<D extends Database>(
  cluster: ClusterOn<D>,
  plan: Plan,
  faults: Readonly<Record<string, Fault<D>>>,
): Promise<Findings> {
  const counts = createCounts();
  const history: History = { bookings: [], times: new Map(), wrong: [] };
  const recoveries: Recovery[] = [];
  const names = Object.keys(faults);
  for (let round = 0; round < plan.rounds; round += 1) {
    const world = { cluster, counts, history, plan, round };
    const name = names[(plan.seed + round) % names.length] ?? '';
    const clients = startClients(world);
    await until(() => (clients.done() >= busyAfter ? true : undefined), patienceMs);
    await sleep(plan.random(faultWithinMs));
    const faultMs = await (faults[name] as Fault<D>)(cluster, plan);
    counts.fault(name);
    const recovery = await recovered(cluster, round, faultMs);
    recoveries.push(recovery);
    await clients.stop();
    const unknown = history.bookings.filter(
      ({ known, possible, email }) => !known && possible && !/-c\d/.test(email),
    );
    for (const booking of unknown) await replay(world, booking);
    const { bookedMs, reportedMs } = recovery;
    plan.log(
      `  round ${round + 1}: ${name}; booked again after ${bookedMs} ms, reported after ${reportedMs} ms`,
    );
  }
  await drained(cluster);
  return {
    faults: counts.faults,
    operations: counts.operations,
    figures: {
      'bookings acknowledged': history.bookings.filter(({ known }) => known).length,
      'webhooks received': Object.values(cluster.receiver.received).flat().length,
      ...figuresOf(
        'booked again',
        recoveries.map(({ bookedMs }) => bookedMs),
      ),
      ...figuresOf(
        'reported again',
        recoveries.map(({ reportedMs }) => reportedMs),
      ),
    },
    wrong: await checkBookings(cluster, history),
  };
}

/** How long after a fault every server took a booking, and how long until the webhooks of these bookings arrived. */
interface Recovery {
  readonly bookedMs: number;
  readonly reportedMs: number;
}

async function recovered({ apis, receiver }: Cluster, round: number, faultMs: number): Promise<Recovery> {
  const time = { date: weekday('2027-04-05', Math.floor(round / 200)), start: '09:00', timeZone: 'UTC' };
  const sinceFault = () => Math.round(performance.now() - faultMs);
  const emails = apis.map((_, index) => `r${round}-a${index}@probe.example`);
  const book = (api: Member, index: number) =>
    until(async () => {
      const email = emails[index] ?? '';
      const page = { ownerSlug: `host-${1410 + (round % 200) * apis.length + index}`, eventTypeSlug: 'call' };
      const body = { ...page, ...time, name: 'Probe', email };
      const { status } = await send(api, { method: 'POST', path: '/v2/event', body, key: email });
      return outcomeOf(status) === 'ok' ? true : undefined;
    }, patienceMs);
  await Promise.all(apis.map(book));
  const bookedMs = sinceFault();
  const isReported = () => {
    const reported = new Set(Object.values(receiver.received).map(([first]) => first?.email));
    return emails.every((email) => reported.has(email)) ? true : undefined;
  };
  await until(isReported, patienceMs);
  return { bookedMs, reportedMs: sinceFault() };
}

const figuresOf = (what: string, numbers: readonly number[]): Record<string, string> => ({
  [`${what} after ms`]: `${percentile(numbers, 0.5)} p50 ${percentile(numbers, 0.95)} p95 ${percentile(numbers, 1)} worst`,
});

const replaced: (of: (cluster: Cluster) => readonly Member[]) => Fault = (of) => async (cluster, plan) => {
  const members = of(cluster);
  const killedMs = performance.now();
  await members[plan.random(members.length)]?.replace();
  return killedMs;
};

export const killing = {
  'kill -9 of a server': replaced(({ apis }) => apis),
  'kill -9 of the worker': replaced(({ workers }) => workers),
  async 'kill -9 of PostgreSQL'({ database }: Cluster) {
    const killedMs = performance.now();
    await database.kill();
    return killedMs;
  },
} satisfies Record<string, Fault>;

/** For up to three seconds; processes that stand still answer nothing, and hold what they have locked. */
const frozen: (of: (cluster: Cluster, plan: Plan) => readonly number[]) => Fault =
  (of) => async (cluster, plan) => {
    const pids = of(cluster, plan);
    signalAll(pids, 'SIGSTOP');
    await sleep(500 + plan.random(2_500));
    signalAll(pids, 'SIGCONT');
    return performance.now();
  };

const oneOf = <T>(list: readonly T[], plan: Plan): T => list[plan.random(list.length)] as T;

const freezing: Record<string, Fault> = {
  'SIGSTOP of a server': frozen(({ apis }, plan) => [oneOf(apis, plan).pid]),
  'SIGSTOP of the worker': frozen(({ workers }, plan) => [oneOf(workers, plan).pid]),
  'SIGSTOP of PostgreSQL': frozen(({ database }) => database.pids()),
};

/** On the way to a server, or from one to the database. */
const wayOf = (cluster: Cluster, plan: Plan) =>
  oneOf([oneOf(cluster.apis, plan).front, oneOf([...cluster.apis, ...cluster.workers], plan).back], plan);

const breaking: Record<string, Fault> = {
  async 'slow network'(cluster, plan) {
    const way = wayOf(cluster, plan);
    way.delayMs = 50 + plan.random(250);
    await sleep(1_500);
    way.delayMs = 0;
    return performance.now();
  },
  async 'connections cut'(cluster, plan) {
    const way = wayOf(cluster, plan);
    for (let cut = 0; cut < 5; cut += 1) {
      way.cut();
      await sleep(plan.random(200));
    }
    return performance.now();
  },
  async 'half-open connections'(cluster, plan) {
    const way = wayOf(cluster, plan);
    way.isHalfOpen = true;
    await sleep(500 + plan.random(2_500));
    way.isHalfOpen = false;
    // What was swallowed is missing: whoever is connected notices sooner or later, here at once.
    way.cut();
    return performance.now();
  },
};

/** Nothing but a full buffer makes PostgreSQL write, so that a kill finds commits that are in memory only. */
const withoutFlushing = {
  synchronous_commit: 'off',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '1GB',
  wal_buffers: '64MB',
  bgwriter_lru_maxpages: '0',
};

export const kills = scenarioOf({
  claim: 'After kill -9 of servers, worker and PostgreSQL no acknowledged booking and no event is lost.',
  control: 'synchronous_commit is off, so that PostgreSQL acknowledges before it has written',
  rounds: 100,
  faults: killing,
  openDatabase: (isControl) => openDatabase(isControl ? withoutFlushing : {}),
  // The pages themselves must survive, or nothing can be booked after the kill.
  weaken: ({ query }) => query('checkpoint'),
});

export const bookings = scenarioOf({
  claim:
    'Whatever happens to processes and networks, bookings are as acknowledged, sold once and reported once, in order.',
  control: 'the exclusion constraint on the time of hosts is dropped',
  rounds: 45,
  faults: { ...killing, ...freezing, ...breaking },
  openDatabase: () => openDatabase(),
  weaken: ({ query }) => query('alter table event_host drop constraint event_host_never_twice'),
});

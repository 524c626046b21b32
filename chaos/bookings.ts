import { setTimeout as sleep } from 'node:timers/promises';
import { pollUntil } from '../server/test/process/daybook.ts';
import { checkBookings } from './check-bookings.ts';
import { findFaketime } from './clock.ts';
import { createPages, toOutcome, replayBooking, startClients, getWeekday, type History } from './clients.ts';
import { waitUntilDrained, openCluster, sendRequest, type Cluster, type Member } from './cluster.ts';
import { openDatabase, type Database } from './database.ts';
import { breaking, freezing, createJumpingClock, killing, type ClusterOn, type Fault } from './faults.ts';
import { createCounts, computePercentile, type Findings, type Plan, type Scenario } from './scenario.ts';

interface Parts<D extends Database> extends Pick<
  Scenario,
  'claim' | 'control' | 'rounds' | 'controlRounds' | 'texts'
> {
  readonly faults: Readonly<Record<string, Fault<D>>>;
  openDatabase(plan: Plan): Promise<D>;
  /** Waits after a fault until the next one may come, while callers go on. */
  settle?(database: D): Promise<unknown>;
  /** Gives each process a clock that can jump. */
  readonly hasClocks?: boolean;
  /** Why a run in which nothing is wrong shows nothing. */
  findDoubt?(database: D): string | undefined;
  /** Removes a guard that is part of the schema. */
  weaken?(database: D): Promise<unknown>;
}

/** How many operations succeed in a round before its fault, and the most that time may pass after that. */
const busyAfter = 40;
const faultWithinMs = 400;
/** A busy machine is slow; what never recovers ends the run. */
const patienceMs = 240_000;

/** Bookings of every kind over several processes, under one kind of fault after the other. */
export function buildScenario<D extends Database>({
  faults,
  openDatabase: open,
  weaken,
  settle,
  findDoubt,
  hasClocks = false,
  ...about
}: Parts<D>): Scenario {
  return {
    ...about,
    async run(plan): Promise<Findings> {
      const faketime = hasClocks ? findFaketime() : undefined;
      if (hasClocks && !faketime) throw new Error('Install libfaketime (apt-get install libfaketime).');
      const database = await open(plan);
      const cluster = { ...(await openCluster(database, { faketime })), database };
      try {
        await createPages(cluster);
        if (plan.isControl) await weaken?.(database);
        const doubt = findDoubt?.(database);
        const found = await runRounds(cluster, plan, faults, settle);
        return { ...found, ...(doubt !== undefined && { doubt }) };
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
  settle?: (database: D) => Promise<unknown>,
): Promise<Findings> {
  const counts = createCounts();
  const history: History = { bookings: [], times: new Map(), wrong: [] };
  const recoveries: (Recovery & { name: string })[] = [];
  const names = Object.keys(faults);
  for (let round = 0; round < plan.rounds; round += 1) {
    const world = { cluster, counts, history, plan, round };
    const name = names[(plan.seed + round) % names.length] ?? '';
    const clients = startClients(world);
    await pollUntil(() => (clients.done() >= busyAfter ? true : undefined), patienceMs);
    await sleep(plan.random(faultWithinMs));
    const faultMs = await (faults[name] as Fault<D>)(cluster, plan);
    counts.fault(name);
    const recovery = await recovered(cluster, round, faultMs);
    recoveries.push({ name, ...recovery });
    await settle?.(cluster.database);
    await clients.stop();
    const unknown = history.bookings.filter(
      ({ known, possible, email }) => !known && possible && !/-c\d/.test(email),
    );
    for (const booking of unknown) await replayBooking(world, booking);
    const { bookedMs, reportedMs } = recovery;
    plan.log(
      `  round ${round + 1}: ${name}; booked again after ${bookedMs} ms, reported after ${reportedMs} ms`,
    );
  }
  await waitUntilDrained(cluster);
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
      ...(settle && figuresByFault(recoveries)),
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
  const time = { date: getWeekday('2027-04-05', Math.floor(round / 200)), start: '09:00', timeZone: 'UTC' };
  const sinceFault = () => Math.round(performance.now() - faultMs);
  const emails = apis.map((_, index) => `r${round}-a${index}@probe.example`);
  const book = (api: Member, index: number) =>
    pollUntil(async () => {
      const email = emails[index] ?? '';
      const page = { ownerSlug: `host-${1410 + (round % 200) * apis.length + index}`, eventTypeSlug: 'call' };
      const body = { ...page, ...time, name: 'Probe', email };
      const { status } = await sendRequest(api, { method: 'POST', path: '/v2/event', body, key: email });
      return toOutcome(status) === 'ok' ? true : undefined;
    }, patienceMs);
  await Promise.all(apis.map(book));
  const bookedMs = sinceFault();
  const isReported = () => {
    const reported = new Set(Object.values(receiver.received).map(([first]) => first?.email));
    return emails.every((email) => reported.has(email)) ? true : undefined;
  };
  await pollUntil(isReported, patienceMs);
  return { bookedMs, reportedMs: sinceFault() };
}

function figuresByFault(recoveries: readonly (Recovery & { name: string })[]): Record<string, string> {
  const names = [...new Set(recoveries.map(({ name }) => name))];
  const figures = names.map((name) =>
    figuresOf(
      `${name}: booked again`,
      recoveries.filter((each) => each.name === name).map(({ bookedMs }) => bookedMs),
    ),
  );
  return Object.assign({}, ...figures);
}

const figuresOf = (what: string, numbers: readonly number[]): Record<string, string> => ({
  [`${what} after ms`]: `${computePercentile(numbers, 0.5)} p50 ${computePercentile(numbers, 0.95)} p95 ${computePercentile(numbers, 1)} worst`,
});

/** Nothing but a full buffer makes PostgreSQL write, so that a kill finds commits that are in memory only. */
const withoutFlushing = {
  synchronous_commit: 'off',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '1GB',
  wal_buffers: '64MB',
  bgwriter_lru_maxpages: '0',
};

export const kills = buildScenario({
  claim: 'After kill -9 of servers, worker and PostgreSQL no acknowledged booking and no event is lost.',
  control: 'synchronous_commit is off, so that PostgreSQL acknowledges before it has written',
  rounds: 100,
  faults: killing,
  openDatabase: ({ isControl }) => openDatabase(isControl ? withoutFlushing : {}),
  // The pages themselves must survive, or nothing can be booked after the kill.
  weaken: ({ query }) => query('checkpoint'),
});

export const bookings = buildScenario({
  claim:
    'Whatever happens to processes and networks, bookings are as acknowledged, sold once and reported once, in order.',
  control: 'the exclusion constraint on the time of hosts is dropped',
  rounds: 45,
  faults: { ...killing, ...freezing, ...breaking },
  openDatabase: () => openDatabase(),
  weaken: ({ query }) => query('alter table event_host drop constraint event_host_never_twice'),
});

export const clocks = buildScenario({
  claim:
    'The same holds when the clocks of servers and workers jump by seconds, hours and days, back and forth.',
  control: 'the exclusion constraint on the time of hosts is dropped',
  rounds: 30,
  hasClocks: true,
  faults: {
    'clock of a server jumps': createJumpingClock(({ apis }) => apis),
    'clock of the worker jumps': createJumpingClock(({ workers }) => workers),
    'kill -9 of a server with a wrong clock': createJumpingClock(({ apis }) => apis, true),
    'kill -9 of the worker with a wrong clock': createJumpingClock(({ workers }) => workers, true),
  },
  openDatabase: () => openDatabase(),
  weaken: ({ query }) => query('alter table event_host drop constraint event_host_never_twice'),
});

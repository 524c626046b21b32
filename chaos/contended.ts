import { setTimeout as sleep } from 'node:timers/promises';
import { listBrokenRules } from '../server/test/booking-rules.ts';
import { toOutcome, getWeekday } from './clients.ts';
import { openCluster, sendRequest, type Cluster, type Member, type Request } from './cluster.ts';
import { openDatabase } from './database.ts';
import { createCounts, sumCounts, type Findings, type Plan, type Scenario } from './scenario.ts';

/** Callers for each time, all at once, and for how many times side by side. */
const callersPerTime = 25;
const timesAtOnce = 4;
const attemptsPerKill = 4_000;
const hosts = 400;

export const contended: Scenario = {
  claim:
    'No time is sold twice, however many callers over two servers want it at once, and while servers are killed.',
  control: 'the exclusion constraint on the time of hosts is dropped',
  rounds: 1,
  numbers: { attempts: 200_000 },
  smoke: { attempts: 200 },
  async run(plan): Promise<Findings> {
    const cluster = await openCluster(await openDatabase(), { workers: 0 });
    try {
      if (plan.isControl)
        await cluster.database.query('alter table event_host drop constraint event_host_never_twice');
      return await compete(cluster, plan);
    } finally {
      await cluster.close();
    }
  },
};

async function compete(cluster: Cluster, plan: Plan): Promise<Findings> {
  const { database, apis } = cluster;
  const counts = createCounts();
  const acknowledged = new Map<string, string[]>();
  const wrong: string[] = [];
  const total = plan.isControl ? 4_000 : (plan.numbers['attempts'] ?? 0);
  const times = Math.ceil(total / callersPerTime);
  let next = 0;
  const startedMs = performance.now();

  const attempt = async (time: number, caller: number): Promise<void> => {
    const email = `t${time}-c${caller}@contended.example`;
    const { status } = await sendRequest(apis[caller % apis.length] as Member, bookingOf(time, email));
    const outcome = toOutcome(status);
    counts.operation(outcome ?? 'refused');
    if (!outcome) wrong.push(`A booking was answered with ${status}.`);
    if (outcome === 'ok') acknowledged.set(String(time), [...(acknowledged.get(String(time)) ?? []), email]);
  };
  /** The control ends with the first time that is sold twice. */
  const isShown = () => plan.isControl && soldTwice().length > 0;
  const soldTwice = () => [...acknowledged].filter(([, emails]) => emails.length > 1);
  const sell = async (): Promise<void> => {
    for (let time = next++; time < times && !isShown(); time = next++)
      await Promise.all(Array.from({ length: callersPerTime }, (_, caller) => attempt(time, caller)));
  };
  const kill = async (): Promise<void> => {
    for (let due = attemptsPerKill / 2; due < total; due += attemptsPerKill) {
      while (next * callersPerTime < due && !isShown()) await sleep(50);
      if (isShown()) return;
      await apis[plan.random(apis.length)]?.replace();
      counts.fault('kill -9 of a server');
    }
  };
  await Promise.all([kill(), ...Array.from({ length: timesAtOnce }, sell)]);
  const seconds = (performance.now() - startedMs) / 1000;

  const rows = await database.query<{ email: string }>(
    `select i.email from invitee i where i.email like '%@contended.example'`,
  );
  const booked = new Set(rows.map(({ email }) => email));
  const twice = soldTwice();
  return {
    faults: counts.faults,
    operations: counts.operations,
    figures: {
      attempts: sumCounts(counts.operations),
      seconds: seconds.toFixed(1),
      'attempts/s': Math.round(sumCounts(counts.operations) / seconds),
      'times sold': booked.size,
      'sold twice': twice.length,
    },
    wrong: [
      ...wrong,
      ...(await listBrokenRules(database.query)).map((rule) => `${rule}.`),
      ...twice.map(([time, emails]) => `Time ${time} was acknowledged ${emails.length} times.`),
      ...[...acknowledged.values()]
        .flat()
        .filter((email) => !booked.has(email))
        .map((email) => `${email} was acknowledged and is not there.`),
    ],
  };
}

/** The nth time of all: hosts side by side, then half hours, then days. */
function bookingOf(n: number, email: string): Request {
  const slot = Math.floor(n / hosts);
  const minutes = 9 * 60 + 30 * (slot % 12);
  const body = {
    ownerSlug: `host-${1 + (n % hosts)}`,
    eventTypeSlug: 'call',
    date: getWeekday('2027-01-04', Math.floor(slot / 12)),
    start: `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`,
    timeZone: 'UTC',
    name: 'Kit Okafor',
    email,
  };
  return { method: 'POST', path: '/v2/event', body };
}

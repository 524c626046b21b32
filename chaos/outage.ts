import { setTimeout as pause } from 'node:timers/promises';
import { openFaulty, waitUntilSettled, type Faulty } from '../server/test/process/outage.ts';
import { stopAll } from '../server/test/process/daybook.ts';
import { toOutcome } from './clients.ts';
import { createCounts, type Counts, type Scenario } from './scenario.ts';

/**
 * Takes the database away from a server that books, runs jobs and delivers webhooks, in one way after the other. The server
 * must live, answer with nothing but 200, 409 and 503, be ready again, and every booking that it acknowledged must have its
 * webhook and its mail.
 */
const sessions = `from pg_stat_activity where application_name like 'daybook%' and pid <> pg_backend_pid()`;

const faults: Record<string, (faulty: Faulty) => Promise<unknown>> = {
  'all sessions ended': (faulty) => faulty.query(`select pg_terminate_backend(pid) ${sessions}`),
  'one session ended': (faulty) =>
    faulty.query(`select pg_terminate_backend(pid) ${sessions} and random() < 0.2`),
  'a backend killed': async (faulty) => process.kill(await faulty.sessionOfRequests(), 'SIGKILL'),
  restarted: (faulty) => faulty.restartPostgres(Math.random() * 4_000),
  async frozen(faulty) {
    const pids = faulty.postgresPids();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await pause(Math.random() * 8_000);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  },
  async 'one session frozen'(faulty) {
    const pid = await faulty.sessionOfRequests();
    process.kill(pid, 'SIGSTOP');
    await pause(Math.random() * 8_000);
    process.kill(pid, 'SIGCONT');
  },
};

export const outageScenario: Scenario = {
  claim: 'A server whose database goes away answers 503, lives, and goes on when it is back.',
  rounds: 22,
  async run({ rounds, seed, log }) {
    const faulty = await openFaulty();
    const counts = createCounts();
    const wrong: string[] = [];
    try {
      for (let round = 0; round < rounds && faulty.server.child.exitCode === null; round += 1) {
        const all = Object.entries(faults);
        const [name, fault] = all[(seed + round) % all.length] as (typeof all)[number];
        counts.fault(name);
        const found = await strike(faulty, round, fault, counts);
        wrong.push(...found);
        log(`  round ${round + 1}: ${name}${found.map((sentence) => ` ${sentence}`).join('')}`);
      }
    } finally {
      await faulty.close();
      await stopAll();
    }
    return { faults: counts.faults, operations: counts.operations, wrong };
  },
};

/** Books while something goes wrong; what is wrong after it. */
async function strike(
  faulty: Faulty,
  round: number,
  fault: (faulty: Faulty) => Promise<unknown>,
  counts: Counts,
): Promise<string[]> {
  const emails = Array.from({ length: 10 }, (_, index) => `r${round}-${index}@outage.example`);
  const booking = Promise.all(
    emails.map(async (email, index) => {
      await pause(index * 50);
      return faulty.book(email);
    }),
  );
  await pause(Math.random() * 300);
  await fault(faulty);
  const statuses = await booking;
  for (const status of statuses) counts.operation(toOutcome(status) ?? 'refused');
  const wrong = statuses
    .filter((status) => ![200, 409, 503].includes(status))
    .map((status) => `A booking was answered with ${status}.`);
  const acknowledged = emails.filter((_, index) => statuses[index] === 200);
  await waitUntilSettled(faulty, acknowledged).catch((error: Error) => wrong.push(error.message));
  const metrics = await faulty.call('/metrics').catch(() => ({ body: '' }));
  if (!metrics.body.includes('daybook_unhandled_rejections_total 0'))
    wrong.push('A rejection was not handled.');
  return wrong;
}

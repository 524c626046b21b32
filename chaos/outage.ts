import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openFaulty, settled, type Faulty } from '../server/test/process/outage.ts';
import { stopAll } from '../server/test/process/daybook.ts';

/**
 * Takes the database away from a server that books, runs jobs and delivers webhooks, in a way chosen by chance, again and
 * again. The server must live, answer with nothing but 200, 409 and 503, be ready again, and every booking that it
 * acknowledged must have its webhook and its mail.
 *
 *   npx tsx chaos/outage.ts --rounds 22
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

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '22' } } });
  const faulty = await openFaulty();
  let wrong = 0;
  try {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const [name, fault] = Object.entries(faults)[round % Object.keys(faults).length] ?? [];
      const found = await strike(faulty, round, fault as (on: Faulty) => Promise<unknown>);
      wrong += found.length;
      console.log(`round ${round + 1}: ${name}; ${found.length === 0 ? 'good' : found.join(' ')}`);
      if (faulty.server.child.exitCode !== null) break;
    }
  } finally {
    await faulty.close();
    await stopAll();
  }
  console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} things are wrong.`);
  return wrong === 0 ? 0 : 1;
}

/** Books while something goes wrong; what is wrong after it. */
async function strike(
  faulty: Faulty,
  round: number,
  fault: (faulty: Faulty) => Promise<unknown>,
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
  const wrong = statuses
    .filter((status) => ![200, 409, 503].includes(status))
    .map((status) => `A booking was answered with ${status}.`);
  const acknowledged = emails.filter((_, index) => statuses[index] === 200);
  await settled(faulty, acknowledged).catch((error: Error) => wrong.push(error.message));
  const metrics = await faulty.call('/metrics').catch(() => ({ body: '' }));
  if (!metrics.body.includes('daybook_unhandled_rejections_total 0'))
    wrong.push('A rejection was not handled.');
  return wrong;
}

process.exitCode = await main();

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { formatDatabaseUrl, stopAll } from '../server/test/process/daybook.ts';
import { startChild } from '../server/test/webhook-parts.ts';
import { startBooking, type Bookings } from './moves-bookings.ts';
import { openInstallation, type Installation } from './moves-installation.ts';
import type { Moment, MoveOrder, MoverMessage } from './mover.ts';
import { computePercentile, createCounts, type Counts, type Plan, type Scenario } from './scenario.ts';

/**
 * Moves a workspace back and forth between two cells while callers book through a router, and kills the mover, the databases
 * and the processes at every step of a move. Callers repeat a request with the same key until it is answered.
 */

const moments: readonly Moment[] = ['copy', 'follow', 'drain', 'freeze', 'switch', 'left', 'open', 'done'];
const victims = ['mover', 'source', 'target', 'directory', 'router', 'nobody'] as const;
type Victim = (typeof victims)[number];

interface Run {
  readonly installation: Installation;
  readonly workspaceId: WorkspaceId;
  readonly plan: Plan;
  readonly counts: Counts;
  readonly frozenMs: number[];
  readonly moveMs: number[];
}

type CellName = 'one' | 'two';

export const movesScenario: Scenario = {
  claim:
    'A workspace that moves between cells while it is booked loses nothing, makes nothing twice, and is never in two cells.',
  control: 'writes are not frozen',
  rounds: 100,
  controlRounds: 6,
  numbers: { records: 1_000, bookers: 4 },
  smoke: { records: 50, bookers: 2 },
  async run(plan) {
    const installation = await openInstallation();
    try {
      const { workspaceId, target } = await installation.fill(plan.numbers['records'] ?? 0);
      const run: Run = { installation, workspaceId, plan, counts: createCounts(), frozenMs: [], moveMs: [] };
      const bookings = startBooking(target, plan.numbers['bookers'] ?? 1, run.counts);
      let [from, to]: [CellName, CellName] = ['one', 'two'];
      const wrong: string[] = [];
      for (let round = 0; round < plan.rounds; round += 1) {
        await moveOnce(run, round, from, to);
        wrong.push(...(await checkOwners(run, target.token, to)));
        [from, to] = [to, from];
      }
      await bookings.stop();
      wrong.push(...bookings.wrong, ...(await checkBookings(run, bookings, from)));
      return {
        faults: run.counts.faults,
        operations: run.counts.operations,
        figures: figuresOf(run, bookings),
        wrong,
      };
    } finally {
      await stopAll();
      await installation.close();
    }
  },
};

function figuresOf({ frozenMs, moveMs, plan }: Run, { acknowledged, waitsMs }: Bookings) {
  return {
    moves: plan.rounds,
    bookings: acknowledged.length,
    'frozen p50 ms': computePercentile(frozenMs, 0.5),
    'frozen p95 ms': computePercentile(frozenMs, 0.95),
    'move p50 ms': computePercentile(moveMs, 0.5),
    'longest wait of a booking ms': Math.round(Math.max(0, ...waitsMs)),
  };
}

/** A move, whose first mover meets a fault; others finish it. */
async function moveOnce(run: Run, round: number, from: CellName, to: CellName): Promise<void> {
  const { installation, workspaceId, plan, counts } = run;
  const pauseAt = moments[round % moments.length] as Moment;
  const victim: Victim = plan.isControl
    ? 'nobody'
    : (victims[Math.floor(round / moments.length) % victims.length] as Victim);
  const order: MoveOrder = {
    workspaceId,
    directoryUrl: formatDatabaseUrl(installation.databases.directory.connection),
    from: { cell: from, connection: installation.databases[from].connection },
    to: { cell: to, connection: installation.databases[to].connection },
    isControl: plan.isControl,
  };
  const startedMs = performance.now();
  let message: MoverMessage | undefined =
    victim === 'nobody'
      ? await runMover(order)
      : await runMover({ ...order, pauseAt }, () => kill(run, victim, from, to));
  if (victim !== 'nobody') counts.fault(`${victim} at ${pauseAt}`);
  for (let attempt = 0; !message || !('frozenMs' in message); attempt += 1) {
    if (attempt === maxAttempts) throw new Error(`The move came to no end: ${JSON.stringify(message)}`);
    await sleep(500);
    message = await runMover(order);
  }
  if (message.frozenMs !== null) run.frozenMs.push(message.frozenMs);
  run.moveMs.push(performance.now() - startedMs);
  const frozen = message.frozenMs === null ? 'before' : `${Math.round(message.frozenMs)} ms`;
  plan.log(`  ${round + 1}: to ${to}, ${victim} at ${pauseAt}, frozen ${frozen}`);
}

const maxAttempts = 40;

/** What the mover said last; undefined if it was killed. */
async function runMover(
  order: MoveOrder,
  onPause?: () => Promise<'die' | 'go'>,
): Promise<MoverMessage | undefined> {
  const child = await startChild(join(import.meta.dirname, 'mover.ts'), [JSON.stringify(order)]);
  return new Promise((resolve, reject) => {
    child.process.on('message', (message: MoverMessage) => {
      if (!('at' in message)) return resolve(message);
      if (!onPause) return void child.process.send('go');
      onPause().then((then) => {
        if (then === 'die') void child.kill('SIGKILL');
        else child.process.send('go', () => {});
      }, reject);
    });
    child.process.on('exit', () => resolve(undefined));
  });
}

async function kill(
  { installation }: Run,
  victim: Victim,
  from: CellName,
  to: CellName,
): Promise<'die' | 'go'> {
  const { databases } = installation;
  if (victim === 'mover') return 'die';
  if (victim === 'source') await databases[from].kill();
  else if (victim === 'target') await databases[to].kill();
  else if (victim === 'directory') await databases.directory.kill();
  else if (victim === 'router') await installation.restartRouter();
  return 'go';
}

async function checkOwners({ installation }: Run, token: string, expected: CellName): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const owners: string[] = [];
  for (const cell of ['one', 'two'] as const) {
    const status = await installation.askCell(cell, '/v2/event-types', headers);
    if (status === 200) owners.push(cell);
    else if (status !== 421) owners.push(`${cell} (${status})`);
  }
  return owners.join() === expected
    ? []
    : [`After a move to ${expected}, the workspace was in ${owners.join(', ') || 'no cell'}.`];
}

/** Every acknowledged booking is where the workspace is, once. */
async function checkBookings(
  { installation, workspaceId }: Run,
  { acknowledged }: Bookings,
  cell: CellName,
): Promise<string[]> {
  const rows = await installation.databases[cell].query<{ email: string; id: string }>(
    'select email, event_id as id from invitee where workspace_id = $1',
    [workspaceId],
  );
  const found = new Map<string, string[]>();
  for (const { email, id } of rows) found.set(email, [...(found.get(email) ?? []), id]);
  return acknowledged.flatMap(({ email, id }) => {
    const ids = found.get(email) ?? [];
    if (ids.length === 0) return [`The booking ${email} was lost.`];
    if (ids.length > 1) return [`The booking ${email} was made ${ids.length} times.`];
    return ids[0] === id ? [] : [`The booking ${email} has another id.`];
  });
}

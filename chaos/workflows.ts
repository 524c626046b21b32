// Kills a process that books, runs effects and runs workflows, with kill -9, again and again. For every booking that was committed,
// each step of the workflow must have been done once: a run, a mail, a change of the record, and a request, which may arrive twice
// under the same webhook-id.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadHosts } from '../bench/parts/calendar.ts';
import {
  openRuntimeOn,
  seedSubscriptions,
  sleep,
  startChild,
  type World,
} from '../server/test/webhook-parts.ts';
import { createSystemActor, type Actor } from '../server/src/platform/auth/actor.ts';
import { runInWorkspace, selectPool, type Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import { effects } from '../server/src/platform/effects.ts';
import { bookTime } from '../server/src/scheduled-events/bookings/book.ts';
import { createWorkflow } from '../server/src/workflows/change-workflow.ts';
import { runDueWorkflows, runWorkflow } from '../server/src/workflows/run-workflow.ts';
import { findDueRuns } from '../server/src/workflows/runs.store.ts';
import type { Scenario } from './scenario.ts';
import { runOnWorld } from './world.ts';

interface Order {
  readonly connection: Connection;
  readonly actor: Omit<Actor, 'scopes'>;
  /** Negative: only what is left is run. */
  readonly round: number;
  readonly isControl: boolean;
}

export const workflowsScenario: Scenario = {
  claim: 'Each step of a workflow is done once for each committed booking, whenever a process is killed.',
  control: 'a run is marked as done before its steps are',
  rounds: 50,
  controlRounds: 10,
  // `--kills` is another word for `--rounds`.
  numbers: { events: 10_000, kills: 0 },
  smoke: { events: 10, kills: 0 },
  run: ({ rounds: given, isControl, numbers, log }) =>
    runOnWorld(async (world) => {
      const rounds = (!isControl && numbers['kills']) || given;
      // The control fails with few events, and need not take as long.
      const wanted = numbers['events'] ?? 0;
      const perRound = Math.ceil((isControl ? Math.min(wanted, 300) : wanted) / rounds);
      const { fair, events, wrong, repeated } = await killWorkflows(world, {
        rounds,
        perRound,
        isControl,
        log,
      });
      return {
        faults: { 'kill -9': rounds },
        operations: { ok: events, refused: 0, unknown: fair },
        figures: { events, 'kills with runs still to come': fair, 'requests that came again': repeated },
        wrong,
      };
    }),
};

interface Plan {
  readonly rounds: number;
  readonly perRound: number;
  readonly isControl: boolean;
  readonly log: (line: string) => void;
}

async function killWorkflows(world: World, { rounds, perRound, isControl, log }: Plan) {
  const receiver = await startReceiver();
  try {
    const order = { connection: world.connection, actor: await prepare(world, receiver.url), isControl };
    let fair = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = await countRuns(world);
      const child = await startChild(import.meta.filename, [JSON.stringify({ ...order, round })]);
      // Not before workflows are at work: a kill among no runs shows nothing.
      while ((await countEvents(world)) < (round + 1) * perRound || (await countRuns(world)) === before)
        await sleep(20);
      await sleep(Math.random() * 300);
      await child.kill('SIGKILL');
      fair += (await world.query(`${waiting} limit 1`)).length;
      log(`round ${round + 1} of ${rounds}: ${await countEvents(world)} events`);
    }
    await runTheRest(world, { ...order, round: -1 });
    return { fair, ...(await check(world, receiver.received)) };
  } finally {
    receiver.close();
  }
}

const booked = `invitee i where i.email like '%@flow.example'`;
const waiting = `select 1 from workflow_run where status = 'waiting' and minutes is null
  union all select 1 from workflow_step where status = 'pending' union all select 1 from outbox`;

async function countEvents({ query }: World): Promise<number> {
  return (await query<{ count: number }>(`select count(*)::int as count from ${booked}`))[0]?.count ?? 0;
}

async function countRuns({ query }: World): Promise<number> {
  const text = 'select count(*)::int as count from workflow_run where minutes is null';
  return (await query<{ count: number }>(text))[0]?.count ?? 0;
}

/** A company with hosts, and a workflow with a step of each kind that leaves something. */
async function prepare(world: World, url: string): Promise<Omit<Actor, 'scopes'>> {
  const [planted] = await seedSubscriptions(world, 1, [url]);
  if (!planted) throw new Error('No workspace.');
  const { workspaceId } = planted;
  await loadHosts(world.connection, workspaceId);
  await world.query('delete from webhook');
  const [member] = await world.query<{ id: string }>('select id from member limit 1');
  const { scopes: _, ...system } = createSystemActor(workspaceId);
  await runInWorkspace(world.runtime, createSystemActor(workspaceId), (ctx) =>
    createWorkflow(ctx, {
      name: 'Each once',
      isActive: true,
      trigger: { on: 'booked' },
      conditions: [],
      steps: [
        { kind: 'mail', to: 'person', isTransactional: false, texts: { en: { subject: 'Hi', body: 'Hi' } } },
        { kind: 'record', values: { jobTitle: 'Booked' } },
        { kind: 'http', url },
      ],
    }),
  );
  return { ...system, kind: 'token', memberId: member?.id ?? '' };
}

/** However many runs are left, their number goes down at least this often, also after a lease that somebody left behind. */
const stallMs = 120_000;

async function countWaiting({ query }: World): Promise<number> {
  return (await query<{ count: number }>(`select count(*)::int as count from (${waiting}) w`))[0]?.count ?? 0;
}

async function runTheRest(world: World, order: Order): Promise<void> {
  // What was claimed by a process that was killed is free again when its lease ends.
  await world.query(`update workflow_step set due_at = now() where status = 'pending'`);
  const child = await startChild(import.meta.filename, [JSON.stringify(order)]);
  let fewest = Infinity;
  for (let untilMs = 0; ;) {
    const left = await countWaiting(world);
    if (left === 0) break;
    if (left < fewest) untilMs = performance.now() + stallMs;
    fewest = Math.min(fewest, left);
    if (performance.now() > untilMs) throw new Error(`${left} runs, steps and effects are still open.`);
    await sleep(200);
  }
  await child.kill('SIGKILL');
}

interface Fact {
  readonly email: string;
  readonly event_id: string;
  readonly runs: number;
  readonly mails: number;
  readonly changes: number;
}

async function check({ query }: World, received: ReadonlyMap<string, readonly string[]>) {
  // Each table is read once, so that ten thousand events take no longer than they have to.
  const facts = await query<Fact>(`
    with runs as (
      select invitee_id as id, count(*)::int as n from workflow_run
      where minutes is null and status = 'done' group by 1
    ), mails as (
      select event_id as id, count(*)::int as n from mail_message where kind = 'workflow' group by 1
    ), changes as (
      select u.key_norm as id, count(*)::int as n from crm_unique u
      join crm_change c on c.workspace_id = u.workspace_id and c.record_id = u.record_id
      where c.detail ->> 'source' = 'workflow' group by 1
    )
    select i.email, i.event_id, coalesce(r.n, 0) as runs, coalesce(m.n, 0) as mails, coalesce(c.n, 0) as changes
    from invitee i left join runs r on r.id = i.id left join mails m on m.id = i.event_id
    left join changes c on c.id = i.email
    where i.email like '%@flow.example'`);
  const wrong = facts.flatMap(({ email, event_id, runs, mails, changes }) => {
    const ids = new Set(received.get(event_id));
    return Object.entries({ run: runs, mail: mails, change: changes, request: ids.size }).flatMap(
      ([step, count]) => (count === 1 ? [] : [`${email}: its ${step} was done ${count} times.`]),
    );
  });
  const repeated = [...received.values()].reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0);
  return { events: facts.length, wrong, repeated };
}

/** What arrived, by event: the webhook-ids. */
async function startReceiver() {
  const received = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { eventUuid } = JSON.parse(Buffer.concat(chunks).toString()) as { eventUuid: string };
      received.set(eventUuid, [...(received.get(eventUuid) ?? []), String(request.headers['webhook-id'])]);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;
  return { url, received, close: () => void (server.closeAllConnections(), server.close()) };
}

/** Books, and runs effects and workflows beside it, as one process with both roles does. */
async function work(order: Order): Promise<void> {
  const runtime = await openRuntimeOn(order.connection);
  const actor: Actor = { ...order.actor, scopes: new Set() };
  effects.start(selectPool(runtime, 'worker'));
  void runForever(selectPool(runtime, 'worker'), order.isControl ? runUnguarded : runDueWorkflows);
  process.send?.('ready');
  if (order.round < 0) return;
  await Promise.all(
    Array.from({ length: writers }, (_, writer) => write(runtime, actor, order.round, writer)),
  );
}

const writers = 4;

async function runForever(runtime: Runtime, run: (runtime: Runtime) => Promise<void>): Promise<void> {
  for (;;) {
    await run(runtime);
    await sleep(20);
  }
}

/** On a host of its own, two days for each week: nobody waits for anybody. */
async function write(runtime: Runtime, actor: Actor, round: number, writer: number): Promise<void> {
  const host = 1 + round * writers + writer;
  for (let n = 0; ; n += 1) {
    const date = new Date(Date.UTC(2027, 0, 4 + Math.floor(n / 5) * 7 + (n % 5))).toISOString().slice(0, 10);
    await runInWorkspace(runtime, actor, (ctx) =>
      bookTime(ctx, {
        ...{
          ownerSlug: `host-${host}`,
          eventTypeSlug: 'call',
          date,
          start: '09:00',
          timeZone: 'Europe/Berlin',
        },
        ...{ name: `Flo ${host} ${n}`, email: `f${host}-${n}@flow.example` },
      }),
    );
  }
}

/** The guard removed: runs are done before their steps are. */
async function runUnguarded(runtime: Runtime): Promise<void> {
  const due = await findDueRuns(runtime.database, runtime.clock.now(), 100);
  const ids = due.map(({ runId }) => runId);
  const mark = (status: string) =>
    runtime.database.pool.query('update workflow_run set status = $2 where id = any ($1::uuid[])', [
      ids,
      status,
    ]);
  await mark('done');
  // Long enough that most kills fall into it.
  await sleep(1_000);
  await mark('waiting');
  for (const ref of due) await runWorkflow(runtime, ref);
  await runDueWorkflows(runtime);
}

if (import.meta.filename === process.argv[1]) await work(JSON.parse(process.argv[2] ?? '') as Order);

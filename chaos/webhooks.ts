// Kills a process that publishes events and delivers webhooks, repeatedly, with kill -9. Every committed event must arrive.
// What arrives twice has the same webhook-id, and was being sent when the process died.

import { createSystemActor } from '../server/src/platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { createDeliverer, emitWebhook } from '../server/src/webhooks/public.ts';
import {
  allHappened,
  insertMarker,
  openRuntimeOn,
  seedSubscriptions,
  runReceiver,
  sleep,
  startChild,
  type Report,
  type World,
} from '../server/test/webhook-parts.ts';
import type { Scenario } from './scenario.ts';
import { runOnWorld } from './world.ts';

interface Order {
  readonly connection: Connection;
  readonly workspaceId: WorkspaceId;
  readonly rate: number;
  readonly leaseMs: number;
  readonly isControl: boolean;
}

export const webhooksScenario: Scenario = {
  claim: 'Every webhook arrives, and twice only if it was being sent when the process was killed.',
  control: 'deliveries are written after the commit of their cause',
  rounds: 50,
  controlRounds: 50,
  numbers: { rate: 500, lease: 30_000 },
  smoke: { rate: 50, lease: 2_000 },
  async run({ rounds, isControl, numbers: { rate = 0, lease: leaseMs = 0 } }) {
    const { told, lost, twice, leases, ambiguous } = await runOnWorld((world) =>
      killRounds(world, { rounds, rate, leaseMs, isControl }),
    );
    return {
      faults: { 'kill -9': rounds },
      operations: { ok: told, refused: 0, unknown: leases },
      figures: { 'received twice': twice },
      wrong: [
        ...(lost === 0 ? [] : [`${lost} events did not arrive.`]),
        ...(ambiguous === 0 ? [] : [`${ambiguous} events arrived with more than one webhook-id.`]),
        ...(twice <= leases ? [] : [`${twice} arrived twice, and only ${leases} were being sent.`]),
      ],
    };
  },
};

interface Findings {
  readonly told: number;
  readonly lost: number;
  readonly twice: number;
  readonly leases: number;
  readonly ambiguous: number;
}

async function killRounds(
  world: World,
  options: { rounds: number; rate: number; leaseMs: number; isControl: boolean },
): Promise<Findings> {
  const receiver = await startChild(import.meta.filename, ['receiver']);
  try {
    const origin = `http://127.0.0.1:${await receiver.ask<number>({ port: true })}`;
    const [subscription] = await seedSubscriptions(world, 1, [`${origin}/hook`]);
    if (!subscription) throw new Error('No subscription.');
    const order: Order = { ...options, connection: world.connection, workspaceId: subscription.workspaceId };
    let leases = 0;
    for (let round = 0; round < options.rounds; round += 1) leases += await killOne(world, order);
    await deliverTheRest(world, order);
    return { ...(await compare(world, (await receiver.ask<Report>({ ids: true })).ids)), leases };
  } finally {
    await receiver.kill();
  }
}

/** Lets a process work for a moment and kills it. Returns how many deliveries it was sending. */
async function killOne(world: World, order: Order): Promise<number> {
  const [began] = await world.query<{ at: string }>('select now()::text as at');
  const child = await startChild(import.meta.filename, ['worker', JSON.stringify(order)]);
  await sleep(300 + Math.random() * 700);
  await child.kill('SIGKILL');
  const [row] = await world.query<{ count: number }>(
    // Without those that earlier processes left.
    `select count(*) as count from webhook_delivery
     where status = 'sending' and due_at > $1::timestamptz + $2::float8 * interval '1 millisecond'`,
    [began?.at, order.leaseMs],
  );
  return Number(row?.count);
}

async function deliverTheRest(world: World, order: Order): Promise<void> {
  const child = await startChild(import.meta.filename, ['worker', JSON.stringify({ ...order, rate: 0 })]);
  const deadlineMs = performance.now() + order.leaseMs + 120_000;
  for (;;) {
    const [row] = await world.query<{ count: number }>(
      'select count(*) as count from webhook_delivery where finished_at is null',
    );
    if (Number(row?.count) === 0) break;
    if (performance.now() > deadlineMs) throw new Error(`${row?.count} deliveries are still open.`);
    await sleep(100);
  }
  await child.kill('SIGKILL');
}

async function compare(
  world: World,
  ids: Record<string, number>,
): Promise<Pick<Findings, 'told' | 'lost' | 'twice' | 'ambiguous'>> {
  const told = await world.query<{ key: string }>(allHappened);
  const messages = new Map<string, number>();
  let twice = 0;
  for (const [id, times] of Object.entries(ids)) {
    const [key = ''] = id.split(' ');
    messages.set(key, (messages.get(key) ?? 0) + 1);
    twice += times - 1;
  }
  return {
    told: told.length,
    lost: told.filter(({ key }) => !messages.has(key)).length,
    twice,
    ambiguous: [...messages.values()].filter((count) => count > 1).length,
  };
}

/** Publishes events at a steady rate and delivers them, as one process with both roles does. */
async function work(order: Order): Promise<void> {
  const runtime = await openRuntimeOn(order.connection);
  createDeliverer({ leaseMs: order.leaseMs }).start(runtime);
  process.send?.('ready');
  if (order.rate === 0) return;
  const tellers = 10;
  await Promise.all(
    Array.from({ length: tellers }, (_, index) => tell(runtime, order, index, (1000 * tellers) / order.rate)),
  );
}

async function tell(runtime: Runtime, order: Order, teller: number, everyMs: number): Promise<void> {
  const actor = createSystemActor(order.workspaceId);
  const startedMs = performance.now();
  for (let n = 0; ; n += 1) {
    await sleep(Math.max(0, startedMs + n * everyMs - performance.now()));
    const key = `${process.pid}-${teller}-${n}`;
    const emission = {
      event: 'invitee.scheduled',
      payload: { key },
      memberIds: [],
      orderingKey: key,
    } as const;
    await runInWorkspace(runtime, actor, async (ctx) => {
      await insertMarker(ctx, key);
      if (!order.isControl) await emitWebhook(ctx, emission);
    });
    if (order.isControl) await runInWorkspace(runtime, actor, (ctx) => emitWebhook(ctx, emission));
  }
}

if (import.meta.filename === process.argv[1]) {
  const [role, argument = ''] = process.argv.slice(2);
  await (role === 'receiver' ? runReceiver() : work(JSON.parse(argument) as Order));
}

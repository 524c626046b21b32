// npx tsx chaos/webhooks.ts [--rounds 50] [--rate 500] [--lease 30000]
// Kills a process that publishes events and delivers webhooks, repeatedly, with kill -9. Every committed event must arrive.
// What arrives twice has the same webhook-id, and was being sent when the process died. The control writes the deliveries
// after the commit of their cause instead: it must lose some.

import { systemActor } from '../server/src/platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { deliverer, emitWebhook } from '../server/src/webhooks/public.ts';
import {
  allHappened,
  happen,
  numberArgument,
  openRuntimeOn,
  openWorld,
  plantSubscriptions,
  receive,
  sleep,
  startChild,
  type Report,
  type World,
} from '../server/test/webhook-parts.ts';

interface Order {
  readonly connection: Connection;
  readonly workspaceId: WorkspaceId;
  readonly rate: number;
  readonly leaseMs: number;
  readonly isControl: boolean;
}

async function main(): Promise<void> {
  const rounds = numberArgument('rounds', 50);
  const rate = numberArgument('rate', 500);
  const leaseMs = numberArgument('lease', 30_000);
  const held = await run({ rounds, rate, leaseMs, isControl: false });
  const control = await run({ rounds, rate, leaseMs, isControl: true });
  const isFair = held.isFair && held.leases > 0 && held.told > rounds;
  const isGood = held.lost === 0 && held.ambiguous === 0 && held.twice <= held.leases;
  console.log(verdict(isGood, isFair, control.lost > 0));
  process.exitCode = isGood && isFair && control.lost > 0 ? 0 : 1;
}

function verdict(isGood: boolean, isFair: boolean, controlLost: boolean): string {
  if (!isFair) return 'INCONCLUSIVE: nothing was being sent when the process was killed.';
  if (!controlLost) return 'INCONCLUSIVE: the control lost nothing, so this run would not have noticed.';
  return isGood
    ? 'Good: nothing lost, nothing sent twice without cause; the control lost some.'
    : 'NOT GOOD.';
}

interface Findings {
  readonly told: number;
  readonly lost: number;
  readonly twice: number;
  readonly leases: number;
  readonly ambiguous: number;
  readonly isFair: boolean;
}

async function run(options: {
  rounds: number;
  rate: number;
  leaseMs: number;
  isControl: boolean;
}): Promise<Findings> {
  const world = await openWorld();
  const receiver = await startChild(import.meta.filename, ['receiver']);
  try {
    const origin = `http://127.0.0.1:${await receiver.ask<number>({ port: true })}`;
    const [subscription] = await plantSubscriptions(world, 1, [`${origin}/hook`]);
    if (!subscription) throw new Error('No subscription.');
    const order: Order = { ...options, connection: world.connection, workspaceId: subscription.workspaceId };
    let leases = 0;
    for (let round = 0; round < options.rounds; round += 1) leases += await killOne(world, order);
    await deliverTheRest(world, order);
    const findings = {
      ...(await compare(world, (await receiver.ask<Report>({ ids: true })).ids)),
      leases,
      isFair: leases > 0,
    };
    const { told, lost, twice, ambiguous } = findings;
    console.log(
      `${options.isControl ? 'control' : 'run'}: ${options.rounds} kills, ${told} events, ${lost} lost, ` +
        `${twice} received twice (${leases} leases were alive), ${ambiguous} with more than one webhook-id`,
    );
    return findings;
  } finally {
    await receiver.kill();
    await world.close();
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
  deliverer({ leaseMs: order.leaseMs }).start(runtime);
  process.send?.('ready');
  if (order.rate === 0) return;
  const tellers = 10;
  await Promise.all(
    Array.from({ length: tellers }, (_, index) => tell(runtime, order, index, (1000 * tellers) / order.rate)),
  );
}

async function tell(runtime: Runtime, order: Order, teller: number, everyMs: number): Promise<void> {
  const actor = systemActor(order.workspaceId);
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
    await inWorkspace(runtime, actor, async (ctx) => {
      await happen(ctx, key);
      if (!order.isControl) await emitWebhook(ctx, emission);
    });
    if (order.isControl) await inWorkspace(runtime, actor, (ctx) => emitWebhook(ctx, emission));
  }
}

const [role, argument = ''] = process.argv.slice(2);
if (role === 'receiver') await receive();
else if (role === 'worker') await work(JSON.parse(argument) as Order);
else await main();

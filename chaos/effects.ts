// Kills a process that books, moves, cancels and runs effects, with kill -9, again and again. Of everything that was
// committed, person, timeline, mail and webhook must follow, once each, and webhooks in order; what a receiver gets twice
// has the same webhook-id.

import { loadHosts } from '../bench/parts/calendar.ts';
import { createSystemActor, type Actor } from '../server/src/platform/auth/actor.ts';
import { runInWorkspace, selectPool, type Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { effects, runEffectsWithin } from '../server/src/platform/effects.ts';
import { insertOutbox } from '../server/src/platform/outbox.ts';
import { bookTime } from '../server/src/scheduled-events/bookings/book.ts';
import { cancelEvent } from '../server/src/scheduled-events/changes/cancel.ts';
import { rescheduleEvent } from '../server/src/scheduled-events/changes/reschedule.ts';
import { createDeliverer } from '../server/src/webhooks/public.ts';
import { checkEffects } from './check-effects.ts';
import type { Query } from './database.ts';
import { startReceiver } from './receiver.ts';
import type { Scenario } from './scenario.ts';
import { runOnWorld } from './world.ts';
import { openRuntimeOn, seedSubscriptions, sleep, startChild } from '../server/test/webhook-parts.ts';

interface Target {
  readonly connection: Connection;
  readonly runtime: Runtime;
  readonly query: Query;
}

interface Findings {
  readonly kills: number;
  /** Kills that came while effects were still to come. */
  readonly fair: number;
  readonly events: number;
  readonly wrong: readonly string[];
}

interface Order {
  readonly connection: Connection;
  readonly actor: Omit<Actor, 'scopes'>;
  readonly round: number;
  readonly isControl: boolean;
}

export const effectsScenario: Scenario = {
  claim: 'What follows from a committed booking follows once and in order, whenever a process is killed.',
  control: 'an event is removed before its effects are committed',
  rounds: 50,
  controlRounds: 10,
  async run({ rounds, isControl }) {
    const { kills, fair, events, wrong } = await runOnWorld((world) => killEffects(world, rounds, isControl));
    return {
      faults: { 'kill -9': kills },
      operations: { ok: events, refused: 0, unknown: fair },
      wrong,
    };
  },
};

/** On a database with one workspace at most. */
export async function killEffects(target: Target, rounds: number, isControl: boolean): Promise<Findings> {
  const receiver = await startReceiver();
  try {
    const [subscription] = await seedSubscriptions(target, 1, [receiver.url]);
    if (!subscription) throw new Error('No subscription.');
    await loadHosts(target.connection, subscription.workspaceId);
    const [member] = await target.query<{ id: string }>(`select member_id as id from webhook where id = $1`, [
      subscription.id,
    ]);
    const { scopes: _scopes, ...system } = createSystemActor(subscription.workspaceId);
    const actor = { ...system, kind: 'token' as const, memberId: member?.id ?? '' };
    const order = { connection: target.connection, actor, isControl };
    let fair = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = await countEvents(target);
      const child = await startChild(import.meta.filename, [JSON.stringify({ ...order, round })]);
      // Not before it is at work: a kill among no bookings shows nothing.
      while ((await countEvents(target)) < before + 12) await sleep(10);
      await sleep(Math.random() * 500);
      await child.kill('SIGKILL');
      fair += (await target.query('select 1 from outbox limit 1')).length;
    }
    await runTheRest(target, { ...order, round: -1 });
    return { kills: rounds, fair, ...(await checkEffects(target.query, receiver.received)) };
  } finally {
    await receiver.close();
  }
}

async function countEvents({ query }: Target): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select coalesce(sum(1 + sequence), 0)::int as count from scheduled_event e
     where exists (select from invitee i where i.workspace_id = e.workspace_id and i.event_id = e.id
       and i.email like '%@kill.example')`,
  );
  return row?.count ?? 0;
}

async function runTheRest({ query }: Target, order: Order): Promise<void> {
  const child = await startChild(import.meta.filename, [JSON.stringify(order)]);
  const open = `select 1 from outbox union all select 1 from webhook_delivery where finished_at is null limit 1`;
  for (const untilMs = performance.now() + 120_000; (await query(open)).length > 0;) {
    if (performance.now() > untilMs) throw new Error('Effects or deliveries are still open.');
    await sleep(100);
  }
  await child.kill('SIGKILL');
}

/** Books, moves and cancels, and runs effects and deliveries beside it, as one process with both roles does. */
async function work(order: Order): Promise<void> {
  const runtime = await openRuntimeOn(order.connection);
  const actor: Actor = { ...order.actor, scopes: new Set() };
  createDeliverer({ leaseMs: 1_000 }).start(selectPool(runtime, 'webhooks'));
  if (order.isControl) void runUnguarded(runtime, actor.workspaceId);
  else effects.start(selectPool(runtime, 'worker'));
  process.send?.('ready');
  if (order.round < 0) return;
  await Promise.all(
    Array.from({ length: writers }, (_, writer) => write(runtime, actor, order.round, writer)),
  );
}

const writers = 4;

/** On a host of its own, a weekday for each booking: nobody waits for anybody. */
async function write(runtime: Runtime, actor: Actor, round: number, writer: number): Promise<void> {
  const host = 1 + round * writers + writer;
  const timeZone = 'Europe/Berlin';
  for (let n = 0; ; n += 1) {
    const date = new Date(Date.UTC(2027, 0, 4 + Math.floor(n / 5) * 7 + (n % 5))).toISOString().slice(0, 10);
    const { eventId } = await runInWorkspace(runtime, actor, (ctx) =>
      bookTime(ctx, {
        ownerSlug: `host-${host}`,
        eventTypeSlug: 'call',
        date,
        start: '09:00',
        timeZone,
        name: `Kit ${host} ${n}`,
        email: `k${host}-${n}@kill.example`,
      }),
    );
    for (let move = 0; move < n % 3; move += 1) {
      const start = `${10 + move}:00`;
      await runInWorkspace(runtime, actor, (ctx) => rescheduleEvent(ctx, eventId, { date, start, timeZone }));
    }
    if (n % 2 === 1) await runInWorkspace(runtime, actor, (ctx) => cancelEvent(ctx, eventId, null));
    await sleep(20);
  }
}

/** The guard removed: rows are gone before what follows from them is there. */
async function runUnguarded(runtime: Runtime, workspaceId: WorkspaceId): Promise<void> {
  const actor = createSystemActor(workspaceId);
  for (;;) {
    const rows = await runInWorkspace(runtime, actor, (ctx) =>
      ctx.db.deleteFrom('outbox').where('workspace_id', '=', workspaceId).returningAll().execute(),
    );
    await sleep(50);
    if (rows.length === 0) continue;
    await runInWorkspace(runtime, actor, async (ctx) => {
      const sorted = rows.toSorted((a, b) => a.position - b.position);
      for (const { id, stream, payload, name, actor_kind: actorKind, member_id: memberId } of sorted) {
        await insertOutbox(ctx.db, workspaceId, { name, actorKind, memberId }, [{ id, stream, payload }]);
      }
      await runEffectsWithin(runtime, ctx);
    });
  }
}

if (import.meta.filename === process.argv[1]) await work(JSON.parse(process.argv[2] ?? '') as Order);

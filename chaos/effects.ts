// npx tsx chaos/effects.ts [--rounds 50]
// Kills a process that books, moves, cancels and runs effects, with kill -9, again and again. Of everything that was
// committed, person, timeline, mail and webhook must follow, once each, and webhooks in order; what a receiver gets twice
// has the same webhook-id. The control commits the removal of an event before its effects: it must lose some.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadHosts } from '../bench/calendar.ts';
import { systemActor, type Actor } from '../server/src/platform/auth/actor.ts';
import { inWorkspace, runtimeOn, type Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { effects, runEffectsWithin } from '../server/src/platform/effects.ts';
import { insertOutbox } from '../server/src/platform/outbox.ts';
import { book } from '../server/src/scheduled-events/book.ts';
import { cancelEvent } from '../server/src/scheduled-events/cancel.ts';
import { reschedule } from '../server/src/scheduled-events/reschedule.ts';
import { deliverer } from '../server/src/webhooks/public.ts';
import { check, type Query, type Received } from './check-effects.ts';
import {
  numberArgument,
  openRuntimeOn,
  openWorld,
  plantSubscriptions,
  sleep,
  startChild,
} from '../server/test/webhook-parts.ts';

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

async function main(): Promise<void> {
  const rounds = numberArgument('rounds', 50);
  const held = await onWorld(rounds, false);
  const control = await onWorld(Math.min(rounds, 10), true);
  const isFair = held.kills === rounds && held.fair > rounds / 2 && control.wrong.length > 0;
  console.log(isFair ? (held.wrong.length === 0 ? 'Good.' : 'NOT GOOD.') : 'INCONCLUSIVE.');
  process.exitCode = isFair && held.wrong.length === 0 ? 0 : 1;
}

async function onWorld(rounds: number, isControl: boolean): Promise<Findings> {
  const world = await openWorld();
  try {
    const found = await killEffects(world, rounds, isControl);
    console.log(
      `${isControl ? 'control' : 'run'}: ${found.kills} kills, ${found.fair} with effects to come, ${found.events} events, ` +
        `${found.wrong.length} wrong`,
    );
    for (const sentence of found.wrong.slice(0, 10)) console.log(`  ${sentence}`);
    return found;
  } finally {
    await world.close();
  }
}

/** On a database with one workspace at most. */
export async function killEffects(target: Target, rounds: number, isControl: boolean): Promise<Findings> {
  const receiver = await startChild(import.meta.filename, ['receiver']);
  try {
    const origin = `http://127.0.0.1:${await receiver.ask<number>({ port: true })}`;
    const [subscription] = await plantSubscriptions(target, 1, [`${origin}/hook`]);
    if (!subscription) throw new Error('No subscription.');
    await loadHosts(target.connection, subscription.workspaceId);
    const [member] = await target.query<{ id: string }>(`select member_id as id from webhook where id = $1`, [
      subscription.id,
    ]);
    const { scopes: _scopes, ...system } = systemActor(subscription.workspaceId);
    const actor = { ...system, kind: 'token' as const, memberId: member?.id ?? '' };
    const order = { connection: target.connection, actor, isControl };
    let fair = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = await countEvents(target);
      const child = await startChild(import.meta.filename, ['worker', JSON.stringify({ ...order, round })]);
      // Not before it is at work: a kill among no bookings shows nothing.
      while ((await countEvents(target)) < before + 12) await sleep(10);
      await sleep(Math.random() * 500);
      await child.kill('SIGKILL');
      fair += (await target.query('select 1 from outbox limit 1')).length;
    }
    await runTheRest(target, { ...order, round: -1 });
    return { kills: rounds, fair, ...(await check(target.query, await receiver.ask<Received>({}))) };
  } finally {
    await receiver.kill();
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
  const child = await startChild(import.meta.filename, ['worker', JSON.stringify(order)]);
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
  deliverer({ leaseMs: 1_000 }).start(runtimeOn(runtime, 'webhooks'));
  if (order.isControl) void runUnguarded(runtime, actor.workspaceId);
  else effects.start(runtimeOn(runtime, 'worker'));
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
    const { eventId } = await inWorkspace(runtime, actor, (ctx) =>
      book(ctx, {
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
      await inWorkspace(runtime, actor, (ctx) => reschedule(ctx, eventId, { date, start, timeZone }));
    }
    if (n % 2 === 1) await inWorkspace(runtime, actor, (ctx) => cancelEvent(ctx, eventId, null));
    await sleep(20);
  }
}

/** The guard removed: rows are gone before what follows from them is there. */
async function runUnguarded(runtime: Runtime, workspaceId: WorkspaceId): Promise<void> {
  const actor = systemActor(workspaceId);
  for (;;) {
    const rows = await inWorkspace(runtime, actor, (ctx) =>
      ctx.db.deleteFrom('outbox').where('workspace_id', '=', workspaceId).returningAll().execute(),
    );
    await sleep(50);
    if (rows.length === 0) continue;
    await inWorkspace(runtime, actor, async (ctx) => {
      const sorted = rows.toSorted((a, b) => a.position - b.position);
      for (const { id, stream, payload, name, actor_kind: actorKind, member_id: memberId } of sorted) {
        await insertOutbox(ctx.db, workspaceId, { name, actorKind, memberId }, [{ id, stream, payload }]);
      }
      await runEffectsWithin(runtime, ctx);
    });
  }
}

/** Keeps what arrives, by invitee. */
async function receive(): Promise<void> {
  const received: Received = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { event, inviteeUuid, startAt, previousStartAt } = JSON.parse(Buffer.concat(chunks).toString());
      const webhookId = String(request.headers['webhook-id']);
      (received[inviteeUuid] ??= []).push({ webhookId, event, startAt, previousStartAt });
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  process.on(
    'message',
    (question: { port?: boolean }) => void process.send?.(question.port ? port : received),
  );
  process.send?.('ready');
}

if (import.meta.filename === process.argv[1]) {
  const [role, argument = ''] = process.argv.slice(2);
  if (role === 'receiver') await receive();
  else if (role === 'worker') await work(JSON.parse(argument) as Order);
  else await main();
}

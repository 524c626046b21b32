// npx tsx bench/webhooks.ts [--deliveries 60000] [--rounds 3] [--seconds 10]
// Signed and logged webhook deliveries a second, with deliverer, PostgreSQL (fsync on) and receiver on the same two cores,
// beside bare undici POSTs of the same bytes to the same receiver. Then the same with a black hole among the subscribers
// that holds 10,000 queued deliveries: what the 99 others get, and how long theirs take.
// Fails below 3,000 deliveries/s, below 0.95 of the healthy throughput, or above 1.5 of the healthy p99.

import { availableParallelism } from 'node:os';
import type { Connection } from '../server/src/platform/db/connect.ts';
import { createDeliverer } from '../server/src/webhooks/public.ts';
import {
  bodyStart,
  parseNumberArgument,
  openRuntimeOn,
  openWorld,
  seedSubscriptions,
  runReceiver,
  runBare,
  sleep,
  startChild,
  type Child,
  type Report,
  type Subscription,
  type World,
} from '../server/test/webhook-parts.ts';
import { judge, chooseForSmoke } from './parts/smoke.ts';

async function main(): Promise<void> {
  const deliveries = parseNumberArgument('deliveries', chooseForSmoke(60_000, 500));
  const rounds = parseNumberArgument('rounds', chooseForSmoke(3, 1));
  const seconds = parseNumberArgument('seconds', chooseForSmoke(10, 1));
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, ${deliveries} deliveries, ${rounds} rounds`,
  );
  const world = await openWorld();
  const receiver = await startChild(import.meta.filename, ['receiver']);
  const origin = `http://127.0.0.1:${await receiver.ask<number>({ port: true })}`;
  try {
    const urls = [...Array.from({ length: 99 }, (_, index) => `${origin}/hook/${index}`), `${origin}/hole`];
    const planted = await seedSubscriptions(world, 10, urls);
    const hole = await subscriptionAt(world, `${origin}/hole`);
    const healthy = planted.filter(({ id }) => id !== hole.id);
    const bare: number[] = [];
    const own: number[] = [];
    const withHole: number[] = [];
    const p99: number[] = [];
    const p99WithHole: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      bare.push(await measureBare(receiver, `${origin}/hook/bare`, deliveries));
      const without = async (): Promise<void> => {
        await clear(world);
        own.push(await measureDrain(world, receiver, healthy, deliveries));
        p99.push(await measureLatency(world, receiver, healthy, seconds));
      };
      const within = async (): Promise<void> => {
        await clear(world);
        await queue(world, [hole], chooseForSmoke(10_000, 100));
        withHole.push(await measureDrain(world, receiver, healthy, deliveries));
        p99WithHole.push(await measureLatency(world, receiver, healthy, seconds));
      };
      // The second one runs on a warmer machine, so the order alternates.
      for (const measure of round % 2 === 0 ? [within, without] : [without, within]) await measure();
      console.log(
        `round ${round}: bare ${show(bare)}/s, delivered ${show(own)}/s, with the black hole ${show(withHole)}/s; ` +
          `p99 ${show(p99)} ms, with the black hole ${show(p99WithHole)} ms`,
      );
    }
    report({ bare, own, withHole, p99, p99WithHole });
  } finally {
    await receiver.kill();
    await world.close();
  }
}

const show = (values: readonly number[]): string => String(Math.round(values.at(-1) ?? 0));

function report(figures: Record<'bare' | 'own' | 'withHole' | 'p99' | 'p99WithHole', number[]>): void {
  const rate = median(figures.own);
  // Rounds are compared in pairs, since the load of the machine changes from one to the next.
  const kept = median(figures.withHole.map((value, index) => value / (figures.own[index] ?? 1)));
  const slower = median(figures.p99WithHole.map((value, index) => value / (figures.p99[index] ?? 1)));
  const isGood = rate >= 3_000 && kept >= 0.95 && slower <= 1.5;
  console.log('');
  console.log(
    `signed and logged      ${Math.round(rate)}/s (goal 3,000), ${(rate / median(figures.bare)).toFixed(2)} of bare undici`,
  );
  console.log(
    `with a black hole      ${kept.toFixed(2)} of the throughput (goal 0.95), ${slower.toFixed(2)} of the p99 (goal 1.5)`,
  );
  console.log(isGood ? 'Good.' : 'NOT GOOD ENOUGH.');
  judge(isGood);
}

async function clear(world: World): Promise<void> {
  await world.query('truncate webhook_delivery, webhook_event, webhook_attempt');
  await world.query('update webhook set failures = 0, failing_since = null, paused_until = null');
  await world.query('checkpoint');
}

async function measureBare(receiver: Child, url: string, count: number): Promise<number> {
  const bare = await startChild(import.meta.filename, ['bare']);
  const rate = await bare.ask<number>({ url, count });
  await bare.kill();
  await receiver.ask<Report>({ clear: true });
  return rate;
}

/** How fast a backlog is delivered, until the last result is written. */
async function measureDrain(
  world: World,
  receiver: Child,
  to: Subscription[],
  count: number,
): Promise<number> {
  await receiver.ask<Report>({ clear: true });
  await queue(world, to, count);
  await world.query('checkpoint');
  const child = await startChild(import.meta.filename, ['deliverer', JSON.stringify(world.connection)]);
  const startedMs = performance.now();
  while ((await receiver.ask<Report>({})).received < count) await sleep(20);
  await untilWritten(world, to, 0);
  const rate = count / ((performance.now() - startedMs) / 1000);
  await child.kill('SIGKILL');
  const [logged] = await world.query<{ count: number }>(
    'select count(*) as count from webhook_attempt where status_code = 200',
  );
  if (Number(logged?.count) < count)
    throw new Error(`${logged?.count} of ${count} deliveries are in the log.`);
  return rate;
}

/** A steady load far below the maximum: the 99th percentile of the time from publishing to receiving. */
async function measureLatency(
  world: World,
  receiver: Child,
  to: Subscription[],
  seconds: number,
): Promise<number> {
  const child = await startChild(import.meta.filename, ['deliverer', JSON.stringify(world.connection)]);
  await sleep(1_000);
  await receiver.ask<Report>({ clear: true });
  for (let tick = 0; tick < seconds * 10; tick += 1) {
    const startedMs = performance.now();
    await queue(world, to, to.length);
    await sleep(Math.max(0, 100 - (performance.now() - startedMs)));
  }
  await untilWritten(world, to, 0);
  const { latenciesMs } = await receiver.ask<Report>({ clear: true });
  await child.kill('SIGKILL');
  return latenciesMs.sort((a, b) => a - b)[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN;
}

async function untilWritten(world: World, to: Subscription[], left: number): Promise<void> {
  const ids = to.map(({ id }) => id);
  for (;;) {
    const [row] = await world.query<{ count: number }>(
      'select count(*) as count from webhook_delivery where finished_at is null and webhook_id = any ($1)',
      [ids],
    );
    if (Number(row?.count) <= left) return;
    await sleep(20);
  }
}

/** Deliveries spread evenly over the subscriptions; each has the payload of a booking, about 1.5 kB. */
async function queue(world: World, to: readonly Subscription[], count: number): Promise<void> {
  await world.query(
    `with message as materialized (
       select t.workspace_id, t.id as webhook_id, gen_random_uuid() as id
       from generate_series(0, $3::int - 1) as n
       join unnest($1::uuid[], $2::uuid[]) with ordinality as t (workspace_id, id, position)
         on t.position = 1 + n % cardinality($1::uuid[])
     ), told as (
       insert into webhook_event (workspace_id, id, name, payload)
       select workspace_id, id, 'invitee.scheduled', $4 || (extract(epoch from clock_timestamp()) * 1000)::bigint || '}'
       from message
     )
     insert into webhook_delivery (workspace_id, id, webhook_id, event_id, ordering_key)
     select workspace_id, gen_random_uuid(), webhook_id, id, id::text from message`,
    [to.map(({ workspaceId }) => workspaceId), to.map(({ id }) => id), count, bodyStart],
  );
}

async function subscriptionAt(world: World, url: string): Promise<Subscription> {
  const [row] = await world.query<Subscription>(
    'select workspace_id as "workspaceId", id from webhook where callback_url = $1',
    [url],
  );
  if (!row) throw new Error('No such subscription.');
  return row;
}

async function runDeliverer(connection: Connection): Promise<void> {
  const runtime = await openRuntimeOn(connection);
  process.send?.('ready');
  createDeliverer().start(runtime);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const [role = 'main', argument = ''] = process.argv.slice(2).filter((item) => !/^(--.*|\d+)$/.test(item));
if (role === 'receiver') await runReceiver();
else if (role === 'deliverer') await runDeliverer(JSON.parse(argument) as Connection);
else if (role === 'bare') runBare();
else await main();

// Kills a process that takes payments with kill -9, again and again: while visitors pay, give up, come late and are cancelled. What Stripe
// reported is reported again afterwards, as Stripe does, and what is due is done. Then every payment that Stripe kept must have its booking,
// every booking its payment, and no time may be sold twice.
// Every wait has an end: a round that does not come to its kill is killed all the same.

import { bookOrPay } from '../server/src/payments/checkout.ts';
import { listDueRefunds } from '../server/src/payments/refunds.store.ts';
import { sendRefund } from '../server/src/payments/send-refund.ts';
import { endPayment, startPayment } from '../server/src/payments/sessions.ts';
import { listDuePayments } from '../server/src/payments/store.ts';
import type { Report } from '../server/src/payments/provider/test-provider.ts';
import { startFakeStripe, type FakeStripe } from '../server/src/payments/stripe/test-stripe.ts';
import { buildWebhookUrl } from '../server/src/payments/accounts.ts';
import { readWebhook, recordWebhookEvents } from '../server/src/payments/receive-webhook.ts';
import { createSystemActor, createVisitorActor } from '../server/src/platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { Problem } from '../server/src/platform/problems.ts';
import { openSignedReference } from '../server/src/platform/sealed-reference.ts';
import { bookTime } from '../server/src/scheduled-events/bookings/book.ts';
import { cancelEvent } from '../server/src/scheduled-events/changes/cancel.ts';
import { openRuntimeOn, sleep, startChild } from '../server/test/webhook-parts.ts';
import { byStripe } from '../server/test/payment-fakes.ts';
import { seedPaidPages, getWeekday, withProvider, type Target } from './paid-pages.ts';
import type { Scenario } from './scenario.ts';
import { runOnWorld } from './world.ts';

interface Order {
  readonly connection: Connection;
  readonly stripeUrl: string;
  readonly workspaceId: WorkspaceId;
  readonly round: number;
  readonly isControl: boolean;
}

const hosts = ['host-1', 'host-2', 'host-3'];
/** What each visitor of a host does in a round, one after the other. The kill comes before all of it is done. */
const orders = 6;
const roundMs = 60_000;
const timeZone = 'Europe/Berlin';
/** Of what visitors do: given up, not heard of, too late, cancelled, reported twice, reported once. */
const kinds = 6;

export const paymentsScenario: Scenario = {
  claim: 'No time is sold twice, no paid booking lost and no unpaid one kept, whenever the server is killed.',
  control: 'a payment counts as taken before its booking is made',
  rounds: 25,
  controlRounds: 6,
  run: ({ rounds, isControl, random, log }) =>
    runOnWorld((world) => killPayments(world, { rounds, isControl, random, log })),
};

type Plan = Pick<Parameters<Scenario['run']>[0], 'rounds' | 'isControl' | 'random' | 'log'>;

async function killPayments(target: Target, { rounds, isControl, random, log }: Plan) {
  const stripe = await startFakeStripe();
  try {
    const workspaceId = await seedPaidPages(target, '49.00', stripe);
    const order = { connection: target.connection, stripeUrl: stripe.url, workspaceId, isControl };
    let fair = 0;
    for (let round = 0; round < rounds; round += 1) {
      const child = await startChild(import.meta.filename, [JSON.stringify({ ...order, round })]);
      const enough = stripe.requests.length + 4 + random(20);
      const untilMs = performance.now() + roundMs;
      while (stripe.requests.length < enough && performance.now() < untilMs) await sleep(2);
      await child.kill('SIGKILL');
      fair += Number(await isUnderWay(target));
    }
    await finish(target, stripe, order);
    const findings = await check(target, stripe);
    log(`  ${stripe.sessions.size} pages of Stripe, ${stripe.refunds.length} refunds`);
    return {
      faults: { 'kill -9': rounds },
      operations: { ...findings.operations, unknown: fair },
      wrong: findings.wrong,
    };
  } finally {
    await stripe.close();
  }
}

async function isUnderWay({ query }: Target): Promise<boolean> {
  return (await query(`select 1 from payment where state = 'open' limit 1`)).length > 0;
}

/** Stripe repeats its reports, hours pass, and what is due is done. */
async function finish(
  target: Target,
  stripe: FakeStripe,
  { workspaceId }: Pick<Order, 'workspaceId'>,
): Promise<void> {
  const runtime = withProvider(target.runtime, byStripe, stripe.url);
  for (const { id, status } of [...stripe.sessions.values()]) {
    const session = { object: 'checkout.session', ...stripe.sessions.get(id) };
    if (status === 'complete')
      await deliver(runtime, workspaceId, stripe.report('checkout.session.completed', session));
  }
  const later = { ...runtime, clock: { now: () => new Date(Date.now() + 3 * 3_600_000) } };
  for (const due of await listDuePayments(later.database, later.clock.now(), 10_000))
    await endPayment(later, due);
  await target.query(`update payment_refund set due_at = now(), leased_until = null where state = 'due'`);
  for (const due of await listDueRefunds(runtime.database, 10_000)) await sendRefund(runtime, due);
}

interface PaidBooking {
  readonly charge: string;
  readonly isOn: boolean;
}

async function check({ query }: Target, stripe: FakeStripe) {
  const booked = await query<PaidBooking>(
    `select p.charge_id as charge, i.cancelled_at is null as "isOn" from payment p
     join invitee i on i.workspace_id = p.workspace_id and i.id = p.invitee_id`,
  );
  const [twice] = await query<{ count: number }>(
    `select count(*)::int as count from scheduled_event a join event_host h on h.workspace_id = a.workspace_id and h.event_id = a.id
     join event_host o on o.workspace_id = h.workspace_id and o.host_id = h.host_id and o.event_id > h.event_id
     join scheduled_event b on b.workspace_id = o.workspace_id and b.id = o.event_id
     where a.status = 'confirmed' and b.status = 'confirmed' and a.starts_at < b.ends_at and b.starts_at < a.ends_at`,
  );
  const [unpaid] = await query<{ count: number }>(
    `select count(*)::int as count from invitee i where i.email like '%@visit.example'
       and not exists (select from payment p where p.workspace_id = i.workspace_id and p.invitee_id = i.id and p.state = 'paid')`,
  );
  const paid = [...stripe.sessions.values()].filter(({ payment_status: status }) => status === 'paid');
  const wrong = paid.flatMap(({ id, payment_intent: charge, amount_total: amount }) => {
    const bookings = booked.filter((one) => one.charge === charge);
    const refunds = stripe.refunds.filter((one) => one.payment_intent === charge);
    const kept = amount - refunds.reduce((sum, refund) => sum + refund.amount, 0);
    if (bookings.length > 1) return [`${id} has ${bookings.length} bookings.`];
    const isOn = bookings[0]?.isOn ?? false;
    if (isOn && kept !== amount) return [`${id} is booked, and ${amount - kept} was paid back.`];
    return !isOn && kept !== 0 ? [`${id} is not booked, and ${kept} was kept.`] : [];
  });
  const strange = booked.filter(({ charge }) => !paid.some((one) => one.payment_intent === charge));
  return {
    operations: { ok: booked.length, refused: stripe.refunds.length },
    wrong: [
      ...wrong,
      ...strange.map(({ charge }) => `${charge} is booked and was never paid.`),
      ...(twice?.count ? [`${twice.count} times are sold twice.`] : []),
      ...(unpaid?.count ? [`${unpaid.count} visitors are booked without a payment.`] : []),
    ],
  };
}

/** Visitors and hosts beside each other, and what a worker does, as one process does it. */
async function work(order: Order): Promise<void> {
  const runtime = withProvider(await openRuntimeOn(order.connection), byStripe, order.stripeUrl);
  void repeat(async () => {
    for (const due of await listDueRefunds(runtime.database, 100)) await sendRefund(runtime, due);
  });
  process.send?.('ready');
  await Promise.all(hosts.map((host, at) => visit(runtime, order, host, at)));
}

async function repeat(run: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await run().catch((error: unknown) => console.error(error));
    await sleep(20);
  }
}

/** On a host of its own, a weekday for each order: some pay, some are not heard of, some give up, some come late, some are cancelled. */
async function visit(runtime: Runtime, order: Order, host: string, at: number): Promise<void> {
  const { workspaceId, round } = order;
  for (let n = round * orders; n < (round + 1) * orders; n += 1) {
    const date = getWeekday(n);
    const request = { ownerSlug: host, eventTypeSlug: 'call', date, start: '09:00', timeZone };
    const address = `10.${at}.${Math.floor(n / 250)}.${n % 250}`;
    const outcome = await runInWorkspace(runtime, createVisitorActor(workspaceId, address), (ctx) =>
      bookOrPay(
        ctx,
        { address: { ownerSlug: host, eventTypeSlug: 'call' } },
        { ...request, name: `Vic ${host} ${n}`, email: `v-${host}-${n}@visit.example` },
      ),
    ).catch((error: unknown) => {
      // Times that visitors of earlier rounds hold, whose process was killed, fill up a page until they expire.
      if (!(error instanceof Problem && error.status === 429)) throw error;
    });
    if (!outcome) continue;
    if (!('payment' in outcome)) throw new Error('Nothing was to be paid.');
    await pay(runtime, order, outcome.payment.url, { kind: (n + 2 * at + round) % kinds, request });
  }
}

interface Act {
  readonly kind: number;
  readonly request: object;
}

async function pay(runtime: Runtime, order: Order, url: string, { kind, request }: Act): Promise<void> {
  const { workspaceId } = order;
  const reference = openSignedReference(runtime.secrets, 'checkout', url.split('/').at(-1) ?? '');
  if (!reference) throw new Error('It is a checkout.');
  const page = await startPayment(runtime, reference);
  if (page === undefined) throw new Error('It can be paid.');
  if (kind === 0) return endPayment(runtime, reference);
  const response = await fetch(page, { method: 'POST' });
  const report = (await response.json()) as Report;
  // Not heard of: only the end of its time shows it.
  if (kind === 1) return undefined;
  if (kind === 2) await bookMeanwhile(runtime, workspaceId, request);
  await (order.isControl
    ? takeUnguarded(runtime, workspaceId, reference.id, report)
    : deliver(runtime, workspaceId, report));
  if (kind === 3) await cancelPaid(runtime, workspaceId, reference.id);
  if (kind === 4) await deliver(runtime, workspaceId, report);
  return undefined;
}

/** The hold is over, and somebody else has the time. */
async function bookMeanwhile(runtime: Runtime, workspaceId: WorkspaceId, request: object): Promise<void> {
  const later = { ...runtime, clock: { now: () => new Date(Date.now() + 3_600_000) } };
  try {
    await runInWorkspace(later, createSystemActor(workspaceId), (ctx) =>
      bookTime(ctx, { ...request, name: 'Meanwhile', email: 'meanwhile@host.example' } as Parameters<
        typeof bookTime
      >[1]),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

async function cancelPaid(runtime: Runtime, workspaceId: WorkspaceId, paymentId: string): Promise<void> {
  await runInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
    const row = await ctx.db
      .selectFrom('payment')
      .innerJoin('invitee', 'invitee.id', 'payment.invitee_id')
      .where('payment.id', '=', paymentId)
      .select('invitee.event_id')
      .executeTakeFirst();
    if (row) await cancelEvent(ctx, row.event_id, null);
  });
}

async function deliver(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  { body: text, headers }: Report,
): Promise<void> {
  const { publicUrl } = runtime.config;
  const url = buildWebhookUrl({ ...runtime, publicUrl, workspaceId }, 'stripe');
  const request = {
    url,
    params: { provider: 'stripe', reference: url.split('/').at(-1) ?? '' },
    query: new URLSearchParams(),
    text,
    header: (name: string) => headers[name],
  };
  await recordWebhookEvents(runtime, await readWebhook(runtime, request));
}

/** The guard removed: that it is paid is written down before the booking is made, and not with it. */
async function takeUnguarded(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  id: string,
  report: Report,
): Promise<void> {
  const { pool } = runtime.database;
  await pool.query(`update payment set state = 'paid' where id = $1`, [id]);
  await sleep(500);
  await pool.query(`update payment set state = 'open' where id = $1`, [id]);
  await deliver(runtime, workspaceId, report);
}

if (import.meta.filename === process.argv[1]) await work(JSON.parse(process.argv[2] ?? '') as Order);

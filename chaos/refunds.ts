// Kills a process that pays back with kill -9, at each step of a refund: while it looks for the refund, when the provider gets it, when the provider
// has taken it, when the answer is there, while that is written down. After each kill the provider has forgotten its idempotency keys. Hosts ask for
// more partial refunds of a payment than it has money for, all at once. In the end what the provider has paid back of each payment must be what Daybook says.

import { refundInvitee } from '../server/src/payments/refund.ts';
import { listDueRefunds } from '../server/src/payments/refunds.store.ts';
import { sendRefund } from '../server/src/payments/send-refund.ts';
import type { FakeProvider } from '../server/src/payments/provider/test-provider.ts';
import { createSystemActor } from '../server/src/platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { Problem } from '../server/src/platform/problems.ts';
import { bookTime } from '../server/src/scheduled-events/bookings/book.ts';
import { openRuntimeOn, sleep, startChild, type Child } from '../server/test/webhook-parts.ts';
import { byStripe, fakes, type Fake } from '../server/test/payment-fakes.ts';
import { seedPaidPages, getWeekday, withProvider, type Target } from './paid-pages.ts';
import { sendUnguarded } from './refunds-unguarded.ts';
import { createCounts, type Counts, type Scenario } from './scenario.ts';
import { runOnWorld } from './world.ts';

interface Order {
  readonly connection: Connection;
  readonly provider: string;
  readonly url: string;
  readonly isControl: boolean;
}

const hosts = 3;
/** Of each payment so many refunds are asked for at once, of which all but one fit into it. */
const asked = 6;
const amount = '12.00';
const price = '60.00';
const roundMs = 60_000;
/** How many refunds a process sends beside each other. */
const beside = 8;

const steps = [
  { name: 'it is looked for', phase: 'received', method: 'GET' },
  { name: 'it is not there', phase: 'answered', method: 'GET' },
  { name: 'the provider gets it', phase: 'received', method: 'POST' },
  { name: 'the provider has taken it', phase: 'done', method: 'POST' },
  { name: 'the answer is there', phase: 'answered', method: 'POST' },
  { name: 'it is written down', phase: 'answered', method: 'POST', waitMs: 25 },
] as const;

const rounds = 100;

export const createRefundsScenario = (by: Fake<FakeProvider>): Scenario => ({
  claim:
    'What a payment provider has paid back is what Daybook says, whenever a process is killed and whatever it forgets.',
  control: 'attempts count when they fail, and refunds are added up before the payment is locked',
  rounds,
  controlRounds: 12,
  numbers: { refunds: 1000 },
  smoke: { refunds: 20 },
  run: (plan) => runOnWorld((world) => killRefunds(world, plan, by)),
});

type Plan = Pick<Parameters<Scenario['run']>[0], 'rounds' | 'isControl' | 'random' | 'log' | 'numbers'>;

async function killRefunds(
  target: Target,
  { rounds: planned, isControl, random, log, numbers }: Plan,
  by: Fake<FakeProvider>,
) {
  const counts = createCounts();
  const fake = await by.start();
  try {
    const workspaceId = await seedPaidPages(target, price, fake);
    const perRound = Math.max(1, Math.round((numbers['refunds'] ?? 0) / (asked - 1) / rounds));
    const order: Order = { connection: target.connection, provider: by.name, url: fake.url, isControl };
    for (let round = 0; round < planned; round += 1) {
      const payments = Array.from({ length: perRound }, (_, n) => round * perRound + n);
      for (const n of payments) await askForRefunds(target, fake, workspaceId, n, counts);
      const step = steps[round % steps.length] ?? steps[0];
      const child = await startChild(import.meta.filename, [JSON.stringify(order)]);
      await killAt(target, fake, child, step, 1 + random(asked));
      counts.fault(`kill -9 when ${step.name}`);
      if (await isUnderWay(target)) counts.operation('unknown');
      fake.forgetKeys();
      await passLease(target);
    }
    const runtime = withProvider(target.runtime, by, fake.url);
    while (await sendDue(runtime, isControl)) await passLease(target);
    const wrong = await check(target, fake);
    log(`  ${fake.requests.filter((request) => request.endsWith('refunds')).length} requests about refunds`);
    return { ...counts, wrong };
  } finally {
    await fake.close();
  }
}

/** A booking that was paid, and refunds of it, all asked for at once. */
async function askForRefunds(
  { runtime, query }: Target,
  fake: FakeProvider,
  workspaceId: WorkspaceId,
  n: number,
  counts: Counts,
): Promise<void> {
  const actor = createSystemActor(workspaceId);
  const { inviteeId } = await runInWorkspace(runtime, actor, (ctx) =>
    bookTime(ctx, {
      ownerSlug: `host-${1 + (n % hosts)}`,
      eventTypeSlug: 'call',
      date: getWeekday(Math.floor(n / hosts)),
      start: '09:00',
      timeZone: 'Europe/Berlin',
      name: `Vic ${n}`,
      email: `v-${n}@visit.example`,
    } as Parameters<typeof bookTime>[1]),
  );
  const intent = `pi_${n}`;
  fake.addPaid(intent, 6000);
  await query(
    `with paid as (update invitee set payment = '{"state": "paid", "amount": "60.00", "currency": "EUR"}'
       where id = $1 returning workspace_id, id, event_id)
     insert into payment (workspace_id, id, event_type_id, provider, state, amount, amount_minor, currency, invitee_id, is_confirmed,
       charge_id, expires_at)
     select p.workspace_id, gen_random_uuid(), e.event_type_id, $3, 'paid', '60.00', 6000, 'EUR', p.id, false, $2, now()
     from paid p join scheduled_event e on e.workspace_id = p.workspace_id and e.id = p.event_id`,
    [inviteeId, intent, fake.provider],
  );
  await Promise.all(
    Array.from({ length: asked }, async () => {
      try {
        await runInWorkspace(runtime, actor, (ctx) => refundInvitee(ctx, inviteeId, amount));
        counts.operation('ok');
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        counts.operation('refused');
      }
    }),
  );
}

/** At the step of the n-th refund that comes to it. A process that has nothing left to do is killed as well. */
async function killAt(
  target: Target,
  fake: FakeProvider,
  child: Child,
  step: (typeof steps)[number],
  n: number,
): Promise<void> {
  let left = n;
  const isOver = new Promise<void>((resolve) => {
    fake.watch = (phase, request) => {
      if (phase !== step.phase || !request.startsWith(step.method) || !fake.paths.refunds.test(request))
        return;
      left -= 1;
      if (left !== 0) return;
      const kill = (): void => {
        child.process.kill('SIGKILL');
        resolve();
      };
      if ('waitMs' in step) setTimeout(kill, Math.random() * step.waitMs);
      else kill();
    };
  });
  child.process.send({ start: true });
  const untilMs = performance.now() + roundMs;
  while (performance.now() < untilMs) {
    const over = await Promise.race([isOver.then(() => true), sleep(50).then(() => false)]);
    if (over || !(await isUnderWay(target))) break;
  }
  fake.watch = () => {};
  await child.kill('SIGKILL');
  await fake.settled();
}

async function isUnderWay({ query }: Target): Promise<boolean> {
  return (await query(`select 1 from payment_refund where state = 'due' limit 1`)).length > 0;
}

/** The minutes after which somebody else may go on. */
async function passLease({ query }: Target): Promise<void> {
  await query(`update payment_refund set due_at = now(), leased_until = null where state = 'due'`);
}

/** False when nothing is left to send. */
async function sendDue(runtime: Runtime, isControl: boolean): Promise<boolean> {
  const due = await listDueRefunds(runtime.database, beside);
  await Promise.all(due.map((one) => (isControl ? sendUnguarded : sendRefund)(runtime, one)));
  return due.length > 0;
}

interface RefundTotals {
  readonly charge: string;
  readonly recorded: number;
  readonly done: number;
  readonly open: number;
  readonly shown: string | null;
}

async function check({ query }: Target, fake: FakeProvider): Promise<string[]> {
  const payments = await query<RefundTotals>(
    `select p.charge_id as charge, p.refunded_minor::int as recorded, i.payment ->> 'refunded' as shown,
       (coalesce(sum(r.amount_minor) filter (where r.state = 'done'), 0))::int as done,
       (count(*) filter (where r.state <> 'done'))::int as open
     from payment p join invitee i on i.workspace_id = p.workspace_id and i.id = p.invitee_id
     join payment_refund r on r.workspace_id = p.workspace_id and r.payment_id = p.id
     group by p.charge_id, p.refunded_minor, i.payment`,
  );
  return payments.flatMap(({ charge, recorded, done, open, shown }) => {
    const sent = fake.refundsOf(charge);
    const sum = sent.reduce((all, refund) => all + refund, 0);
    const orders = new Set(fake.refundIdsOf(charge));
    return [
      ...(sum !== recorded || sum !== done || sum !== Number(shown) * 100
        ? [
            `Of ${charge} the provider paid back ${sum}; Daybook has ${recorded}, ${done} in refunds, and shows ${shown}.`,
          ]
        : []),
      ...(orders.size < sent.length ? [`Of ${charge} a refund was made twice.`] : []),
      ...(open > 0 ? [`Of ${charge} ${open} refunds that were promised were not made.`] : []),
    ];
  });
}

/** What a worker does, as one process does it. */
async function work({ connection, provider, url, isControl }: Order): Promise<void> {
  const by = fakes.find(({ name }) => name === provider) ?? byStripe;
  const runtime = withProvider(await openRuntimeOn(connection), by, url);
  process.once('message', async () => {
    for (;;) {
      const hasSent = await sendDue(runtime, isControl);
      if (!hasSent) await sleep(20);
    }
  });
  process.send?.('ready');
}

if (import.meta.filename === process.argv[1]) await work(JSON.parse(process.argv[2] ?? '') as Order);

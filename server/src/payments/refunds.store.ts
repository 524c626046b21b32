import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { PaymentRefund } from '../platform/db/schema.gen.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import { generateUuid } from '../platform/ids.ts';
import type { ProviderRefund } from './provider/public.ts';
import type { DuePayment } from './store.ts';

export type RefundRow = Omit<Selectable<PaymentRefund>, 'reason'> & {
  readonly reason: 'cancelled' | 'host' | 'late' | 'elsewhere';
};

export async function insertRefund(
  ctx: Ctx,
  row: Pick<RefundRow, 'id' | 'payment_id' | 'amount_minor' | 'reason'>,
): Promise<void> {
  await ctx.db
    .insertInto('payment_refund')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

export async function findRefund(ctx: Ctx, id: string): Promise<RefundRow | undefined> {
  const row = await ctx.db
    .selectFrom('payment_refund')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
  return row as RefundRow | undefined;
}

export interface ClaimedRefund extends Pick<RefundRow, 'id' | 'payment_id' | 'amount_minor' | 'failures'> {
  readonly provider: string;
  readonly charge_id: string;
  readonly currency: string;
}

/** Longer than all requests of one attempt may take. */
const lease = sql`interval '2 minutes'`;

/** An attempt counts as a failure until it has succeeded: a process that is killed can't count it any more. */
export async function claimRefund(ctx: Ctx, id: string): Promise<ClaimedRefund | undefined> {
  const { rows } = await sql<ClaimedRefund>`
    update payment_refund r set leased_until = now() + ${lease}, failures = r.failures + 1
    from payment p
    where r.workspace_id = ${ctx.workspaceId} and r.id = ${id} and r.state = 'due'
      and (r.leased_until is null or r.leased_until < now())
      and p.workspace_id = r.workspace_id and p.id = r.payment_id
    returning r.id, r.payment_id, r.amount_minor, r.failures, p.provider, p.currency, coalesce(p.charge_id, '') as charge_id
  `.execute(ctx.db);
  return rows[0];
}

/** When it is tried again, by the clock of the database. One that is done or closed by now stays so. */
export async function updateFailed(
  ctx: Ctx,
  id: string,
  { error, isRefused, retrySeconds }: { error: string; isRefused: boolean; retrySeconds: number },
): Promise<void> {
  await sql`
    update payment_refund set error = ${error}, leased_until = null,
      state = ${isRefused ? 'refused' : 'due'}, due_at = now() + make_interval(secs => ${retrySeconds})
    where workspace_id = ${ctx.workspaceId} and id = ${id} and state = 'due'
  `.execute(ctx.db);
}

/** Copies the provider's refunds, also those that were made there. Their payment is locked. */
export async function mirrorRefunds(
  ctx: Ctx,
  paymentId: string,
  refunds: readonly ProviderRefund[],
): Promise<void> {
  for (const refund of refunds) {
    if ((await updateMirrored(ctx, paymentId, refund)) || refund.failure !== undefined) continue;
    await ctx.db
      .insertInto('payment_refund')
      .values({
        workspace_id: ctx.workspaceId,
        id: generateUuid(),
        payment_id: paymentId,
        amount_minor: refund.amountMinor,
        reason: 'elsewhere',
        state: 'done',
        provider_id: refund.providerId,
      })
      .execute();
  }
}

/** False for one that is not known yet. One that has failed is closed where we did not make it, or a person decided about it. */
async function updateMirrored(
  ctx: Ctx,
  paymentId: string,
  { providerId, id = '', failure }: ProviderRefund,
): Promise<boolean> {
  const { rows } = await sql`
    update payment_refund set provider_id = ${providerId}, error = ${failure ?? null}, leased_until = null,
      state = case when ${failure ?? null}::text is null then 'done'
        when reason = 'elsewhere' or state = 'closed' then 'closed' else 'refused' end
    where workspace_id = ${ctx.workspaceId} and payment_id = ${paymentId} and (id::text = ${id} or provider_id = ${providerId})
    returning id
  `.execute(ctx.db);
  return rows.length > 0;
}

/** What is paid back, and what is about to be. Its payment is locked, or the sums may be those of before. */
export async function sumRefunds(ctx: Ctx, paymentId: string): Promise<{ done: number; due: number }> {
  const { rows } = await sql<{ done: number; due: number }>`
    select coalesce(sum(amount_minor) filter (where state = 'done'), 0)::bigint as done,
      coalesce(sum(amount_minor) filter (where state = 'due'), 0)::bigint as due
    from payment_refund where workspace_id = ${ctx.workspaceId} and payment_id = ${paymentId}
  `.execute(ctx.db);
  return { done: Number(rows[0]?.done ?? 0), due: Number(rows[0]?.due ?? 0) };
}

/** The latest that waits for a person. */
export async function findFailedRefund(ctx: Ctx, paymentId: string): Promise<RefundRow | undefined> {
  const row = await ctx.db
    .selectFrom('payment_refund')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'refused')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .selectAll()
    .executeTakeFirst();
  return row as RefundRow | undefined;
}

/** One that was refused, or all of its payment. */
export async function closeFailedRefund(
  ctx: Ctx,
  paymentId: string,
  id: string | null = null,
): Promise<void> {
  await sql`
    update payment_refund set state = 'closed', closed_at = ${ctx.now}
    where workspace_id = ${ctx.workspaceId} and payment_id = ${paymentId} and (${id}::uuid is null or id = ${id})
      and state = 'refused'
  `.execute(ctx.db);
}

interface FailedRefund {
  readonly id: string;
  readonly eventId: string | null;
  readonly name: string;
  readonly error: string;
  readonly since: string;
}

/** Of a host's events, or of all. */
export async function listFailedRefunds(
  ctx: Ctx,
  hostId: string | null,
  limit: number,
): Promise<FailedRefund[]> {
  const { rows } = await sql<FailedRefund>`
    select r.id, i.event_id as "eventId", coalesce(i.full_name, p.email, p.amount || ' ' || p.currency) as name, coalesce(r.error, '') as error,
      r.created_at as since
    from payment_refund r
    join payment p on p.workspace_id = r.workspace_id and p.id = r.payment_id
    left join invitee i on i.workspace_id = p.workspace_id and i.id = p.invitee_id
    where r.workspace_id = ${ctx.workspaceId} and r.state = 'refused' and (${hostId}::text is null or exists (
      select from event_host h
      where h.workspace_id = i.workspace_id and h.event_id = i.event_id and h.host_id = ${hostId}))
    order by since desc limit ${limit}
  `.execute(ctx.db);
  return rows;
}

export function listDueRefunds(database: Database, limit: number): Promise<DuePayment[]> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<DuePayment>`
      select workspace_id as "workspaceId", id from payment_refund
      where state = 'due' and due_at <= now() and (leased_until is null or leased_until < now())
      order by due_at limit ${limit}
    `.execute(db);
    return rows;
  });
}

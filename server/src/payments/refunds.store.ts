import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { PaymentRefund } from '../platform/db/schema.gen.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { Due } from './store.ts';

type RefundRow = Selectable<PaymentRefund>;

export async function insertRefund(
  ctx: Ctx,
  row: Pick<RefundRow, 'id' | 'payment_id' | 'amount_minor'> & { reason: 'cancelled' | 'host' | 'late' },
): Promise<void> {
  await ctx.db
    .insertInto('payment_refund')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

export interface Claimed extends Pick<RefundRow, 'id' | 'payment_id' | 'amount_minor' | 'failures'> {
  readonly provider: string;
  readonly charge_id: string;
}

/** Longer than all requests of one attempt may take. */
const lease = sql`interval '2 minutes'`;

export async function claimRefund(ctx: Ctx, id: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update payment_refund r set leased_until = now() + ${lease}
    from payment p
    where r.workspace_id = ${ctx.workspaceId} and r.id = ${id} and r.state = 'due'
      and (r.leased_until is null or r.leased_until < now())
      and p.workspace_id = r.workspace_id and p.id = r.payment_id
    returning r.id, r.payment_id, r.amount_minor, r.failures, p.provider, coalesce(p.charge_id, '') as charge_id
  `.execute(ctx.db);
  return rows[0];
}

/** When it is tried again, by the clock of the database. */
export async function recordFailure(
  ctx: Ctx,
  id: string,
  { error, isRefused, retrySeconds }: { error: string; isRefused: boolean; retrySeconds: number },
): Promise<void> {
  await sql`
    update payment_refund set failures = failures + 1, error = ${error}, leased_until = null,
      state = ${isRefused ? 'refused' : 'due'}, due_at = now() + make_interval(secs => ${retrySeconds})
    where workspace_id = ${ctx.workspaceId} and id = ${id}
  `.execute(ctx.db);
}

/** False if it was written down before. */
export async function markDone(ctx: Ctx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payment_refund')
    .set({ state: 'done', error: null, leased_until: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'due')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function sumDone(ctx: Ctx, paymentId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from payment_refund
    where workspace_id = ${ctx.workspaceId} and payment_id = ${paymentId} and state = 'done'
  `.execute(ctx.db);
  return Number(rows[0]?.sum ?? 0);
}

interface Refused {
  readonly id: string;
  readonly eventId: string | null;
  readonly name: string;
  readonly error: string;
  readonly since: string;
}

/** The last refund of each payment, as long as none was made after it; of a host's events, or of all. */
export async function listRefusedRefunds(ctx: Ctx, hostId: string | null, limit: number): Promise<Refused[]> {
  const { rows } = await sql<Refused>`
    select * from (
      select distinct on (p.id) r.id, i.event_id as "eventId", coalesce(i.full_name, p.email) as name,
        coalesce(r.error, '') as error, r.created_at as since, r.state, i.payment
      from payment_refund r
      join payment p on p.workspace_id = r.workspace_id and p.id = r.payment_id
      left join invitee i on i.workspace_id = p.workspace_id and i.id = p.invitee_id
      where r.workspace_id = ${ctx.workspaceId} and (${hostId}::text is null or exists (
        select from event_host h
        where h.workspace_id = i.workspace_id and h.event_id = i.event_id and h.host_id = ${hostId}))
      order by p.id, r.created_at desc) last
    where state = 'refused' and (payment is null or payment ->> 'refundError' is not null)
    order by since desc limit ${limit}
  `.execute(ctx.db);
  return rows;
}

export function listDueRefunds(database: Database, limit: number): Promise<Due[]> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<Due>`
      select workspace_id as "workspaceId", id from payment_refund
      where state = 'due' and due_at <= now() and (leased_until is null or leased_until < now())
      order by due_at limit ${limit}
    `.execute(db);
    return rows;
  });
}

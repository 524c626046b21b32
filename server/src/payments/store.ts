import { sql, type Selectable } from 'kysely';
import type { LinkFacts } from '../event-types/public.ts';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Payment, PaymentAccount } from '../platform/db/schema.gen.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { Booking, RefundPolicy } from '../scheduled-events/public.ts';

export type PaymentRow = Omit<Selectable<Payment>, 'booking' | 'link' | 'refund_policy'> & {
  readonly booking: Booking | null;
  readonly link: LinkFacts | null;
  readonly refund_policy: RefundPolicy | null;
};

type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'event_type_id'
  | 'provider'
  | 'amount'
  | 'amount_minor'
  | 'currency'
  | 'refund_policy'
  | 'booking'
  | 'link'
  | 'email'
  | 'is_confirmed'
  | 'expires_at'
>;

export async function insertPayment(
  ctx: Ctx,
  { booking, link, refund_policy, ...row }: NewPayment,
): Promise<void> {
  await ctx.db
    .insertInto('payment')
    .values({
      ...row,
      workspace_id: ctx.workspaceId,
      due_at: row.expires_at,
      booking: JSON.stringify(booking),
      link: link && JSON.stringify(link),
      refund_policy: refund_policy && JSON.stringify(refund_policy),
    })
    .execute();
}

export async function findPayment(ctx: Ctx, id: string): Promise<PaymentRow | undefined> {
  const row = await ctx.db
    .selectFrom('payment')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
  return row as PaymentRow | undefined;
}

/** Locked until the transaction ends: reports of one payment, its expiry and its visitor come one after the other. */
export async function lockPayment(ctx: Ctx, id: string): Promise<PaymentRow | undefined> {
  const row = await ctx.db
    .selectFrom('payment')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  return row as PaymentRow | undefined;
}

export async function listOpenPayments(ctx: Ctx, email: string): Promise<PaymentRow[]> {
  const rows = await ctx.db
    .selectFrom('payment')
    .where('workspace_id', '=', ctx.workspaceId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('state', '=', 'open')
    .selectAll()
    .execute();
  return rows as unknown as PaymentRow[];
}

export async function updatePayment(
  ctx: Ctx,
  id: string,
  changes: Partial<Omit<PaymentRow, 'booking' | 'link' | 'refund_policy'>> & {
    readonly booking?: null;
    readonly link?: null;
  },
): Promise<void> {
  await ctx.db
    .updateTable('payment')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export interface InviteePayment extends Pick<
  PaymentRow,
  'id' | 'amount_minor' | 'refunded_minor' | 'currency' | 'refund_policy' | 'policy_starts_at'
> {
  readonly inviteeId: string;
  readonly byHost: boolean;
}

/** The payments of invitees, locked. */
export async function lockPaid(ctx: Ctx, inviteeIds: readonly string[]): Promise<InviteePayment[]> {
  const { rows } = await sql<InviteePayment>`
    select p.id, p.amount_minor, p.refunded_minor, p.currency, p.refund_policy, p.policy_starts_at,
      p.invitee_id as "inviteeId", i.canceller_type is distinct from 'invitee' as "byHost"
    from payment p join invitee i on i.workspace_id = p.workspace_id and i.id = p.invitee_id
    where p.workspace_id = ${ctx.workspaceId} and p.invitee_id = ${matchAny(inviteeIds, 'text')} and p.state = 'paid'
    order by p.id
    for update of p
  `.execute(ctx.db);
  return rows;
}

export async function findTitle(ctx: Ctx, eventTypeId: string): Promise<string> {
  const { title } = await ctx.db
    .selectFrom('event_type')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', eventTypeId)
    .select('title')
    .executeTakeFirstOrThrow();
  return title;
}

export interface DuePayment {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
}

export function listDuePayments(database: Database, now: Date, limit: number): Promise<DuePayment[]> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<DuePayment>`
      select workspace_id as "workspaceId", id from payment where due_at <= ${now} order by due_at limit ${limit}
    `.execute(db);
    return rows;
  });
}

export function listAccounts(ctx: Ctx): Promise<Pick<Selectable<PaymentAccount>, 'provider' | 'is_live'>[]> {
  return ctx.db
    .selectFrom('payment_account')
    .where('workspace_id', '=', ctx.workspaceId)
    .select(['provider', 'is_live'])
    .execute();
}

export function findAccount(ctx: Ctx, provider: string): Promise<Selectable<PaymentAccount> | undefined> {
  return ctx.db
    .selectFrom('payment_account')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('provider', '=', provider)
    .selectAll()
    .executeTakeFirst();
}

export async function upsertAccount(
  ctx: Ctx,
  row: { readonly provider: string; readonly is_live: boolean; readonly keys_sealed: Buffer },
): Promise<void> {
  await ctx.db
    .insertInto('payment_account')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'provider'])
        .doUpdateSet({ is_live: row.is_live, keys_sealed: row.keys_sealed, updated_at: sql`now()` }),
    )
    .execute();
}

export async function deleteAccount(ctx: Ctx, provider: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('payment_account')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether active pages collect by it, or its keys are needed for what is under way. */
export async function isInUse(ctx: Ctx, provider: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from event_type where workspace_id = ${ctx.workspaceId} and payment_provider = ${provider}
        and is_active and deleted_at is null)
      or exists (select from payment where workspace_id = ${ctx.workspaceId} and provider = ${provider} and state = 'open')
      or exists (select from payment_refund r
        join payment p on p.workspace_id = r.workspace_id and p.id = r.payment_id
        where r.workspace_id = ${ctx.workspaceId} and r.state = 'due' and p.provider = ${provider}) as used
  `.execute(ctx.db);
  return rows[0]?.used ?? false;
}

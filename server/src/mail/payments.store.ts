import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { findInvitations } from '../scheduled-events/public.ts';
import type { AccountFacts } from './accounts.store.ts';

/** Who paid, and for what. */
export interface PayerFacts extends AccountFacts {
  readonly title: string;
  readonly currency: string;
  readonly amount: string;
  readonly event_id: string | null;
}

const sender = sql`w.name as organization, w.logo, t.color`;

/** Nothing of somebody who was erased. */
export async function findInviteePayer(ctx: Ctx, inviteeId: string): Promise<PayerFacts | undefined> {
  const found = await findInvitations<Pick<PayerFacts, 'organization' | 'logo' | 'color'>>(ctx, [inviteeId], {
    columns: sender,
    joins: sql`
      join workspace w on w.workspace_id = i.workspace_id
      join event_type t on t.workspace_id = e.workspace_id and t.id = e.event_type_id`,
  });
  const row = found.get(inviteeId);
  if (!row?.payment || row.erased_at !== null) return undefined;
  const { currency, amount } = row.payment;
  return { ...row, name: row.full_name, currency, amount };
}

export async function findLatePayer(ctx: Ctx, paymentId: string): Promise<PayerFacts | undefined> {
  const { rows } = await sql<PayerFacts>`
    select ${sender}, t.title, p.email, coalesce(p.booking ->> 'name', '') as name,
      coalesce(p.booking ->> 'language', 'en') as language, p.currency, p.amount, null as event_id
    from payment p join workspace w on w.workspace_id = p.workspace_id
    join event_type t on t.workspace_id = p.workspace_id and t.id = p.event_type_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${paymentId} and p.email is not null
  `.execute(ctx.db);
  return rows[0];
}

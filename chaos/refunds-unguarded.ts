import { accountFor } from '../server/src/payments/accounts.ts';
import { systemActor } from '../server/src/platform/auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../server/src/platform/context.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { sql } from 'kysely';

interface Claimed {
  readonly payment_id: string;
  readonly amount_minor: number;
  readonly failures: number;
  readonly charge_id: string;
}

/** How refunds were sent before: one that never failed is not looked for, and what is done is added up before the payment is locked. */
export async function sendUnguarded(
  runtime: Runtime,
  { workspaceId, id }: { readonly workspaceId: WorkspaceId; readonly id: string },
): Promise<void> {
  const actor = systemActor(workspaceId);
  const claimed = await inWorkspace(runtime, actor, (ctx) => claim(ctx, id));
  if (!claimed) return;
  const { payment_id: paymentId, charge_id: chargeId, amount_minor: amountMinor } = claimed;
  try {
    const account = await accountFor(runtime, workspaceId, 'stripe');
    const known = claimed.failures > 0 ? await account.listRefunds(chargeId) : [];
    if (!known.some((refund) => refund.id === id))
      await account.refund({ id, paymentId, chargeId, amountMinor });
    await inWorkspace(runtime, actor, (ctx) => record(ctx, id, paymentId));
  } catch {
    await inWorkspace(runtime, actor, (ctx) =>
      sql`update payment_refund set failures = failures + 1, state = 'refused' where id = ${id}`.execute(
        ctx.db,
      ),
    );
  }
}

async function claim(ctx: Ctx, id: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update payment_refund r set leased_until = now() + interval '2 minutes' from payment p
    where r.id = ${id} and r.state = 'due' and (r.leased_until is null or r.leased_until < now()) and p.id = r.payment_id
    returning r.payment_id, r.amount_minor, r.failures, p.charge_id
  `.execute(ctx.db);
  return rows[0];
}

async function record(ctx: Ctx, id: string, paymentId: string): Promise<void> {
  await sql`update payment_refund set state = 'done' where id = ${id}`.execute(ctx.db);
  const { rows } = await sql<{ sum: number }>`
    select sum(amount_minor)::int as sum from payment_refund where payment_id = ${paymentId} and state = 'done'
  `.execute(ctx.db);
  const total = rows[0]?.sum ?? 0;
  await sql`update payment set refunded_minor = greatest(refunded_minor, ${total}) where id = ${paymentId}`.execute(
    ctx.db,
  );
  await sql`
    update invitee i set payment = i.payment || jsonb_build_object('refunded', (p.refunded_minor / 100.0)::numeric(10, 2)::text)
    from payment p where p.id = ${paymentId} and i.id = p.invitee_id
  `.execute(ctx.db);
}

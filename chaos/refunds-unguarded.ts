import { openAccount } from '../server/src/payments/accounts.ts';
import type { Runtime } from '../server/src/platform/context.ts';
import type { Database } from '../server/src/platform/db/transaction.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';

type Pool = Database['pool'];

interface ClaimedRefund {
  readonly payment_id: string;
  readonly amount_minor: string;
  readonly failures: number;
  readonly charge_id: string;
  readonly provider: string;
}

/** How refunds were sent before: one that never failed is not looked for, and what is done is added up before the payment is locked. */
export async function sendUnguarded(
  runtime: Runtime,
  { workspaceId, id }: { readonly workspaceId: WorkspaceId; readonly id: string },
): Promise<void> {
  const { pool } = runtime.database;
  const claimed = await claim(pool, id);
  if (!claimed) return;
  const {
    payment_id: paymentId,
    charge_id: chargeId,
    amount_minor: amountMinor,
    failures,
    provider,
  } = claimed;
  try {
    const account = await openAccount(runtime, workspaceId, provider);
    const known = failures > 0 ? await account.listRefunds(chargeId) : [];
    if (!known.some((refund) => refund.id === id))
      await account.refund({ id, paymentId, chargeId, amountMinor: Number(amountMinor), currency: 'EUR' });
    await record(pool, id, paymentId);
  } catch {
    await pool.query(`update payment_refund set failures = failures + 1, state = 'refused' where id = $1`, [
      id,
    ]);
  }
}

async function claim(pool: Pool, id: string): Promise<ClaimedRefund | undefined> {
  const { rows } = await pool.query(
    `update payment_refund r set leased_until = now() + interval '2 minutes' from payment p
     where r.id = $1 and r.state = 'due' and (r.leased_until is null or r.leased_until < now()) and p.id = r.payment_id
     returning r.payment_id, r.amount_minor, r.failures, p.charge_id, p.provider`,
    [id],
  );
  return rows[0];
}

async function record(pool: Pool, id: string, paymentId: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`update payment_refund set state = 'done' where id = $1`, [id]);
    const { rows } = await client.query(
      `select sum(amount_minor)::int as sum from payment_refund where payment_id = $1 and state = 'done'`,
      [paymentId],
    );
    await client.query(
      `with paid as (update payment set refunded_minor = greatest(refunded_minor, $2) where id = $1 returning invitee_id, refunded_minor)
       update invitee i set payment = i.payment || jsonb_build_object('refunded', (p.refunded_minor / 100.0)::numeric(10, 2)::text)
       from paid p where i.id = p.invitee_id`,
      [paymentId, rows[0].sum],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

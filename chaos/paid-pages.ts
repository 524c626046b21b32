import { loadHosts } from '../bench/calendar.ts';
import { stripeSettings } from '../server/src/payments/stripe/settings.ts';
import { givenSettings, withSettings } from '../server/test/runtime.ts';
import { stripeTestKeys } from '../server/src/payments/stripe/test-stripe.ts';
import type { Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { plantSubscriptions } from '../server/test/webhook-parts.ts';
import type { Query } from './database.ts';

export interface Target {
  readonly connection: Connection;
  readonly runtime: Runtime;
  readonly query: Query;
}

/** A company whose pages are paid by Stripe. */
export async function plantPaidPages(target: Target, price: string): Promise<WorkspaceId> {
  const [subscription] = await plantSubscriptions(target, 1, ['http://127.0.0.1:9/nobody']);
  if (!subscription) throw new Error('No company.');
  const { workspaceId } = subscription;
  await target.query('delete from webhook');
  await loadHosts(target.connection, workspaceId);
  await target.query(`update event_type set price = $1, currency = 'EUR', payment_provider = 'stripe'`, [
    price,
  ]);
  await target.query(
    `insert into payment_account (workspace_id, provider, is_live, keys_sealed) values ($1, 'stripe', false, $2)`,
    [workspaceId, target.runtime.secrets.seal(JSON.stringify(stripeTestKeys))],
  );
  return workspaceId;
}

export function withStripe(runtime: Runtime, url: string): Runtime {
  return withSettings(runtime, givenSettings(stripeSettings, { url }));
}

/** The n-th weekday, as a date. */
export function weekday(n: number): string {
  return new Date(Date.UTC(2027, 0, 4 + Math.floor(n / 5) * 7 + (n % 5))).toISOString().slice(0, 10);
}

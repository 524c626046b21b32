import { loadHosts } from '../bench/parts/calendar.ts';
import type { FakeProvider } from '../server/src/payments/provider/test-provider.ts';
import type { Fake } from '../server/test/payment-fakes.ts';
import { pairSettings, withSettings } from '../server/test/runtime.ts';
import type { Runtime } from '../server/src/platform/context.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { seedSubscriptions } from '../server/test/webhook-parts.ts';
import type { Query } from './database.ts';

export interface Target {
  readonly connection: Connection;
  readonly runtime: Runtime;
  readonly query: Query;
}

/** A company whose pages are paid online. */
export async function seedPaidPages(
  target: Target,
  price: string,
  { provider, keys }: FakeProvider,
): Promise<WorkspaceId> {
  const [subscription] = await seedSubscriptions(target, 1, ['http://127.0.0.1:9/nobody']);
  if (!subscription) throw new Error('No company.');
  const { workspaceId } = subscription;
  await target.query('delete from webhook');
  await loadHosts(target.connection, workspaceId);
  await target.query(`update event_type set price = $1, currency = 'EUR', payment_provider = $2`, [
    price,
    provider,
  ]);
  await target.query(
    `insert into payment_account (workspace_id, provider, is_live, keys_sealed) values ($1, $2, false, $3)`,
    [workspaceId, provider, target.runtime.secrets.seal(JSON.stringify(keys))],
  );
  return workspaceId;
}

export function withProvider(runtime: Runtime, { settings }: Fake<FakeProvider>, url: string): Runtime {
  return withSettings(runtime, pairSettings(settings, { url }));
}

/** The n-th weekday, as a date. */
export function getWeekday(n: number): string {
  return new Date(Date.UTC(2027, 0, 4 + Math.floor(n / 5) * 7 + (n % 5))).toISOString().slice(0, 10);
}

import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import {
  allHappened,
  seedSubscriptions,
  createSharedSecrets,
  startChild,
} from '../../../test/webhook-parts.ts';
import { createDeliverer } from './deliverer.ts';
import { queryRows } from './test-deliveries.ts';
import { useReceiver } from './test-receiver.ts';

const app = useApp({ config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();
const worker = fileURLToPath(new URL('../../../../chaos/webhooks.ts', import.meta.url));

/** A short `npm run chaos -- webhooks --rounds 50`, which also has a control. */
test(
  'kill -9 under load loses nothing, and repeats only what was being sent',
  { timeout: 60_000 },
  async () => {
    const runtime = { ...app.runtime, secrets: createSharedSecrets() };
    const [subscription] = await seedSubscriptions({ runtime }, 1, [receiver.url]);
    // Slow enough that a kill always finds requests in flight.
    receiver.answer = (response) => void setTimeout(() => response.end(), 20);
    const leaseMs = 1_000;
    const order = { connection: app.connection, workspaceId: subscription?.workspaceId, rate: 300, leaseMs };
    let leases = 0;
    for (const round of [1, 2]) {
      const child = await startChild(worker, ['worker', JSON.stringify({ ...order, isControl: false })]);
      await vi.waitUntil(() => receiver.received.length > round * 40, { timeout: 30_000, interval: 5 });
      await child.kill('SIGKILL');
      leases += (await queryRows(app, `select from webhook_delivery where status = 'sending'`)).length;
    }
    receiver.answer = (response) => void response.end();
    const running = createDeliverer({ leaseMs, pollMs: 50 }).start(runtime);
    const open = () => queryRows(app, 'select from webhook_delivery where finished_at is null');
    await vi.waitUntil(async () => (await open()).length === 0, { timeout: 20_000 });
    await running.stop();

    const published = await queryRows<{ key: string }>(app, allHappened);
    const idsOf = new Map<string, Set<unknown>>();
    for (const { body, headers } of receiver.received) {
      idsOf.set(body.key, (idsOf.get(body.key) ?? new Set()).add(headers['webhook-id']));
    }
    expect(published.length).toBeGreaterThan(80);
    expect(published.filter(({ key }) => !idsOf.has(key))).toEqual([]);
    expect([...idsOf.values()].filter((ids) => ids.size > 1)).toEqual([]);
    expect(leases).toBeGreaterThan(0);
    expect(receiver.received.length - published.length).toBeLessThanOrEqual(leases);
  },
);

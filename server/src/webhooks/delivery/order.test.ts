import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import type { Runtime } from '../../platform/context.ts';
import type { RunningService } from '../../platform/services.ts';
import { createDeliverer } from './deliverer.ts';
import { emitEvent, markDeliveriesDue, queryRows, subscribeWebhook } from './test-deliveries.ts';
import { startReceiver } from './test-receiver.ts';

const app = useApp({ config: { outboundAllow: ['127.0.0.0/8'] } });

/** A deliverer that can crash: from then on it does not reach the database, but requests in flight go on. */
function crashableDeliverer(): { crash(): void; running: RunningService } {
  const { pool } = app.runtime.database;
  let hasCrashed = false;
  const crashable = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect' && hasCrashed) return () => Promise.reject(new Error('crashed'));
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const runtime: Runtime = { ...app.runtime, database: { ...app.runtime.database, pool: crashable } };
  const running = createDeliverer({ leaseMs: 250, pollMs: 10, batchDelayMs: 1 }).start(runtime);
  return {
    running,
    crash() {
      hasCrashed = true;
      void running.stop();
    },
  };
}

interface Scenario {
  readonly invitees: number;
  readonly failsOf100: number;
  readonly slowOf100: number;
  readonly crashes: number;
  readonly seed: number;
}

/** Whether some invitee's events were accepted out of order, under these failures and crashes. */
async function isOutOfOrder(
  scenario: Scenario,
  keyOf: (invitee: number, step: number) => string,
): Promise<boolean> {
  const random = randomFrom(scenario.seed);
  const receiver = await startReceiver();
  const { id } = await subscribeWebhook(app, receiver.url);
  const accepted = new Map<number, number[]>();
  receiver.answer = (response, { body }) => {
    const isSlow = random() * 100 < scenario.slowOf100;
    const fails = random() * 100 < scenario.failsOf100;
    setTimeout(
      () => {
        if (fails) response.statusCode = 500;
        // Accepted counts, even if the sender crashes before it reads the answer.
        else if (body.invitee !== undefined) {
          const steps = accepted.get(body.invitee) ?? [];
          if (!steps.includes(body.step)) accepted.set(body.invitee, [...steps, body.step]);
        }
        response.end();
      },
      isSlow ? 300 : random() * 5,
    );
  };
  const deliverers = [crashableDeliverer(), crashableDeliverer()];
  const steps = 3;
  let crashes = scenario.crashes;
  for (let step = 0; step < steps; step += 1) {
    for (let invitee = 0; invitee < scenario.invitees; invitee += 1) {
      await emitEvent(app, { payload: { invitee, step }, orderingKey: keyOf(invitee, step) });
      if (crashes > 0 && random() < 0.2) {
        crashes -= 1;
        deliverers.shift()?.crash();
        deliverers.push(crashableDeliverer());
      }
    }
  }
  await vi.waitUntil(
    async () => {
      await markDeliveriesDue(app, id);
      const open = await queryRows(app, 'select from webhook_delivery where finished_at is null');
      return open.length === 0;
    },
    { timeout: 15_000, interval: 40 },
  );
  await Promise.all(deliverers.map(({ running }) => running.stop()));
  await receiver.close();
  await app.delete(`/webhooks/${id}`);
  const all = [...accepted.values()];
  expect(all).toHaveLength(scenario.invitees);
  return all.some((seen) => seen.some((step, index) => step !== index));
}

const scenarios = fc.record({
  invitees: fc.integer({ min: 2, max: 8 }),
  failsOf100: fc.integer({ min: 5, max: 40 }),
  slowOf100: fc.integer({ min: 0, max: 15 }),
  crashes: fc.integer({ min: 0, max: 3 }),
  seed: fc.integer(),
});

test('whatever fails or crashes, the events of one invitee are accepted in order', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      expect(await isOutOfOrder(scenario, (invitee) => `invitee ${invitee}`)).toBe(false);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('control: with an ordering key per event, the same scenarios are out of order', async () => {
  let found = false;
  for (let seed = 1; seed <= 5 && !found; seed += 1) {
    const scenario = { invitees: 8, failsOf100: 40, slowOf100: 15, crashes: 2, seed };
    found = await isOutOfOrder(scenario, (invitee, step) => `invitee ${invitee} ${step}`);
  }
  expect(found).toBe(true);
});

function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

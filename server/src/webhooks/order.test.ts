import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { useApp } from '../../test/harness.ts';
import type { Runtime } from '../platform/context.ts';
import type { RunningService } from '../platform/services.ts';
import { deliverer } from './deliver.ts';
import { emit, makeDue, rowsOf, subscribe } from './test-deliveries.ts';
import { startReceiver } from './test-receiver.ts';

const app = useApp({ config: { outboundAllow: ['127.0.0.0/8'] } });

/** A deliverer that can die: from then on the database never hears of it again, and what it has sent is out there. */
function mortalDeliverer(): { kill(): void; running: RunningService } {
  const { pool } = app.runtime.database;
  let isDead = false;
  const mortal = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect' && isDead) return () => Promise.reject(new Error('dead'));
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const runtime: Runtime = { ...app.runtime, database: { ...app.runtime.database, pool: mortal } };
  const running = deliverer({ leaseMs: 250, idleMs: 10, paceMs: 1 }).start(runtime);
  return {
    running,
    kill() {
      isDead = true;
      void running.stop();
    },
  };
}

interface World {
  readonly invitees: number;
  readonly failsOf100: number;
  readonly slowOf100: number;
  readonly crashes: number;
  readonly seed: number;
}

/** Whether some invitee's events were accepted out of order, under these failures and crashes. */
async function isOutOfOrder(
  world: World,
  keyOf: (invitee: number, step: number) => string,
): Promise<boolean> {
  const dice = randomFrom(world.seed);
  const receiver = await startReceiver();
  const { id } = await subscribe(app, receiver.url);
  const accepted = new Map<number, number[]>();
  receiver.answer = (response, { body }) => {
    const isSlow = dice() * 100 < world.slowOf100;
    const fails = dice() * 100 < world.failsOf100;
    setTimeout(
      () => {
        if (fails) response.statusCode = 500;
        // Heard is heard, whether or not the sender lives to know it.
        else if (body.invitee !== undefined) {
          const steps = accepted.get(body.invitee) ?? [];
          if (!steps.includes(body.step)) accepted.set(body.invitee, [...steps, body.step]);
        }
        response.end();
      },
      isSlow ? 300 : dice() * 5,
    );
  };
  const living = [mortalDeliverer(), mortalDeliverer()];
  const steps = 3;
  let crashes = world.crashes;
  for (let step = 0; step < steps; step += 1) {
    for (let invitee = 0; invitee < world.invitees; invitee += 1) {
      await emit(app, { payload: { invitee, step }, orderingKey: keyOf(invitee, step) });
      if (crashes > 0 && dice() < 0.2) {
        crashes -= 1;
        living.shift()?.kill();
        living.push(mortalDeliverer());
      }
    }
  }
  await vi.waitUntil(
    async () => {
      await makeDue(app, id);
      const open = await rowsOf(app, 'select from webhook_delivery where finished_at is null');
      return open.length === 0;
    },
    { timeout: 15_000, interval: 40 },
  );
  await Promise.all(living.map(({ running }) => running.stop()));
  await receiver.close();
  await app.delete(`/webhooks/${id}`);
  const all = [...accepted.values()];
  expect(all).toHaveLength(world.invitees);
  return all.some((seen) => seen.some((step, index) => step !== index));
}

const worlds = fc.record({
  invitees: fc.integer({ min: 2, max: 8 }),
  failsOf100: fc.integer({ min: 5, max: 40 }),
  slowOf100: fc.integer({ min: 0, max: 15 }),
  crashes: fc.integer({ min: 0, max: 3 }),
  seed: fc.integer(),
});

test('whatever fails and whoever dies, nobody hears cancelled before scheduled of one invitee', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      expect(await isOutOfOrder(world, (invitee) => `invitee ${invitee}`)).toBe(false);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('the control: with a key of its own for every event, the same worlds are out of order', async () => {
  let found = false;
  for (let seed = 1; seed <= 5 && !found; seed += 1) {
    const world = { invitees: 8, failsOf100: 40, slowOf100: 15, crashes: 2, seed };
    found = await isOutOfOrder(world, (invitee, step) => `invitee ${invitee} ${step}`);
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

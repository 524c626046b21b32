import { expect, test } from 'vitest';
import { useApp } from '../server/test/harness.ts';
import { sharedSecrets } from '../server/test/webhook-parts.ts';
import { killEffects } from './effects.ts';

/* The short form of `npx tsx chaos/effects.ts --rounds 50`. */

const app = useApp();
const control = useApp();

const targetOf = ({ connection, runtime }: typeof app) => ({
  connection,
  runtime: { ...runtime, secrets: sharedSecrets() },
  query: async <T>(text: string, values: unknown[] = []) =>
    (await runtime.database.pool.query(text, values)).rows as T[],
});

test('after kill -9 every effect follows once, and in order', { timeout: 300_000 }, async () => {
  const { fair, events, wrong } = await killEffects(targetOf(app), 3, false);
  expect(wrong).toEqual([]);
  expect(events).toBeGreaterThan(20);
  expect(fair).toBeGreaterThan(0);
});

test(
  'the check goes red when an event is removed before its effects are there',
  { timeout: 300_000 },
  async () => {
    const { wrong } = await killEffects(targetOf(control), 3, true);
    expect(wrong.length).toBeGreaterThan(0);
  },
);

import { expect, test } from 'vitest';
import { useApp } from '../server/test/harness.ts';
import { sharedSecrets } from '../server/test/webhook-parts.ts';
import { killEffects } from './effects.ts';

/* The short form of `npm run chaos -- effects --rounds 50`, which also shows that its check can fail. */

const app = useApp();

test('after kill -9 every effect follows once, and in order', { timeout: 300_000 }, async () => {
  const { connection, runtime } = app;
  const query = async <T>(text: string, values: unknown[] = []) =>
    (await runtime.database.pool.query(text, values)).rows as T[];
  const target = { connection, query, runtime: { ...runtime, secrets: sharedSecrets() } };
  const { fair, events, wrong } = await killEffects(target, 1, false);
  expect(wrong).toEqual([]);
  expect(events).toBeGreaterThan(5);
  expect(fair).toBeGreaterThan(0);
});

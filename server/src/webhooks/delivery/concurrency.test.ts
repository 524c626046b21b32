import { describe, expect, test } from 'vitest';
import { createConcurrencyLimits, computeFairShares } from './concurrency.ts';

test('the limit of a webhook grows by one per success up to 32, is halved by a failure, and is one with the circuit open', () => {
  const limits = createConcurrencyLimits();
  const free = (failures = 0) => limits.freeFor({ webhookId: 'a', failures });
  const finish = (isDelivered: boolean) => {
    limits.start('a');
    limits.end('a', isDelivered);
  };
  expect(free()).toBe(4);
  limits.start('a');
  expect([free(), limits.inFlight, limits.freeFor({ webhookId: 'b', failures: 0 })]).toEqual([3, 1, 4]);
  limits.end('a', true);
  expect([free(), limits.inFlight]).toEqual([5, 0]);
  for (let n = 0; n < 40; n += 1) finish(true);
  expect([free(), free(5)]).toEqual([32, 1]);
  finish(false);
  expect(free()).toBe(16);
  for (let n = 0; n < 10; n += 1) finish(false);
  expect(free()).toBe(1);
});

describe('shares', () => {
  const lane = (workspaceId: string, webhookId: string) => ({ workspaceId, webhookId });
  const counts = (shares: ReturnType<typeof computeFairShares<ReturnType<typeof lane>>>) =>
    Object.fromEntries(shares.map(({ lane: { webhookId }, count }) => [webhookId, count]));

  test('are equal between workspaces, then between their webhooks', () => {
    const crowd = Array.from({ length: 10 }, (_, index) => lane('crowd', `c${index}`));
    const shares = counts(computeFairShares([...crowd, lane('single', 's')], 100, () => 1_000));
    expect(shares['s']).toBe(50);
    expect(shares['c0']).toBe(5);
  });

  test('never exceed what is free for a lane, nor the batch', () => {
    expect(
      counts(
        computeFairShares([lane('a', 'x'), lane('b', 'y')], 100, ({ webhookId }) =>
          webhookId === 'x' ? 2 : 0,
        ),
      ),
    ).toEqual({ x: 2 });
    const many = Array.from({ length: 50 }, (_, index) => lane(`w${index}`, `h${index}`));
    const total = computeFairShares(many, 20, () => 4).reduce((sum, { count }) => sum + count, 0);
    expect(total).toBe(20);
    expect(computeFairShares(many, 0, () => 4)).toEqual([]);
  });
});

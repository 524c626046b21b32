import { expect, test } from 'vitest';
import { runForEach } from './bulk.rules.ts';

test('one that fails stops none of the others, and is reported with its reason', async () => {
  const sent: string[] = [];
  const result = await runForEach(['a', 'b', 'c', 'd', 'e', 'f'], async (item) => {
    await Promise.resolve();
    sent.push(item);
    if (item === 'b' || item === 'e') throw new Error(`no ${item}`);
  });
  expect(sent.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(result.done).toEqual(['a', 'c', 'd', 'f']);
  expect(result.failed.map(({ item, error }) => [item, (error as Error).message])).toEqual([
    ['b', 'no b'],
    ['e', 'no e'],
  ]);
});

test('at most four requests are under way, and progress counts those that ended', async () => {
  const counts: number[] = [];
  let underWay = 0;
  let most = 0;
  const items = Array.from({ length: 11 }, (_, index) => index);
  await runForEach(
    items,
    async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
    },
    (count) => counts.push(count),
  );
  expect(most).toBe(4);
  expect(counts).toEqual(items.map((index) => index + 1));
});

test('nothing to do is done', async () => {
  expect(await runForEach([], () => Promise.reject(new Error('never')))).toEqual({ done: [], failed: [] });
});

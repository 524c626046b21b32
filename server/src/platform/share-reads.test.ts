import { expect, test } from 'vitest';
import { shareReads } from './share-reads.ts';

const database = {};

/** Reads that end when the test says so, with the number of their start. */
function openReads() {
  const ends: (() => void)[] = [];
  const read = () => {
    const number = ends.length + 1;
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  const end = async (number: number) => {
    await expect.poll(() => ends.length).toBeGreaterThanOrEqual(number);
    ends[number - 1]?.();
  };
  return { read, end, started: () => ends.length };
}

test('a caller who comes during a read shares one that started after they came', async () => {
  const share = shareReads<number>();
  const { read, end, started } = openReads();
  const first = share(database, 'page', read);
  const second = share(database, 'page', read);
  const third = share(database, 'page', read);
  await end(1);
  expect(await first).toBe(1);
  await expect.poll(started).toBe(2);
  const fourth = share(database, 'page', read);
  await end(2);
  expect([await second, await third]).toEqual([2, 2]);
  await end(3);
  expect(await fourth).toBe(3);
  const fifth = share(database, 'page', read);
  await end(4);
  expect(await fifth).toBe(4);
});

test('another key, and another database, has reads of its own', async () => {
  const share = shareReads<number>();
  const { read, end } = openReads();
  const all = [share(database, 'one', read), share(database, 'two', read), share({}, 'one', read)];
  for (const number of [3, 2, 1]) await end(number);
  expect(await Promise.all(all)).toEqual([1, 2, 3]);
});

test('a failed read fails for those who share it, and for nobody else', async () => {
  const share = shareReads<string>();
  const fail = () => Promise.reject(new Error('broken'));
  const first = share(database, 'page', fail);
  const second = share(database, 'page', async () => 'fine');
  await expect(first).rejects.toThrow('broken');
  expect(await second).toBe('fine');
  expect(await share(database, 'page', async () => 'again')).toBe('again');
});

import { expect, test } from 'vitest';
import { parseRange } from './serve-bytes.ts';

test.each([
  ['bytes=0-', [0, 99]],
  ['bytes=10-19', [10, 19]],
  ['bytes=90-500', [90, 99]],
  ['bytes=-10', [90, 99]],
  ['bytes=-500', [0, 99]],
  ['bytes=100-', undefined],
  ['bytes=20-10', undefined],
  ['bytes=-0', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  [undefined, undefined],
])('of a hundred bytes, %s is %j', (header, expected) => {
  const range = parseRange(header, 100);
  expect(range && [range.first, range.last]).toEqual(expected);
});

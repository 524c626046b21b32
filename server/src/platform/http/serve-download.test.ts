import { expect, test } from 'vitest';
import { parseRange } from './serve-download.ts';

test.each([
  ['bytes=0-', [0, 99]],
  ['bytes=10-19', [10, 19]],
  ['bytes=90-500', [90, 99]],
  ['bytes=-10', [90, 99]],
  ['bytes=-500', [0, 99]],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  [undefined, undefined],
])('of a hundred bytes, %s is %j', (header, expected) => {
  const range = parseRange(header, 100);
  expect(range && [range.first, range.last]).toEqual(expected);
});

test.each(['bytes=100-', 'bytes=500-600', 'bytes=-0'])('416: of a hundred bytes, %s is none', (header) => {
  expect(() => parseRange(header, 100)).toThrow(
    expect.objectContaining({ status: 416, headers: { 'content-range': 'bytes */100' } }),
  );
});

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(`${root}docs/run/security.md`, 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+)[^|]*\| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number = '', what = '', shown = '']) => ({ number, what, shown }),
);

test('every test that docs/run/security.md names exists', () => {
  const named = rows.flatMap(({ shown }) =>
    [...shown.matchAll(/`([\w/.-]+\.test\.tsx?)`/g)].map(([, path]) => path ?? ''),
  );
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((path) => !existsSync(root + path))).toEqual([]);
});

test('every requirement stands there once, in order, with a test or a whole sentence', () => {
  const orders = rows.map(({ number }) =>
    number
      .split('.')
      .map(Number)
      .reduce((sum, part) => sum * 100 + part, 0),
  );
  expect(orders).toEqual([...new Set(orders)].sort((a, b) => a - b));
  expect(rows.filter(({ shown }) => !/\.test\.tsx?`$|\.$/.test(shown))).toEqual([]);
  expect(new Set(rows.map(({ number }) => number.split('.', 1)[0])).size).toBe(17);
});

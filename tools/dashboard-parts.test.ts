import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../dashboard/src');

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** The files whose source matches. */
const listMatches = (pattern: RegExp): string[] =>
  sources.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).toSorted();

test.each([
  ['a search box', /^\s*type="search"/m, ['kit/search-box.tsx']],
  ['the links to sections', /nav className="tabs"[^>]*>\s*\{sections/, ['kit/section-page.tsx']],
  [
    'the choice between error, skeleton and items of a list',
    /error && !list\.items|!items && error/,
    ['kit/list-page.tsx'],
  ],
])('%s has one implementation', (_, pattern, files) => {
  expect(listMatches(pattern)).toEqual(files);
});

test('no file branches on people or companies: their differences are data in records', () => {
  const branch = /[!=]== '(?:people|companies)'|case '(?:people|companies)'/;
  expect(listMatches(branch)).toEqual([]);
  const names = /['"](?:people|companies)['"]|^\s+(?:people|companies): [{b]/m;
  expect(listMatches(names).filter((path) => path.startsWith('records/'))).toEqual([
    'records/record-api.ts',
    'records/standard-objects.ts',
  ]);
});

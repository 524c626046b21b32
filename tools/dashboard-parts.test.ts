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
  ['a filter', /className="chip"/, ['kit/filter-chip.tsx', 'records/tools.tsx']],
  ['the bar of saved views', /className="tools views"/, ['views/view-bar.tsx']],
  ['the bar of a selection', /className="tools bulk"/, ['kit/bulk-bar.tsx']],
  ['an empty state', /className="empty"/, ['kit/states.tsx']],
  ['a note', /className="a-note"/, ['kit/note-item.tsx']],
  [
    'a day with its time',
    /format(?:Short)?(?:Day|Date|DateOnly)\([^)]*\)\}[,.]? ?\$\{formatTime/,
    ['platform/time.ts'],
  ],
  [
    'the hours or days between booking and event',
    /week\[unit\]|week\.(?:hours|days)/,
    ['platform/lead-time.ts'],
  ],
])('%s has one implementation', (_, pattern, files) => {
  expect(listMatches(pattern)).toEqual(files);
});

test('a dialog ends with DialogActions, whose main action comes last', () => {
  const own = sources.filter(({ text }) => /<Dialog\b/.test(text) && /className="row end/.test(text));
  expect(own.map(({ path }) => path)).toEqual([]);
});

test('a time zone is shown by its city: nothing else of the dashboard writes its identifier', () => {
  const shown = sources.filter(({ text }) => />\{[\w.]*time[zZ]one\}</.test(text));
  expect(shown.map(({ path }) => path)).toEqual([]);
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

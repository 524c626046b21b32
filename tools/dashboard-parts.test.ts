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

/** What follows the browser instead of the reader, or makes people count minutes. */
const nativeFields = {
  'a date or a time of the browser': /\btype=(?:"|\{?')(?:date|time|datetime-local|month|week)['"]/,
  'a number of the browser': /\btype=(?:"|\{?')number['"]/,
  'a list of all time zones': /\bzoneNames\s*\.(?:map|flatMap)\(/,
  'a duration without a unit':
    /<(?:TextField|NumberField|LimitField|SelectField)\b(?:(?!\/>)[\s\S])*?\bname=(?:"|\{`)[^"`]*(?:[mM]inutes|Hours|Days|\.days|[dD]uration|[nN]otice|[iI]nterval|[bB]uffer|reminders)/,
} as const;

/** A choice between the few durations or intervals that there are. */
const isAllowed = (path: string): boolean =>
  ['scheduled-events/book.tsx', 'insights/period-controls.tsx'].includes(path);

test.each(Object.entries(nativeFields))('%s is nowhere in the dashboard', (_, pattern) => {
  expect(listMatches(pattern).filter((path) => !isAllowed(path))).toEqual([]);
});

test.each([
  ['a date or a time of the browser', '<TextField label={a} name="from" type="date" />'],
  ['a date or a time of the browser', "<input type={'datetime-local'} />"],
  ['a number of the browser', '<input type="number" />'],
  ['a list of all time zones', 'const zones = zoneNames.map((zone) => ({ value: zone, label: zone }));'],
  ['a duration without a unit', '<TextField label={a} name="retryDelayMinutes" inputMode="numeric" />'],
  ['a duration without a unit', '<NumberField\n  name={`steps.${i}.dueDays`}\n  value={1}\n/>'],
  ['a duration without a unit', '<SelectField label={a} name="bufferBefore" choices={minutes} />'],
] as const)('%s is noticed: %s', (rule, planted) => {
  expect(planted).toMatch(nativeFields[rule]);
});

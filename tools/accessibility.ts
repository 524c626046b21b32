import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { criteria, type Criterion } from './accessibility.data.ts';

/**
 * Writes docs/run/accessibility.md: runs the tests that judge the criteria, and says for each what was found. With `--results`, a report
 * of vitest (`--reporter=json`) is read instead.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
export const reportPath = 'docs/run/accessibility.md';

/** The numbers of WCAG 2.2, levels A and AA. 4.1.1 was removed with version 2.2. */
const wanted =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3'.split(
    ' ',
  );

/** Those of version 2.2 stand in no clause of EN 301 549 V3.2.1, which follows version 2.1. */
const newIn22 = ['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'];

const readSource = (file: string): string => {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Criteria that are missing or that nothing judges, and tests that do not exist. */
export function listGaps(checked: readonly Criterion[], read = readSource): string[] {
  const numbers = checked.map(({ number }) => number);
  const missing = wanted
    .filter((number) => !numbers.includes(number))
    .map((number) => `${number} is missing.`);
  const unjudged = checked
    .filter(({ tests, hand, notApplicable }) => tests.length === 0 && !hand && !notApplicable)
    .map(({ number }) => `${number} has neither a test nor a hand check.`);
  const gone = checked.flatMap(({ number, tests }) =>
    tests.filter((test) => !isWritten(test, read)).map((test) => `${number}: there is no test ${test}.`),
  );
  return [...missing, ...unjudged, ...gone];
}

const isWritten = (test: string, read: (file: string) => string): boolean => {
  const [file = '', name = ''] = test.split(' > ');
  return read(file).includes(name);
};

type Outcome = 'passed' | 'failed' | 'not run';

interface Run {
  readonly date: string;
  readonly outcomeOf: (test: string) => Outcome;
}

interface VitestReport {
  readonly startTime: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

export function parseRun(json: string): Run {
  const { startTime, testResults } = JSON.parse(json) as VitestReport;
  const all = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ file: relative(root, name), title, status })),
  );
  const outcomeOf = (test: string): Outcome => {
    const [file, name = ''] = test.split(' > ');
    // `%s` stands for the cases of a test that runs for each of a list.
    const isOf = (title: string): boolean => title.includes(name.replace('%s', '').trim());
    const found = all.filter((each) => each.file === file && isOf(each.title));
    if (found.some(({ status }) => status === 'failed')) return 'failed';
    return found.some(({ status }) => status === 'passed') ? 'passed' : 'not run';
  };
  return { date: new Date(startTime).toISOString().slice(0, 10), outcomeOf };
}

const intro = `# Accessibility

Daybook follows WCAG 2.2, levels A and AA, and so clause 9 of EN 301 549 (V3.2.1), for the dashboard, the public booking pages, the
account pages and the documentation. \`npx tsx tools/accessibility.ts\` runs the tests that judge the criteria and writes this page; it
fails if a criterion has neither a test nor a hand check. The hand checks so far were made by reading the code. The screens are judged once they are loaded, in light and dark mode, at
1280 and 320 pixels, and in Arabic.

No person who uses a screen reader every day has judged Daybook yet. Names, roles and order are compared with those in
\`e2e/accessibility/names\`, as a browser hands them to screen readers. Please report what stands in your way: see
[SECURITY.md](../../SECURITY.md) for a private channel, or open an issue.

Of EN 301 549, these clauses apply as well: 11.7 (user preferences), judged by the tests for forced colors and reduced motion;
12.1.1, by this page; 12.1.2 (accessible documentation), by the tests of the docs. Criteria that are new in WCAG 2.2 have no clause
in V3.2.1.
`;

export function formatPage(checked: readonly Criterion[], { date, outcomeOf }: Run): string {
  const rows = checked.map((criterion) => formatRow(criterion, outcomeOf));
  const tests = [...new Set(checked.flatMap((criterion) => criterion.tests))];
  const numbers = new Map(tests.map((test, index) => [test, index + 1]));
  const head = '| Criterion | Level | Clause | Result | Tests | Checked by hand |\n|---|---|---|---|---|---|';
  const table = rows.map(({ cells, tests: own }) => {
    const [name, level, clause, result, hand] = cells;
    const refs = own.map((test) => numbers.get(test)).join(', ');
    return `| ${name} | ${level} | ${clause} | ${result} | ${refs} | ${hand} |`;
  });
  const list = tests.map((test, index) => {
    const [file, name] = test.split(' > ');
    return `${index + 1}. \`${file}\`: ${name} (${outcomeOf(test)})`;
  });
  return `${intro}
Tests of ${date}.

${head}
${table.join('\n')}

## Tests

${list.join('\n')}
`;
}

function formatRow(criterion: Criterion, outcomeOf: Run['outcomeOf']) {
  const { number, name, level, tests, hand, notApplicable } = criterion;
  const outcomes = tests.map(outcomeOf);
  const judged = outcomes.includes('failed') ? 'fails' : outcomes.includes('not run') ? 'not run' : 'passes';
  const result = notApplicable ? 'does not apply' : judged;
  const clause = newIn22.includes(number) ? '–' : `9.${number}`;
  const byHand = notApplicable ?? (hand ? `${hand.date}: ${hand.what}` : '');
  return { cells: [`${number} ${name}`, level, clause, result, byHand], tests };
}

/** Runs every file that judges something, whether its tests pass or not. */
function runTests(): string {
  const files = [
    ...new Set(criteria.flatMap(({ tests }) => tests.map((test) => test.split(' > ')[0] ?? ''))),
  ];
  const output = join(mkdtempSync(join(tmpdir(), 'daybook-accessibility-')), 'results.json');
  try {
    const args = ['vitest', 'run', ...files, '--reporter=json', `--outputFile=${output}`];
    execFileSync('npx', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    if (!existsSync(output)) throw error;
  }
  return readFileSync(output, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { results: { type: 'string' } } });
  const gaps = listGaps(criteria);
  if (gaps.length > 0) throw new Error(gaps.join('\n'));
  const run = parseRun(values.results ? readFileSync(values.results, 'utf8') : runTests());
  writeFileSync(join(root, reportPath), formatPage(criteria, run));
  const failing = criteria.filter(({ tests }) => tests.some((test) => run.outcomeOf(test) === 'failed'));
  console.log(`${criteria.length} criteria, ${failing.length} with failing tests; see ${reportPath}`);
  if (failing.length > 0) process.exitCode = 1;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { criteria } from './accessibility.data.ts';
import { listGaps, reportPath } from './accessibility.ts';

const root = join(import.meta.dirname, '..');

const sources = ['dashboard/src', 'booking/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|css)$/.test(path) && !path.includes('.test.'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') })),
);

const listMatches = (pattern: RegExp, files: RegExp): string[] =>
  sources.filter(({ path, text }) => files.test(path) && pattern.test(text)).map(({ path }) => path);

test('every criterion of WCAG 2.2 A and AA has a test that exists, or a dated hand check', () => {
  expect(listGaps(criteria)).toEqual([]);
});

test('a criterion that nothing judges, a missing one, and a test that is gone are reported', () => {
  const [first, ...others] = criteria;
  const broken = others.map((criterion) =>
    criterion.number === '1.4.3' ? { ...criterion, tests: ['e2e/gone.test.ts > is gone'] } : criterion,
  );
  expect(listGaps(broken)).toEqual([
    '1.1.1 is missing.',
    '1.4.3: there is no test e2e/gone.test.ts > is gone.',
  ]);
  expect(first && listGaps([{ ...first, tests: [] }, ...others])).toEqual([
    '1.1.1 has neither a test nor a hand check.',
  ]);
});

test('the page names every criterion with its tests and hand checks', () => {
  const page = readFileSync(join(root, reportPath), 'utf8');
  for (const { number, name, tests, hand } of criteria) {
    expect(page).toContain(`| ${number} ${name} |`);
    if (hand) expect(page).toContain(`${hand.date}: ${hand.what}`);
    for (const each of tests) expect(page).toContain(each.split(' > ')[1]);
  }
});

test('no text names a thing by its place, shape or color alone', () => {
  const byPlace =
    /on the (?:left|right)\b|(?:left|right)-hand|the (?:red|green|blue|round|square) (?:button|dot|icon)|(?:button|list|menu) (?:above|below)/i;
  expect(listMatches(byPlace, /words\/(?:en|poll|series|waitlist|files)|words\/en\.ts/)).toEqual([]);
});

test('nothing depends on the orientation of the screen', () => {
  expect(listMatches(/\(orientation:|orientation\.lock/, /./)).toEqual([]);
});

test('nothing plays or moves by itself', () => {
  expect(listMatches(/\bautoplay\b|<marquee|<blink/i, /\.tsx$/)).toEqual([]);
  // What waits for the server moves until it is there, unless people prefer less motion.
  const endless = listMatches(/animation:[^;]*\binfinite\b/, /\.css$/);
  for (const path of endless)
    expect(sources.find((each) => each.path === path)?.text).toContain('prefers-reduced-motion');
});

test('nothing is shown by pointing alone', () => {
  const rules = sources
    .filter(({ path }) => path.endsWith('.css'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/([^{}]*:hover[^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
        where: `${path}: ${selector.trim()}`,
        selector,
        body,
      })),
    );
  const alone = rules.filter(
    ({ selector, body }) =>
      /(?:display: (?!none)|visibility: visible|opacity: 1\b)/.test(body) && !selector.includes(':focus'),
  );
  expect(alone.map(({ where }) => where)).toEqual([]);
});

test('no gesture needs two fingers or a path', () => {
  expect(listMatches(/touches\.length|gesturestart|devicemotion|deviceorientation/, /\.tsx?$/)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listOffWithoutReason, reasonRule } from './lint-reasons.ts';

const linesOf = (text: string): number[] =>
  reasonRule({ path: 'server/src/a.ts', text, imports: [] }).map(({ line }) => line);

/** In two parts, or this file would be full of exceptions itself. */
const disable = ['oxlint', 'disable'].join('-');

test('a comment that switches a rule off without a reason is found, wherever it stands', () => {
  expect(linesOf(`// ${disable}-next-line no-console\nconst a = 1;\n`)).toEqual([1]);
  expect(linesOf(`const a = 1; // ${disable}-line no-console --\n`)).toEqual([1]);
  expect(linesOf(`\n/* ${disable} max-lines */\n`)).toEqual([2]);
});

test('one with a reason is fine', () => {
  expect(linesOf(`// ${disable}-next-line no-console -- a program may print\n`)).toEqual([]);
  expect(linesOf(`/* ${disable} max-lines -- one table that is long by nature */\n`)).toEqual([]);
});

test('a rule that the configuration switches off has a comment above its group', () => {
  const configuration = [
    '// Why these two.',
    '"first": "off",',
    '"second": "off",',
    '',
    '"third": "off",',
    '// Why this one.',
    '"files": ["a.ts"],',
    '"rules": { "fourth": "off" }',
    '},',
    '"fifth": "off",',
  ];
  expect(listOffWithoutReason(configuration.join('\n'))).toEqual(['"third": "off",', '"fifth": "off",']);
});

test('every exception of .oxlintrc.json has its reason', () => {
  const configuration = readFileSync(new URL('../.oxlintrc.json', import.meta.url), 'utf8');
  expect(configuration).toContain('"off"');
  expect(listOffWithoutReason(configuration)).toEqual([]);
});

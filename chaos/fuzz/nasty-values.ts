import type { Harvest } from './harvest.ts';
import type { Random } from './random.ts';

export interface Tools {
  readonly random: Random;
  readonly harvest: Harvest;
}

/** A value that some code somewhere does not expect. */
export function pickNastyValue({ random, harvest }: Tools): unknown {
  const kind = random.next();
  if (kind < 0.5) return random.pick(texts);
  // A copy, since a later change of the request may be inside of it.
  if (kind < 0.85) return structuredClone(random.pick(scalars));
  if (kind < 0.93) return harvest.id(random);
  return random.pick([long, nested(40), Array.from({ length: 3000 }, () => null), nested(20), [long, long]]);
}

export const pickNastyText = (tools: Tools): string => {
  const value = pickNastyValue(tools);
  return typeof value === 'string' && value.length < 3000
    ? value
    : (JSON.stringify(value) ?? '').slice(0, 300);
};

const long = 'x'.repeat(70_000);
const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);

const texts: readonly [string, ...string[]] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u{D800}',
  'x\u{DC00}y',
  '\u202Eabc',
  '\uFEFF',
  'é'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(40),
  '%',
  '_',
  '\\',
  "'",
  '"',
  "'; drop table member; --",
  '$1',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '<b><i><a href=javascript:x>',
  '../../etc/passwd',
  '/',
  '.',
  '..',
  '?a=b#c',
  'a\r\nb: c',
  '-1',
  '0',
  '01',
  '1e3',
  '0x10',
  '99999999999999999999',
  '2027-02-30',
  '2027-13-01T25:61:61Z',
  '0000-00-00',
  '+275760-09-13T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '24:00',
  '23:60',
  'Mars/Olympus',
  'dbk-0000000000000000',
  '00000000-0000-0000-0000-000000000000',
  'null',
  'undefined',
  'true',
  '[object Object]',
  'mara@juniper.example',
  'a@b',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  'http://127.0.0.1/',
  'javascript:alert(1)',
  'İıſK',
  'ﬁ①Ⅳ',
  'ا\u0301'.repeat(50),
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(2001),
];

const scalars: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.5,
  1.7976931348623157e308,
  5e-324,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_992,
  1e21,
  [],
  {},
  [null],
  [[]],
  { '': '' },
  { $gt: '' },
  { length: 1e9 },
  { toString: 1, valueOf: 2 },
];

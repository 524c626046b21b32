import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as fields from './fields.ts';
import { formatIssue } from './messages.ts';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const complaint = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: formatIssue }).error?.issues.map(({ message }) => message);

describe('email', () => {
  test.each([
    'a@b.co',
    'first.last+tag@sub.example.com',
    "o'neill@example.ie",
    'jörg@müller.example',
    'हिन्दी@example.in',
    'i\u0307@example.com',
    `${'x'.repeat(242)}@example.com`,
  ])('takes %s', (address) => expect(accepts(fields.email, address)).toBe(true));

  test.each([
    '',
    'plain',
    '@example.com',
    'a@',
    'a@b',
    'a@@b.co',
    'a b@c.de',
    'a@b..de',
    'a@-b.de',
    'a@b-.de',
    'Mara <mara@juniper.example>',
    'a@b.co\n',
    'a@b.co,c@d.co',
    `${'x'.repeat(250)}@b.co`,
  ])('refuses %j', (address) => expect(accepts(fields.email, address)).toBe(false));

  test('a megabyte of nonsense is refused at once', () => {
    const started = performance.now();
    for (const text of [
      `${'a'.repeat(1_000_000)}@`,
      `a@${'a.'.repeat(500_000)}`,
      `a@${'a-'.repeat(500_000)}`,
    ]) {
      expect(accepts(fields.email, text)).toBe(false);
    }
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('instant', () => {
  test.each([
    '2027-01-31T09:00:00Z',
    '2027-01-31T09:00Z',
    '2027-01-31T09:00+05:30',
    '2027-01-31T09:00:00.123456+14:00',
    '2028-02-29T00:00:00-12:00',
  ])('takes %s', (text) => expect(accepts(fields.instant, text)).toBe(true));
  test.each([
    '2027-01-31',
    '2027-01-31T09:00:00',
    '2027-01-31T09:00',
    '2027-01-31T09Z',
    '2027-02-29T00:00Z',
    '2027-02-29T00:00:00Z',
    '2027-01-31T25:00:00Z',
    '2027-01-31T09:00:00+15:00',
    '0000-12-31T00:00:00Z',
    '9999-12-31T23:00:00-01:00',
    'tomorrow',
    7,
  ])('refuses %j with a sentence', (text) =>
    expect(complaint(fields.instant, text)?.[0]).toMatch(/^Must be /),
  );
});

test('a planned instant lies in the years of dates', () => {
  expect(accepts(fields.plannedInstant, '2399-12-31T23:59:00Z')).toBe(true);
  for (const text of ['2400-01-01T00:00:00Z', '9999-12-31T00:00:00Z', '1969-12-31T23:59:00Z'])
    expect(complaint(fields.plannedInstant, text)).toEqual(['Must be in the years from 1970 to 2399.']);
  expect(complaint(fields.plannedInstant, 'tomorrow')?.join()).not.toContain('2399');
});

describe('date', () => {
  test.each(['1970-01-01', '2028-02-29', '2399-12-31'])('takes %s', (text) =>
    expect(accepts(fields.date, text)).toBe(true),
  );
  test.each(['2027-02-29', '2027-13-01', '1900-02-29', '9999-12-32'])('%s is none of the calendar', (text) =>
    expect(complaint(fields.date, text)).toEqual(['Must be a date that exists.']),
  );
  test.each(['1900-01-01', '1969-12-31', '2400-01-01', '9999-12-31'])(
    '%s is told which years are taken',
    (text) => expect(complaint(fields.date, text)).toEqual(['Must be in the years from 1970 to 2399.']),
  );
  test.each(['tomorrow', '2027-1-1', ''])('%j is told the format alone', (text) =>
    expect(complaint(fields.date, text)).toEqual(['Must be a date as YYYY-MM-DD.']),
  );
});

test('a date or an instant out of those years is told so', () => {
  for (const text of ['1900-01-01', '9999-12-31', '9999-12-31T00:00:00Z', '2400-01-01T00:00:00Z'])
    expect(complaint(fields.dateOrInstant, text)).toEqual(['Must be in the years from 1970 to 2399.']);
  for (const text of ['2027-02-29', 'tomorrow', '2027-01-11T09:00:00'])
    expect(complaint(fields.dateOrInstant, text)?.join()).toMatch(/^Must be a date as YYYY-MM-DD, or/);
});

describe('line', () => {
  test('is trimmed, not blank, one line, and limited', () => {
    expect(fields.line(5).parse('  a b  ')).toBe('a b');
    expect(complaint(fields.line(5), ' \n ')).toEqual(['Must not be empty.']);
    expect(complaint(fields.line(5), '\u200B\u2060')).toEqual(['Must not be empty.']);
    expect(fields.line(5).parse('👍')).toBe('👍');
    expect(complaint(fields.line(5), 'a\nb')).toEqual(['Must be one line, without control characters.']);
    expect(complaint(fields.line(5), 'a\u0007b')).toEqual(['Must be one line, without control characters.']);
    expect(complaint(fields.line(5), 'abcdef')).toEqual(['Must have at most 5 characters.']);
    expect(fields.optionalLine(5).parse('  ')).toBe('');
  });
});

describe('queryInteger', () => {
  const schema = fields.queryInteger(1, 100);
  test.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ])('%s is %i', (text, expected) => expect(schema.parse(text)).toBe(expected));
  test.each(['0', '101', '-1', '1.0', '1e2', '', ' 1', '0x10', '١', '9'.repeat(16), ['1', '2']])(
    'refuses %j',
    (text) => expect(complaint(schema, text)).toEqual(['Must be a whole number from 1 to 100.']),
  );
});

describe('rule', () => {
  const pair = fields.rule(
    z.object({ role: z.enum(['a', 'b']), x: z.string().optional(), y: z.string().optional() }),
    'x',
    'Exactly one.',
    ({ x, y }) => (x === undefined) !== (y === undefined),
  );

  test('runs even when single fields are wrong, so that everything is said at once', () => {
    const issues = pair.safeParse({ role: 'c', x: 'x', y: 'y' }).error?.issues ?? [];
    expect(issues.map(({ path }) => path.join('.')).sort()).toEqual(['role', 'x']);
    expect(accepts(pair, { role: 'a', y: 'y' })).toBe(true);
    expect(accepts(pair, 'text')).toBe(false);
  });

  test('says nothing where it trips over a value that is refused by itself', () => {
    const ordered = fields.rule(
      z.object({ from: z.string(), to: z.string() }),
      'to',
      'Must not be before `from`.',
      ({ from, to }) => from.toLowerCase() <= to,
    );
    const issues = (value: unknown) =>
      ordered.safeParse(value).error?.issues.map(({ path }) => path.join('.'));
    expect(issues({ from: 7, to: 'a' })).toEqual(['from']);
    expect(issues({ from: 'a', to: { toString: null } })).toEqual(['to']);
    expect(issues({ from: 'b', to: 'a' })).toEqual(['to']);
  });
});

describe('formatIssue', () => {
  test.each([
    [z.string(), undefined, 'This field is required.'],
    [z.enum(['a', 'b']), undefined, 'This field is required.'],
    [z.enum(['a', 'b']), 'c', 'Must be one of: a, b.'],
    [z.literal('x'), 'y', 'Must be one of: x.'],
    [z.string(), null, 'Must be a string.'],
    [z.number(), '7', 'Must be a number.'],
    [z.int(), 1.5, 'Must be a whole number.'],
    [z.boolean(), 'yes', 'Must be true or false.'],
    [z.array(z.string()), {}, 'Must be a list.'],
    [z.object({}), [], 'Must be an object.'],
    [z.string().min(3), 'ab', 'Must have at least 3 characters.'],
    [z.array(z.int()).min(1), [], 'Must have at least 1 item.'],
    [z.array(z.int()).max(1), [1, 2], 'Must have at most 1 item.'],
    [z.number().gt(0), 0, 'Must be more than 0.'],
    [z.number().lt(5), 5, 'Must be less than 5.'],
    [z.url(), 'nope', 'Must be a web address.'],
  ])('%#', (schema, value, expected) => {
    expect(complaint(schema, value)).toEqual([expected]);
  });
});

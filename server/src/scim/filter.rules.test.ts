import { describe, expect, test } from 'vitest';
import { isMatch, parseFilter, parsePath } from './filter.rules.ts';

const fail = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as { body: { scimType: string } }).body.scimType;
  }
  return 'accepted';
};

describe('parseFilter', () => {
  test('and binds closer than or, and not applies to its parentheses', () => {
    const filter = parseFilter('userName eq "a" or not (active eq true) and title pr');
    expect(filter).toEqual({
      kind: 'or',
      parts: [
        { kind: 'compare', path: 'username', op: 'eq', value: 'a' },
        {
          kind: 'and',
          parts: [
            { kind: 'not', part: { kind: 'compare', path: 'active', op: 'eq', value: true } },
            { kind: 'present', path: 'title' },
          ],
        },
      ],
    });
  });

  test('names and operators in any case, whole names of schemas, values of every kind', () => {
    expect(parseFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "A"')).toEqual({
      kind: 'compare',
      path: 'username',
      op: 'eq',
      value: 'A',
    });
    expect(parseFilter('name.familyName CO "O\\"Neill"')).toMatchObject({
      value: 'O"Neill',
      path: 'name.familyname',
    });
    expect(parseFilter('x ge 5')).toMatchObject({ value: 5 });
    expect(parseFilter('active eq False')).toMatchObject({ value: false });
    expect(parseFilter('x eq null')).toMatchObject({ value: null });
  });

  test('value paths, also with a part behind them', () => {
    const work = { kind: 'compare', path: 'type', op: 'eq', value: 'work' };
    expect(parseFilter('emails[type eq "work"]')).toEqual({ kind: 'some', path: 'emails', part: work });
    expect(parseFilter('emails[type eq "work"].value sw "a"')).toEqual({
      kind: 'some',
      path: 'emails',
      part: { kind: 'and', parts: [work, { kind: 'compare', path: 'value', op: 'sw', value: 'a' }] },
    });
  });

  test.each([
    '',
    'userName',
    'userName eq',
    'userName is "a"',
    'userName eq "a',
    'userName eq a',
    '(userName eq "a"',
    'userName eq "a")',
    'emails[type eq "work"',
    'userName eq "a" and',
    'userName eq "a" userName eq "b"',
    'userName eq "\\u0000"',
    '1 eq 1',
    "userName eq 'a'",
    'userName eq {"a":1}',
  ])('400: %s', (text) => {
    expect(fail(() => parseFilter(text))).toBe('invalidFilter');
  });

  test('bombs are refused before they cost anything', () => {
    expect(fail(() => parseFilter('('.repeat(3000)))).toBe('invalidFilter');
    expect(fail(() => parseFilter(`${'not ('.repeat(500)}a pr${')'.repeat(500)}`))).toBe('invalidFilter');
    expect(fail(() => parseFilter(Array.from({ length: 51 }, () => 'a pr').join(' or ')))).toBe(
      'invalidFilter',
    );
    expect(fail(() => parseFilter(`userName eq "${'x'.repeat(5000)}"`))).toBe('invalidFilter');
    const started = performance.now();
    expect(fail(() => parseFilter(`userName eq "${'\\'.repeat(3900)}`))).toBe('invalidFilter');
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe('parsePath', () => {
  test.each([
    ['active', { attribute: 'active' }],
    ['name.givenName', { attribute: 'name', sub: 'givenname' }],
    ['urn:ietf:params:scim:schemas:core:2.0:User:name.givenName', { attribute: 'name', sub: 'givenname' }],
    [
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
      { attribute: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:department' },
    ],
    [
      'emails[type eq "work"].value',
      {
        attribute: 'emails',
        filter: { kind: 'compare', path: 'type', op: 'eq', value: 'work' },
        sub: 'value',
      },
    ],
  ])('%s', (text, path) => {
    expect(parsePath(text)).toEqual(path);
  });

  test.each(['emails[', 'emails[type eq "work"]x', '"a"', 'a b', '[a pr]'])('400: %s', (text) => {
    expect(fail(() => parsePath(text))).toBe('invalidPath');
  });
});

test('isMatch compares text without case, and knows every operator', () => {
  const email = { value: 'Noor@fern.example', type: 'work', primary: true };
  const matches = (text: string) => isMatch(email, parseFilter(text));
  expect(matches('value eq "noor@FERN.example" and primary eq true')).toBe(true);
  expect(matches('value sw "noor" and value ew ".example" and value co "@"')).toBe(true);
  expect(matches('type ne "work" or not (display pr)')).toBe(true);
  expect(matches('type gt "a" and type ge "work" and type lt "x" and type le "work"')).toBe(true);
  expect(matches('display pr')).toBe(false);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRoute, isMet, isMatch, type Answers, type Condition, type Route } from './rules.ts';

const operators: Condition['operator'][] = [
  'equals',
  'not_equals',
  'contains',
  'in',
  'starts_with',
  'gt',
  'lt',
  'is_empty',
  'is_not_empty',
];

const text = fc.oneof(
  fc.constantFrom('Berlin', 'berlin ', 'Zürich', '7', '7.0', '12', '-3', 'a', 'A b'),
  fc.string({ maxLength: 8 }),
);
const given = fc.array(
  text.filter((value) => value.trim() !== ''),
  { maxLength: 3 },
);
const value = fc.oneof(text, fc.integer({ min: -50, max: 50 }), fc.array(text, { maxLength: 3 }));
const condition = fc.record({
  inputId: fc.constantFrom('a', 'b', 'c'),
  operator: fc.constantFrom(...operators),
  value,
});
const answers: fc.Arbitrary<Answers> = fc
  .record({ a: given, b: given, c: given })
  .map((record) => new Map(Object.entries(record)));
const action = { type: 'MESSAGE', headline: 'x' } as const;
const route = fc.record({
  match: fc.constantFrom('all' as const, 'any' as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 4 }),
  action: fc.constant(action),
});

const says = (operator: Condition['operator'], wanted: Condition['value'], ...texts: string[]): boolean =>
  isMet({ inputId: 'a', operator, value: wanted }, texts);

describe('one condition', () => {
  test.each<[Condition['operator'], Condition['value'], string[], boolean]>([
    ['equals', 'Berlin', ['berlin'], true],
    ['equals', 'Zurich', ['Zürich'], true],
    ['equals', 'Berlin', ['Berlin-Mitte'], false],
    ['equals', 7, ['7.0'], true],
    ['equals', '07', ['7'], true],
    ['equals', ['a', 'b'], ['b', 'a'], true],
    ['equals', ['a', 'b'], ['a'], false],
    ['equals', 'a', ['a', 'b'], false],
    ['equals', 'a', [], false],
    ['not_equals', 'a', [], true],
    ['not_equals', 'a', ['A'], false],
    ['contains', 'lin', ['Berlin'], true],
    ['contains', 'b', ['a', 'b'], true],
    ['contains', 'x', ['Berlin'], false],
    ['in', ['Rome', 'Berlin'], ['berlin'], true],
    ['in', 'Berlin', ['berlin'], true],
    ['in', ['Rome'], ['berlin'], false],
    ['in', [1, 2], ['2'], true],
    ['starts_with', '+49', ['+49 30'], true],
    ['starts_with', '30', ['+49 30'], false],
    ['gt', 20, ['21'], true],
    ['gt', 20, ['20'], false],
    ['gt', '9', ['10'], true],
    ['gt', 9, ['many'], false],
    ['lt', 20, ['-1.5'], true],
    ['lt', 20, [], false],
    ['is_empty', null, [], true],
    ['is_empty', undefined, ['x'], false],
    ['is_not_empty', null, ['x'], true],
  ])('%s %j on %j is %s', (operator, wanted, texts, expected) => {
    expect(says(operator, wanted, ...texts)).toBe(expected);
  });

  test('an operator and its opposite never agree', () => {
    fc.assert(
      fc.property(given, value, (texts, wanted) => {
        expect(says('not_equals', wanted, ...texts)).toBe(!says('equals', wanted, ...texts));
        expect(says('is_not_empty', wanted, ...texts)).toBe(!says('is_empty', wanted, ...texts));
        expect(says('gt', wanted, ...texts.slice(0, 1)) && says('lt', wanted, ...texts.slice(0, 1))).toBe(
          false,
        );
      }),
    );
  });

  test('without an answer only not_equals and is_empty are met', () => {
    fc.assert(
      fc.property(condition, (one) => {
        const alone = one.operator === 'not_equals' || one.operator === 'is_empty';
        expect(isMet(one, [])).toBe(alone);
      }),
    );
  });

  test('equals implies in, starts_with and contains, whatever the case', () => {
    fc.assert(
      fc.property(
        text.filter((word) => word.trim() !== ''),
        (word) => {
          for (const operator of ['equals', 'in', 'contains', 'starts_with'] as const) {
            expect(says(operator, word.trim(), word.trim())).toBe(true);
          }
          expect(says('equals', word.trim().toLowerCase(), word.trim())).toBe(true);
        },
      ),
    );
  });
});

describe('routes', () => {
  test('all is every condition, any is one of them', () => {
    fc.assert(
      fc.property(route, answers, ({ conditions }, all) => {
        const each = conditions.map((one) => isMet(one, all.get(one.inputId) ?? []));
        expect(isMatch({ match: 'all', conditions }, all)).toBe(!each.includes(false));
        expect(isMatch({ match: 'any', conditions }, all)).toBe(each.includes(true));
      }),
    );
  });

  test('the first that matches is taken, and none when none matches', () => {
    fc.assert(
      fc.property(fc.array(route, { maxLength: 6 }), answers, (routes: Route[], all) => {
        const chosen = chooseRoute(routes, all);
        const before = routes.slice(0, chosen ? routes.indexOf(chosen) : routes.length);
        expect(before.some((one) => isMatch(one, all))).toBe(false);
        expect(chosen === undefined || isMatch(chosen, all)).toBe(true);
      }),
    );
  });

  test('the order of conditions does not matter', () => {
    fc.assert(
      fc.property(route, answers, (one, all) => {
        expect(isMatch({ ...one, conditions: one.conditions.toReversed() }, all)).toBe(isMatch(one, all));
      }),
    );
  });

  test('an answer to a question that no condition names changes nothing', () => {
    fc.assert(
      fc.property(route, answers, given, (one, all, extra) => {
        expect(isMatch(one, new Map([...all, ['elsewhere', extra]]))).toBe(isMatch(one, all));
      }),
    );
  });
});

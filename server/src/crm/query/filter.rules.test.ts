import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFilterBody, parseFilterParams, QueryError } from './filter.rules.ts';

const key = fc.constantFrom(
  'and',
  'or',
  'not',
  'stage',
  'eq',
  'in',
  'gt',
  'empty',
  '',
  '__proto__',
  'constructor',
  'a.b',
  'id',
);
const { filter } = fc.letrec((tie) => ({
  filter: fc.oneof(
    { maxDepth: 10 },
    fc.constantFrom(null, true, 0, -1, 'x', '', '\u{D800}'),
    fc.dictionary(key, tie('filter'), { maxKeys: 4 }),
    fc.array(tie('filter'), { maxLength: 4 }),
  ),
}));

/** A refusal names the place; anything else would be a fault of ours. */
function requireAnswer(parse: () => unknown): void {
  try {
    expect(parse()).toHaveProperty('kind');
  } catch (error) {
    expect(error).toBeInstanceOf(QueryError);
  }
}

test('any body is a filter, or refused by the place that is wrong', () => {
  fc.assert(
    fc.property(filter, (body) => requireAnswer(() => parseFilterBody(body))),
    { numRuns: 2000 },
  );
});

test('any parameters are a filter, or refused by the place that is wrong', () => {
  const name = fc.array(fc.constantFrom('filter', '[', ']', 'stage', 'in', '[]', '', '.'), { maxLength: 7 });
  const query = fc.dictionary(
    name.map((parts) => parts.join('')),
    fc.oneof(fc.string({ maxLength: 3 }), fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 })),
    { maxKeys: 4 },
  );
  fc.assert(
    fc.property(query, (given) => requireAnswer(() => parseFilterParams(given))),
    { numRuns: 2000 },
  );
});

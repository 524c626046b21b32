import { routes } from '@daybook/contract/routes';
import { bookPublicly } from '@daybook/contract/public';
import { describe, expect, test } from 'vitest';
import { computeBounds, findExcess } from './body-bounds.ts';

const bounds = { values: 5 };

describe('findExcess', () => {
  test.each([
    '{}',
    '',
    '{"a":1,"b":[1,2]}',
    '{"a":",,,,,,[[[[","b":"\\",,,,,"}',
    '{"a":"\\\\","b":","}',
    '"unclosed',
    ']]]]',
  ])('nothing in %j', (text) => {
    expect(findExcess(text, bounds)).toBeUndefined();
  });

  test('too many values, by the field in which they are', () => {
    const text = `{"a":1,"tags" : [${'0,'.repeat(9)}0]}`;
    expect(findExcess(text, bounds)).toMatchObject({
      status: 422,
      body: { errors: { tags: ['A request body can contain at most 5 values in total.'] } },
    });
    expect(findExcess('{"__proto__":[1,2,3,4,5,6]}', bounds)?.body).toMatchObject({
      errors: { body: expect.anything() },
    });
    expect(findExcess('[1,2,3,4,5,6]', bounds)?.body).toMatchObject({ errors: { body: expect.anything() } });
  });

  test('an object of more than 1,000 fields', () => {
    const object = (count: number) =>
      `{"a":{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join(',')}}}`;
    expect(findExcess(object(1000), { values: 5000 })).toBeUndefined();
    expect(findExcess(object(1001), { values: 5000 })?.body).toMatchObject({
      errors: { a: ['An object can have at most 1000 fields.'] },
    });
  });

  test('more than 32 levels, by the field in which they are', () => {
    const deep = (levels: number) => `{"a":1,"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(findExcess(deep(31), computeBounds(undefined))).toBeUndefined();
    expect(findExcess(deep(32), computeBounds(undefined))?.body).toMatchObject({
      errors: { deep: ['Must not be nested deeper than 32 levels.'] },
    });
  });
});

test('every body has a bound of its own, and each example is far below it', () => {
  for (const [name, { body, examples }] of routes) {
    const { values } = computeBounds(body);
    expect([name, values >= 1000 && values <= 100_000]).toEqual([name, true]);
    expect(findExcess(JSON.stringify(examples.body ?? {}), { values: values / 10 })).toBeUndefined();
  }
  expect(computeBounds(bookPublicly.body).values).toBe(1000);
});

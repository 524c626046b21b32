import { paginated, bare } from '@daybook/contract/envelopes';
import { line, queryInteger, uuidParam } from '@daybook/contract/fields';
import { declareRoute } from '@daybook/contract/route';
import { anyToken } from '@daybook/contract/scopes';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { invalid, Problem } from '../problems.ts';
import { validateRequest } from './validate.ts';

const common = { origin: 'ours', tag: 'Teams', summary: 'A route', access: anyToken } as const;
const change = declareRoute({
  ...common,
  method: 'PATCH',
  path: '/things/{thingId}',
  params: { thingId: uuidParam('Thing') },
  query: { size: queryInteger(1, 5).optional() },
  body: z.object({
    title: line(5),
    count: z.int().min(1).max(9),
    list: z.array(z.object({ answer: z.string() })).max(3),
    flag: z.boolean(),
  }),
  returns: bare(z.object({})),
});
const list = declareRoute({ ...common, method: 'GET', path: '/things', returns: paginated(z.string()) });

const thingId = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
const request = (given: object) =>
  ({ params: { thingId }, query: {}, ...given }) as unknown as FastifyRequest;

function refusalOf(given: object): { status: number; body: unknown } {
  try {
    validateRequest(change, request(given));
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, body: error.body };
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('validateRequest', () => {
  const right = { title: ' abc ', count: 3, list: [{ answer: 'x', more: 1 }], flag: true, unknown: {} };

  test('hands on what was checked, trimmed, without what nobody asked for', () => {
    const input = validateRequest(change, request({ body: right, query: { size: '4', other: 'x' } }));
    expect(input).toMatchObject({ params: { thingId }, query: { size: 4 } });
    expect(input.body).toEqual({ title: 'abc', count: 3, list: [{ answer: 'x' }], flag: true });
  });

  test('ignores a parameter that is called like the prototype of an object, whatever is in it', () => {
    const query = JSON.parse('{"__proto__": "a\\u0000b", "size": "4"}') as object;
    expect(Object.keys(query)).toContain('__proto__');
    expect(validateRequest(change, request({ body: right, query })).query).toEqual({ size: 4 });
  });

  test('says everything that is wrong at once, in body and query, by dotted path, in sentences', () => {
    const body = { title: 'too long', count: 3.5, list: [{ answer: 7 }, {}, null], flag: 'yes' };
    expect(refusalOf({ body, query: { size: '6' } })).toEqual({
      status: 422,
      body: {
        message: 'The given data was invalid.',
        errors: {
          size: ['Must be a whole number from 1 to 5.'],
          title: ['Must have at most 5 characters.'],
          count: ['Must be a whole number.'],
          'list.0.answer': ['Must be a string.'],
          'list.1.answer': ['This field is required.'],
          'list.2': ['Must be an object.'],
          flag: ['Must be true or false.'],
        },
      },
    });
  });

  test.each([
    [{ count: 0 }, { count: ['Must be at least 1.'] }],
    [{ count: 10 }, { count: ['Must be at most 9.'] }],
    [{ count: '3' }, { count: ['Must be a number.'] }],
    [{ count: null }, { count: ['Must be a number.'] }],
    [{ count: 1e300 }, { count: expect.anything() }],
    [{ list: {} }, { list: ['Must be a list.'] }],
    [{ list: [1, 2, 3, 4] }, { list: ['Must have at most 3 items.'] }],
    [{ title: { length: 9 } }, { title: ['Must be a string.'] }],
    [{ title: [] }, { title: ['Must be a string.'] }],
    [{ title: '' }, { title: ['Must not be empty.'] }],
  ])('%j', (fields, errors) => {
    expect(refusalOf({ body: { ...right, ...fields } })).toMatchObject({ status: 422, body: { errors } });
  });

  test('an id that can’t exist is a 404 by its noun, before anything else is said', () => {
    expect(refusalOf({ params: { thingId: '7' }, body: {} })).toEqual({
      status: 404,
      body: { success: false, message: 'Thing not found.', status: 404 },
    });
  });

  test('pages become limits and offsets, up to the largest that can be asked for', () => {
    const page = (query: object) => validateRequest(list, request({ params: {}, query })).page;
    expect(page({})).toEqual({ limit: 20, offset: 0 });
    expect(page({ count: '7', page: '3' })).toEqual({ limit: 7, offset: 14 });
    expect(Number.isFinite(page({ count: '100', page: '999999999999999' }).offset)).toBe(true);
  });
});

test('422: what two rules of a field say in the same words is said once', () => {
  const { body } = invalid({ start: ['Must be a time.', 'Must be a time.'], end: ['Must be later.'] });
  expect(body).toMatchObject({ errors: { start: ['Must be a time.'], end: ['Must be later.'] } });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bare, created, createdWith, message, ok, paginated, resource, type Envelope } from './envelopes.ts';

const thing = z.object({ id: z.int() });
const value = { id: 1 };
const nowhere = { number: 1, size: 20, link: () => '' };

describe('an envelope wraps the bare value, and its wire schema takes just that', () => {
  test.each([
    ['bare', bare(thing), value, 200, { id: 1 }],
    ['resource', resource(thing), value, 200, { resource: { id: 1 } }],
    ['ok', ok('person', thing), value, 200, { success: true, status: 200, person: { id: 1 } }],
    ['ok with 201', ok('data', thing, 201), value, 201, { success: true, status: 201, data: { id: 1 } }],
    ['created', created('element', thing), value, 201, { success: true, element: { id: 1 } }],
    [
      'createdWith',
      createdWith(thing, { token: z.string() }),
      { resource: value, token: 'shown' },
      201,
      { success: true, resource: { id: 1 }, token: 'shown' },
    ],
    ['message', message('Done.'), undefined, 200, { success: true, message: 'Done.', status: 200 }],
  ] as const)('%s', (_name, envelope, given, status, wire) => {
    const { wrap, wire: schema, status: answered } = envelope as Envelope<unknown>;
    const body = wrap(given, nowhere);
    expect(answered).toBe(status);
    expect(body).toEqual(wire);
    expect(schema.parse(body)).toEqual(body);
    expect(schema.safeParse({}).success).toBe(false);
  });
});

describe('pagination', () => {
  const list = paginated(thing);
  const page = (total: number, number: number, size: number) => {
    const items = Array.from(
      { length: Math.max(0, Math.min(size, total - (number - 1) * size)) },
      (_, id) => ({ id }),
    );
    const body = list.wrap({ items, total }, { number, size, link: (to) => `/v2/things?page=${to}` });
    return (list.wire.parse(body) as { pagination: object }).pagination;
  };

  test.each([
    [0, 1, 20, { totalPages: 0, previousPage: null, nextPage: null }],
    [1, 1, 1, { totalPages: 1, previousPage: null, nextPage: null }],
    [3, 1, 2, { totalPages: 2, previousPage: null, nextPage: '/v2/things?page=2' }],
    [3, 2, 2, { totalPages: 2, previousPage: '/v2/things?page=1', nextPage: null }],
    [4, 2, 2, { totalPages: 2, nextPage: null }],
    [3, 9, 2, { totalPages: 2, previousPage: '/v2/things?page=8', nextPage: null }],
  ])('of %i, page %i by %i', (total, number, size, expected) => {
    expect(page(total, number, size)).toMatchObject({ total, count: size, currentPage: number, ...expected });
  });

  test('the page size is count, 20 by default, unless the route says otherwise', () => {
    expect(list.paging).toEqual({ size: 'count', default: 20 });
    expect(paginated(thing, { size: 'per_page', default: 10 }).paging).toEqual({
      size: 'per_page',
      default: 10,
    });
  });
});

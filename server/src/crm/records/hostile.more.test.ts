import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { attributeTypes } from '@daybook/contract/crm-objects';
import { createTestCrm } from '../test-crm.ts';

/** Whatever is sent, it is answered: never by a 500. */

const app = useApp();
const crm = createTestCrm(app);

const id = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = { and: [value] };
  return value;
}

const odd: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1e308,
  -5e-324,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  'NaN',
  'Infinity',
  '-1e999',
  'x'.repeat(10_000),
  '😀'.repeat(300),
  'ﷺ'.repeat(255),
  'İ'.repeat(255),
  '\uFEFF\u202E\u0301',
  "'; drop table crm_record; --",
  '%_\\',
  '{}',
  '0000-00-00',
  '0001-01-01',
  '9999-12-31',
  '9999-12-31T23:59:59.999999999+14:00',
  '0001-01-01T00:00:00+14:00',
  '2027-01-01T24:00:00Z',
  '+1',
  `+${'9'.repeat(40)}`,
  id,
  id.toUpperCase(),
  'g'.repeat(36),
  [],
  [null],
  [[]],
  [{}],
  ['x', 5, null],
  Array.from({ length: 1001 }, () => id),
  {},
  { id: null },
  { id: 1e20 },
  { id: {} },
  { value: [] },
  { eq: { eq: 1 } },
  { constructor: 1, toString: 2, hasOwnProperty: 3 },
  nested(7),
  nested(30),
];

let slug: string;
let recordId: string;
const keys: string[] = [];

beforeAll(async () => {
  slug = await crm.object();
  for (const type of attributeTypes) {
    const fields = {
      label: `my ${type}`,
      type,
      ...(['select', 'multiselect', 'status'].includes(type) && { options: [{ value: 'A' }] }),
      ...(type === 'relation' && { relatedObjectSlug: slug, relationType: 'many_to_many' }),
      ...(type === 'currency' && { currency: 'EUR' }),
      ...(['text', 'number', 'phone_number'].includes(type) && { isUnique: true }),
    };
    keys.push(String((await crm.attribute(slug, fields))['key']));
  }
  keys.push(
    'id',
    'created_at',
    'updated_at',
    'constructor',
    '__proto__',
    'my_text.my_text',
    'my_relation.my_text',
    '',
  );
  recordId = (await crm.record(slug, {})).id;
});

/** What was answered, and to what, where it was none of ours. */
const failures: string[] = [];

async function send(method: 'post' | 'put' | 'patch' | 'get', path: string, body?: unknown): Promise<void> {
  const answer = method === 'get' ? await app.get(path) : await app[method](path, body as object);
  const known = [200, 201, 400, 404, 409, 413, 414, 422];
  if (!known.includes(answer.status)) {
    failures.push(
      `${method} ${path.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 200)} -> ${answer.status}`,
    );
  }
}

describe('hostile input is never a 500', () => {
  test('in records, at every attribute', async () => {
    for (const key of keys) {
      await Promise.all(odd.map((value) => send('post', `/crm/${slug}`, { [key]: value })));
    }
    const patch = (value: unknown, index: number) =>
      send('patch', `/crm/${slug}/${recordId}`, { [keys[index % keys.length] as string]: value });
    await Promise.all(odd.map(patch));
    expect(failures).toEqual([]);
  });

  test('in filters, with every operator, in both spellings', async () => {
    const operators = ['eq', 'lt', 'contains', 'in', 'empty', 'constructor'];
    for (const key of keys) {
      const ask = (value: unknown, index: number): Promise<void> => {
        const op = operators[index % operators.length] as string;
        if (index % 2 === 0)
          return send('post', `/crm/${slug}/query`, { filter: { [key]: { [op]: value } } });
        if (typeof value !== 'string')
          return send('post', `/crm/${slug}/query`, { filter: { [key]: value } });
        const text = encodeURIComponent(value.slice(0, 300));
        return send('get', `/crm/${slug}?filter[${key}][${op}]=${text}`);
      };
      await Promise.all(odd.map(ask));
    }
    expect(failures).toEqual([]);
  });

  test(
    'as filter, sort, search, cursor, fields, expand, count, page and after',
    { timeout: 60_000 },
    async () => {
      const ask = async (value: unknown): Promise<void> => {
        for (const field of [
          'filter',
          'sort',
          'search',
          'cursor',
          'fields',
          'expand',
          'count',
          'includeTotal',
        ]) {
          await send('post', `/crm/${slug}/query`, { [field]: value });
          await send('post', `/crm/${slug}/export`, { [field]: value });
        }
        for (const field of ['name', 'kind', 'filter', 'sort', 'columns', 'groupBy', 'position']) {
          await send('post', `/crm/${slug}/views`, { name: 'x', [field]: value });
        }
        for (const field of ['filter', 'search', 'groupBy', 'measures']) {
          await send('post', `/crm/${slug}/aggregate`, { measures: [{ op: 'count' }], [field]: value });
        }
        await send('post', `/crm/${slug}/aggregate`, {
          measures: [{ op: value }, { op: 'sum', key: value }],
        });
        const text = encodeURIComponent(
          typeof value === 'string' ? value.slice(0, 1000) : JSON.stringify(value).slice(0, 1000),
        );
        for (const name of ['sort', 'search', 'cursor', 'fields', 'expand', 'count', 'page']) {
          await send('get', `/crm/${slug}?${name}=${text}`);
          await send('get', `/crm/people?${name}=${text}`);
        }
        await send('get', `/search?q=${text}`);
        await send('get', `/search?q=x&kinds=${text}`);
        await send('get', `/crm/changes?after=${text}`);
        await send('get', `/crm/${slug}/${text}`);
        await send('get', `/crm/${text}`);
        await send('get', `/crm/objects/${text}`);
        await send('put', `/crm/${slug}?matchingAttribute=${text}`, { my_text: 'x' });
      };
      await Promise.all(odd.map(ask));
      expect(failures).toEqual([]);
    },
  );

  test('in people, companies, relations, objects and attributes', async () => {
    const attempt = async (value: unknown): Promise<void> => {
      for (const key of [
        'firstName',
        'emails',
        'phoneNumber',
        'socials',
        'customAttributes',
        'companyId',
        'company',
        'name',
        'timezone',
      ]) {
        await send('post', '/crm/people', { lastName: 'Odd', [key]: value });
      }
      for (const key of ['name', 'domain', 'employees', 'people'])
        await send('put', '/crm/companies', { name: 'Odd', [key]: value });
      for (const attributeSlug of ['my_relation', 'my_user', value]) {
        await send('patch', `/crm/${slug}/${recordId}/relation`, { attributeSlug, add: value });
        await send('patch', `/crm/${slug}/${recordId}/relation`, {
          attributeSlug,
          add: [value],
          remove: value,
        });
      }
      await send('post', '/crm/objects', {
        slug: value,
        singularName: value,
        pluralName: value,
        isActive: value,
      });
      await send('post', `/crm/objects/${slug}/attributes`, {
        label: value,
        type: 'relation',
        options: value,
        relatedObjectSlug: value,
      });
      await send('patch', `/crm/objects/${slug}/attributes/my_select`, { options: value });
      await send('patch', `/crm/objects/${slug}`, { primaryAttribute: value });
      await send('post', `/crm/${slug}/${recordId}/notes`, { note: value });
    };
    await Promise.all(odd.map(attempt));
    expect(failures).toEqual([]);
  });
});

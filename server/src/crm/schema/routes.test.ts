import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { clearOptions } from '../upkeep/clear-options.ts';
import { purgeObject } from '../upkeep/purge-object.ts';
import {
  findObjectAddress,
  queryRows,
  createTestCrm,
  listUnrecordedWrites,
  findWorkspaceId,
} from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

const deal = { singularName: 'Deal', pluralName: 'Deals' };

describe('POST /crm/objects', () => {
  test('201: interface 4.8, { success, status, object } with the three system attributes of 2.9', async () => {
    const { status, body } = await app.post('/crm/objects', { slug: 'my-deals_2', ...deal });
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, status: 201 });
    expect(body.object).toMatchObject({
      slug: 'my-deals_2',
      singularName: 'Deal',
      pluralName: 'Deals',
      isStandard: false,
      isActive: true,
      primaryAttribute: 'id',
    });
    const attributes = body.object.attributes.map(
      ({ key, type, isRequired, label, isStandard }: Record<string, unknown>) => ({
        key,
        type,
        isRequired,
        label,
        isStandard,
      }),
    );
    expect(attributes).toEqual([
      { key: 'id', type: 'text', isRequired: true, label: 'ID', isStandard: true },
      { key: 'created_at', type: 'datetime', isRequired: true, label: 'Created At', isStandard: true },
      { key: 'updated_at', type: 'datetime', isRequired: false, label: 'Updated At', isStandard: true },
    ]);
  });

  test('201: interface 4.8, an optional flag for whether the object is enabled; 403 for records of a disabled one', async () => {
    const { body } = await app.post('/crm/objects', { slug: 'sleeping', ...deal, isActive: false });
    expect(body.object.isActive).toBe(false);
    expect(await app.get('/crm/sleeping')).toMatchObject({ status: 403 });
    await app.patch('/crm/objects/sleeping', { isActive: true });
    expect((await app.get('/crm/sleeping')).status).toBe(200);
  });

  const forbidden = { success: false, message: 'Slug already exists or forbidden.', status: 400 };

  test('400: interface 4.8 slug rule 2 and section 7, unique within the workspace', async () => {
    await app.post('/crm/objects', { slug: 'twice', ...deal });
    const { token } = await createNeighbour(app.runtime, 'twice@fern.example');
    expect((await app.post('/crm/objects', { slug: 'twice', ...deal }, { token })).status).toBe(201);
    const { status, body } = await app.post('/crm/objects', { slug: 'twice', ...deal });
    expect(status).toBe(400);
    expect(body).toEqual(forbidden);
  });

  test.each([
    'people',
    'companies',
    'objects',
    'records',
    'notes',
    'users',
    'teams',
    'tasks',
    'events',
    'attributes',
    'search',
    'import',
    'export',
    'changes',
  ])('400: interface 4.8 slug rule 4 and section 7, %s is reserved', async (slug) => {
    const { status, body } = await app.post('/crm/objects', { slug, ...deal });
    expect(status).toBe(400);
    expect(body).toEqual(forbidden);
  });

  test('201 once: eight concurrent requests with the same slug', async () => {
    const answers = await repeatConcurrently(8, () => app.post('/crm/objects', { slug: 'race', ...deal }));
    expect(countByStatus(answers)).toEqual({ 201: 1, 400: 7 });
  });

  test.each(['', 'ab', 'a'.repeat(61)])(
    '422: interface 4.8 slug rule 1, 3 to 60 characters: %j',
    async (slug) => {
      const { status, body } = await app.post('/crm/objects', { slug, ...deal });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['slug']);
    },
  );

  test.each(['abc', 'a'.repeat(60)])(
    '201: interface 4.8 slug rule 1, 3 to 60 characters: %j',
    async (slug) => {
      expect((await app.post('/crm/objects', { slug, ...deal })).status).toBe(201);
    },
  );

  test.each([
    ['Deals', 'capital letters'],
    ['my.deals', 'a dot, which only the pattern allows'],
    ['-deals', 'a hyphen first'],
    ['my--deals', 'two hyphens, which only the prose allows'],
    ['deals-', 'a hyphen last'],
    ['dé-als', 'letters beyond the alphabet'],
    ['my deals', 'a space'],
  ])('422: interface 4.8 slug rule 5, prose and pattern both hold: %j (%s)', async (slug) => {
    const { status, body } = await app.post('/crm/objects', { slug, ...deal });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['slug']);
  });

  test.each(['a_b-c_1', '___', '123'])('201: interface 4.8 slug rule 5, %j', async (slug) => {
    expect((await app.post('/crm/objects', { slug, ...deal })).status).toBe(201);
  });

  test('422: interface 4.8, slug and names are required; section 7, in the form of { message, errors }', async () => {
    const { status, body } = await app.post('/crm/objects', {});
    expect(status).toBe(422);
    const required = ['This field is required.'];
    expect(body).toEqual({
      message: 'The given data was invalid.',
      errors: { slug: required, singularName: required, pluralName: required },
    });
  });

  test('422: interface 4.8 and 8, names have at most 255 characters, and are not blank', async () => {
    const { body } = await app.post('/crm/objects', {
      slug: 'ok-slug',
      singularName: ' ',
      pluralName: 'x'.repeat(256),
    });
    expect(Object.keys(body.errors)).toEqual(['singularName', 'pluralName']);
    const longest = 'x'.repeat(255);
    const { status } = await app.post('/crm/objects', {
      slug: 'ok-slug',
      singularName: longest,
      pluralName: longest,
    });
    expect(status).toBe(201);
  });

  test('403: interface 5, POST /crm/objects takes crm:write; section 7, insufficient_scope', async () => {
    const attempt = async (scopes: Parameters<typeof app.tokenOf>[1], slug: string) =>
      app.post(
        '/crm/objects',
        { slug, ...deal },
        { token: await app.tokenOf('mara@juniper.example', scopes) },
      );
    expect((await attempt(['crm:write'], 'scoped')).status).toBe(201);
    for (const scopes of [['admin:full'], ['crm:read']] as const) {
      const { status, body } = await attempt(scopes, 'scoped-not');
      expect(status).toBe(403);
      expect(body).toEqual({
        error: {
          type: 'insufficient_scope',
          message: expect.stringContaining('crm:write'),
          error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          required_scopes: ['crm:write'],
        },
      });
    }
  });

  test.each([null, 'invalid'])('401: interface 5 and 7, a missing or invalid token (%s)', async (token) => {
    const { status, body } = await app.post('/crm/objects', { slug: 'none', ...deal }, { token });
    expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }]);
  });
});

describe('GET /crm/objects', () => {
  test('200: people and companies first, in every workspace, and paginated', async () => {
    const { token } = await createNeighbour(app.runtime, 'objects@fern.example');
    const { status, body } = await app.get('/crm/objects', { token });
    expect(status).toBe(200);
    expect(body.collection.map(({ slug }: { slug: string }) => slug)).toEqual(['people', 'companies']);
    expect(body.collection[0].isStandard).toBe(true);
    expect(body.pagination).toMatchObject({ total: 2, nextPage: null });
  });

  test('404: objects of another workspace', async () => {
    await crm.object('mine');
    const { token } = await createNeighbour(app.runtime, 'same@fern.example');
    expect((await app.get('/crm/objects/mine', { token })).status).toBe(404);
  });
});

describe('GET, PATCH, DELETE /crm/objects/{slug}', () => {
  test('200: interface 4.8 slug rule 3, names change after creation, the slug does not', async () => {
    const slug = await crm.object();
    const { status, body } = await app.patch(`/crm/objects/${slug}`, {
      slug: 'other',
      pluralName: 'Opportunities',
    });
    expect(status).toBe(200);
    expect(body.object).toMatchObject({ slug, pluralName: 'Opportunities' });
    expect((await app.get(`/crm/objects/${slug}`)).body.object.pluralName).toBe('Opportunities');
  });

  test('200: primaryAttribute; 422 for an unknown attribute, or one of another type than text, phone number or number', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Title', type: 'text' });
    await crm.attribute(slug, { label: 'Done', type: 'checkbox' });
    const set = (primaryAttribute: string) => app.patch(`/crm/objects/${slug}`, { primaryAttribute });
    expect((await set('title')).body.object.primaryAttribute).toBe('title');
    expect((await set('id')).status).toBe(200);
    for (const key of ['nothing', 'done', 'created_at', 'constructor']) {
      expect((await set(key)).body.errors).toHaveProperty('primaryAttribute');
    }
    const both = { primaryAttribute: 'nothing', pluralName: '' };
    const { body } = await app.patch(`/crm/objects/${slug}`, both);
    expect(Object.keys(body.errors)).toEqual(['pluralName', 'primaryAttribute']);
  });

  test('403: standard objects are neither changed nor deleted', async () => {
    for (const answer of [
      await app.patch('/crm/objects/people', { pluralName: 'Humans' }),
      await app.delete('/crm/objects/companies'),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { success: false, status: 403 } });
    }
  });

  test('404: an unknown object', async () => {
    for (const slug of ['nothing', 'x'.repeat(70), 'A', 'constructor', '__proto__']) {
      const { status, body } = await app.get(`/crm/objects/${slug}`);
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, message: 'Object not found.', status: 404 });
    }
  });

  test('200: deleted with its records, and with its relations on other objects', async () => {
    const slug = await crm.object();
    const other = await crm.object();
    await crm.attribute(other, {
      label: 'Deals',
      type: 'relation',
      relatedObjectSlug: slug,
      relationType: 'many_to_many',
    });
    const { id } = await crm.record(slug, {});
    expect(await app.delete(`/crm/objects/${slug}`)).toMatchObject({
      status: 200,
      body: { message: 'Object deleted.' },
    });
    expect((await app.get(`/crm/${slug}/${id}`)).body.message).toBe('Object not found.');
    const { body } = await app.get(`/crm/objects/${other}`);
    expect(body.object.attributes).toHaveLength(3);
    expect((await app.post('/crm/objects', { slug, ...deal })).status).toBe(201);

    const [object] = await queryRows<{ id: string }>(
      app,
      'select id from crm_object where slug = $1 and deleted_at is not null',
      [slug],
    );
    await purgeObject(app.runtime, { workspaceId: await findWorkspaceId(app), objectId: object?.id ?? '' });
    expect(await queryRows(app, 'select from crm_record where object_id = $1', [object?.id])).toEqual([]);
    expect(await queryRows(app, 'select from crm_object where id = $1', [object?.id])).toEqual([]);
  });
});

describe('POST /crm/objects/{slug}/attributes', () => {
  test.each([
    ['text', { validation: 'email' }],
    ['number', {}],
    ['phone_number', {}],
    ['date', {}],
    ['datetime', {}],
    ['checkbox', {}],
    ['select', { options: [{ value: 'A', color: 'sky' }] }],
    ['multiselect', { options: [{ value: 'A' }, { value: 'B', color: 'rose' }] }],
    ['rating', {}],
    ['relation', { relatedObjectSlug: 'people', relationType: 'many_to_one' }],
    ['status', { options: [{ value: 'Open' }] }],
    ['user', {}],
    ['currency', { currency: 'EUR', currencyDisplay: 'code', currencyDecimal: false }],
  ])('201: interface 4.8, custom attributes are added after creation, of type %s', async (type, fields) => {
    const slug = await crm.object();
    const { status, body } = await app.post(`/crm/objects/${slug}/attributes`, {
      label: 'My field',
      type,
      ...fields,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      status: 201,
      attribute: {
        key: 'my_field',
        label: 'My field',
        type,
        isRequired: false,
        isUnique: false,
        isArchived: false,
        isStandard: false,
      },
    });
    const object = (await app.get(`/crm/objects/${slug}`)).body.object;
    expect(object.attributes.at(-1)).toEqual(body.attribute);
  });

  test('201: options have an integer id, a label and a colour; a currency has its display', async () => {
    const slug = await crm.object();
    const select = await crm.attribute(slug, {
      label: 'Stage',
      type: 'select',
      options: [{ value: 'New' }, { value: 'Won', color: 'green' }],
    });
    expect(select['options']).toEqual([
      { id: expect.any(Number), value: 'New', color: 'gray', isArchived: false },
      { id: expect.any(Number), value: 'Won', color: 'green', isArchived: false },
    ]);
    const money = await crm.attribute(slug, { label: 'Amount', type: 'currency', currency: 'USD' });
    expect(money).toMatchObject({
      currency: 'USD',
      currencyDisplay: 'symbol',
      currencyDecimal: true,
      currencyGrouping: true,
    });
  });

  test('201: the key is the snake case of the label, with _2 and _3 where it is taken', async () => {
    const slug = await crm.object();
    const keys = [];
    for (const label of [
      'Größe & Farbe',
      'Größe & Farbe',
      'größe farbe',
      'id',
      'Constructor',
      '日本',
      'and',
    ]) {
      keys.push((await crm.attribute(slug, { label, type: 'text' }))['key']);
    }
    expect(keys).toEqual([
      'grosse_farbe',
      'grosse_farbe_2',
      'grosse_farbe_3',
      'id_2',
      'constructor_2',
      'attribute',
      'and_2',
    ]);
  });

  test('201: the ninth text attribute, which has no index, is filtered like the first', async () => {
    const slug = await crm.object();
    for (let number = 1; number <= 9; number += 1)
      await crm.attribute(slug, { label: `T${number}`, type: 'text' });
    await crm.record(slug, { t1: 'one', t9: 'Nine' });
    await crm.record(slug, { t1: 'two', t9: 'Ten' });
    const { body } = await app.get(`/crm/${slug}?filter[t9]=NINE&sort=-t9`);
    expect(body.pagination.total).toBe(1);
  });

  const mirrored = [
    ['one_to_one', 'one_to_one'],
    ['many_to_one', 'one_to_many'],
    ['one_to_many', 'many_to_one'],
    ['many_to_many', 'many_to_many'],
  ] as const;

  test.each(mirrored)('201: %s here is %s there', async (relationType, there) => {
    const slug = await crm.object();
    const other = await crm.object();
    const here = await crm.attribute(slug, {
      label: 'Partner',
      type: 'relation',
      relatedObjectSlug: other,
      relationType,
      relatedObjectLabel: 'Back to deals',
    });
    expect(here).toMatchObject({
      relatedObjectSlug: other,
      relatedObjectLabel: 'Back to deals',
      relationType,
      isMultiple: relationType.endsWith('many'),
    });
    const { attributes } = (await app.get(`/crm/objects/${other}`)).body.object;
    expect(attributes.at(-1)).toMatchObject({
      key: 'back_to_deals',
      label: 'Back to deals',
      type: 'relation',
      relatedObjectSlug: slug,
      relatedObjectLabel: 'Partner',
      relationType: there,
      isMultiple: there.endsWith('many'),
    });
  });

  test('201: an object may be related to itself', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, {
      label: 'Parent',
      type: 'relation',
      relatedObjectSlug: slug,
      relationType: 'many_to_one',
      relatedObjectLabel: 'Parent',
    });
    const { attributes } = (await app.get(`/crm/objects/${slug}`)).body.object;
    expect(
      attributes.slice(3).map(({ key, relationType }: Record<string, unknown>) => [key, relationType]),
    ).toEqual([
      ['parent', 'many_to_one'],
      ['parent_2', 'one_to_many'],
    ]);
  });

  test('201: custom attributes of people and companies', async () => {
    const { key } = await crm.attribute('people', { label: 'Favourite chair', type: 'text' });
    const { body } = await app.post('/crm/people', {
      firstName: 'Ada',
      customAttributes: { [String(key)]: 'Wassily' },
    });
    expect(body.person.customAttributes).toMatchObject({ favourite_chair: 'Wassily' });
  });

  test.each([
    [{ type: 'text' }, ['label']],
    [{ label: 'x', type: 'email' }, ['type']],
    [{ label: 'x', type: 'date', isUnique: true }, ['isUnique']],
    [{ label: 'x', type: 'text', options: [{ value: 'a' }] }, ['options']],
    [{ label: 'x', type: 'select', options: [{ value: 'a' }, { value: 'A' }] }, ['options']],
    [{ label: 'x', type: 'select', options: [{ value: 'a'.repeat(513) }] }, ['options.0.value']],
    [{ label: 'x', type: 'select', options: [{ value: 'a', color: 'beige' }] }, ['options.0.color']],
    [{ label: 'x', type: 'relation' }, ['relatedObjectSlug', 'relationType']],
    [
      { label: 'x', type: 'relation', relatedObjectSlug: 'nothing', relationType: 'one_to_one' },
      ['relatedObjectSlug'],
    ],
    [
      { type: 'relation', relatedObjectSlug: 'nothing', relationType: 'one_to_one' },
      ['label', 'relatedObjectSlug'],
    ],
    [{ label: 'x', type: 'currency' }, ['currency']],
    [{ label: 'x', type: 'currency', currency: 'euro' }, ['currency']],
    [{ label: 'x', type: 'currency', currency: 'ABC' }, ['currency']],
    [{ label: 'x', type: 'currency', currency: 'DEM' }, ['currency']],
    [{ label: 'x', type: 'number', validation: 'email' }, ['validation']],
  ])('422: %j', async (attribute, fields) => {
    const slug = await crm.object();
    const { status, body } = await app.post(`/crm/objects/${slug}/attributes`, attribute);
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([...fields].sort());
  });

  test('201: interface 8, an option label of 512 characters', async () => {
    const slug = await crm.object();
    const value = 'a'.repeat(512);
    expect(await crm.attribute(slug, { label: 'x', type: 'select', options: [{ value }] })).toMatchObject({
      options: [{ value }],
    });
  });
});

describe('PATCH /crm/objects/{slug}/attributes/{key}', () => {
  test('200: an attribute is moved to a place among those that are not standard, beyond the last to the last', async () => {
    const slug = await crm.object();
    for (const label of ['One', 'Two', 'Three']) await crm.attribute(slug, { label, type: 'text' });
    const keys = async (of = slug) =>
      (await app.get(`/crm/objects/${of}`)).body.object.attributes
        .filter(({ isStandard }: { isStandard: boolean }) => !isStandard)
        .map(({ key }: { key: string }) => key);
    const move = (key: string, position: number, of = slug) =>
      app.patch(`/crm/objects/${of}/attributes/${key}`, { position });
    expect((await move('three', 0)).status).toBe(200);
    expect(await keys()).toEqual(['three', 'one', 'two']);
    await move('three', 1);
    expect(await keys()).toEqual(['one', 'three', 'two']);
    await move('one', 200);
    expect(await keys()).toEqual(['three', 'two', 'one']);
    await app.delete(`/crm/objects/${slug}/attributes/two`);
    await move('one', 0);
    expect(await keys()).toEqual(['one', 'three']);
    expect(Object.keys((await move('one', -1)).body.errors)).toEqual(['position']);
    for (const label of ['Seat', 'Shoe size']) await crm.attribute('people', { label, type: 'text' });
    await move('shoe_size', 0, 'people');
    const all = (await app.get('/crm/objects/people')).body.object.attributes;
    expect(all[0].isStandard).toBe(true);
    expect((await keys('people')).indexOf('shoe_size')).toBeLessThan((await keys('people')).indexOf('seat'));
    expect((await move('firstName', 0, 'people')).status).toBe(400);
  });

  test('200: label, isRequired and isArchived change; key and type stay', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Size', type: 'number' });
    const { status, body } = await app.patch(`/crm/objects/${slug}/attributes/size`, {
      label: 'Height',
      isRequired: true,
      isArchived: true,
      type: 'text',
      key: 'x',
    });
    expect(status).toBe(200);
    expect(body.attribute).toMatchObject({
      key: 'size',
      type: 'number',
      label: 'Height',
      isRequired: true,
      isArchived: true,
    });
    expect((await app.post(`/crm/${slug}`, {})).status).toBe(201);
  });

  test('200: options are replaced: with id kept, without id new, missing ones deleted and cleared on records', async () => {
    const slug = await crm.object();
    const created = await crm.attribute(slug, {
      label: 'Stage',
      type: 'select',
      options: [{ value: 'New' }, { value: 'Old' }],
    });
    const many = await crm.attribute(slug, {
      label: 'Tags',
      type: 'multiselect',
      options: [{ value: 'A' }, { value: 'B' }],
    });
    const [fresh] = created['options'] as { id: number }[];
    const [a, b] = many['options'] as { id: number }[];
    const record = await crm.record(slug, { stage: 'Old', tags: ['A', 'B'] });
    const options = [
      { value: 'Later', color: 'pink' },
      { id: fresh?.id, value: 'Renamed', color: 'blue' },
    ];
    const { body } = await app.patch(`/crm/objects/${slug}/attributes/stage`, { options });
    expect(body.attribute.options).toEqual([
      { id: expect.any(Number), value: 'Later', color: 'pink', isArchived: false },
      { id: fresh?.id, value: 'Renamed', color: 'blue', isArchived: false },
    ]);
    await app.patch(`/crm/objects/${slug}/attributes/tags`, { options: [{ id: b?.id, value: 'B' }] });
    const shown = (await app.get(`/crm/${slug}/${record.id}`)).body.record.attributes;
    expect(shown).toMatchObject({ stage: null, tags: [{ id: b?.id, value: 'B' }] });

    const place = await findObjectAddress(app, slug);
    await clearOptions(app.runtime, { ...place, attributeKey: 'tags', optionIds: [a?.id ?? 0] });
    const [row] = await queryRows<{ data: { tags: number[] } }>(
      app,
      'select data from crm_record where id = $1',
      [record.id],
    );
    expect(row?.data.tags).toEqual([b?.id]);
    expect(await queryRows(app, 'select value from crm_pick where record_id = $1', [record.id])).toEqual([
      { value: String(b?.id) },
    ]);
    const [change] = (await app.get(`/crm/${slug}/${record.id}/history`)).body.collection;
    expect(change).toMatchObject({
      kind: 'record.updated',
      actor: { type: 'system' },
      changes: { tags: { from: [{ value: 'A' }, { value: 'B' }], to: [{ value: 'B' }] } },
      detail: { clearedOptionIds: [a?.id] },
    });
  });

  test('200: updatedAt moves with options and with the label of the other side', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Stage', type: 'select', options: [{ value: 'New' }] });
    const relation = { relatedObjectSlug: 'people', relationType: 'one_to_one' };
    await crm.attribute(slug, { label: 'Person', type: 'relation', ...relation });
    const path = `/crm/objects/${slug}/attributes`;
    for (const { body } of [
      await app.patch(`${path}/stage`, { options: [{ value: 'Old' }] }),
      await app.patch(`${path}/person`, { relatedObjectLabel: 'Thing' }),
    ]) {
      const { createdAt, updatedAt } = body.attribute;
      expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(createdAt));
    }
  });

  test('422: an option id of another attribute, or the same one twice', async () => {
    const slug = await crm.object();
    const one = await crm.attribute(slug, { label: 'One', type: 'select', options: [{ value: 'A' }] });
    await crm.attribute(slug, { label: 'Two', type: 'select', options: [{ value: 'A' }] });
    const id = (one['options'] as { id: number }[])[0]?.id;
    expect(
      (await app.patch(`/crm/objects/${slug}/attributes/two`, { options: [{ id, value: 'B' }] })).body.errors,
    ).toHaveProperty(['options.0.id']);
    const twice = [
      { id, value: 'B' },
      { id, value: 'C' },
    ];
    expect(
      (await app.patch(`/crm/objects/${slug}/attributes/one`, { options: twice })).body.errors,
    ).toHaveProperty(['options.1.id']);
    const both = { options: twice, label: '', currencyDecimal: true };
    const { body } = await app.patch(`/crm/objects/${slug}/attributes/one`, both);
    expect(Object.keys(body.errors)).toEqual(['label', 'options.1.id', 'currencyDecimal']);
  });

  test('200: relatedObjectLabel is the label on the other side', async () => {
    const slug = await crm.object();
    const other = await crm.object();
    await crm.attribute(slug, {
      label: 'Partner',
      type: 'relation',
      relatedObjectSlug: other,
      relationType: 'one_to_one',
    });
    await app.patch(`/crm/objects/${slug}/attributes/partner`, { relatedObjectLabel: 'Renamed' });
    expect((await app.get(`/crm/objects/${other}`)).body.object.attributes.at(-1).label).toBe('Renamed');
  });

  test('200: an attribute becomes unique for existing records; 400 lists the values that occur twice', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Code', type: 'text' });
    for (const code of ['a', ' A ', 'b']) await crm.record(slug, { code });
    const refused = await app.patch(`/crm/objects/${slug}/attributes/code`, { isUnique: true });
    expect(refused).toMatchObject({ status: 400, body: { success: false, status: 400 } });
    expect(refused.body.message).toContain('"a" (2 records)');
    const { body } = await app.get(`/crm/${slug}?filter[code]=a`);
    await app.delete(`/crm/${slug}/${body.collection[0].id}`);
    expect((await app.patch(`/crm/objects/${slug}/attributes/code`, { isUnique: true })).status).toBe(200);
    expect((await app.post(`/crm/${slug}`, { code: 'B' })).status).toBe(400);
    await app.patch(`/crm/objects/${slug}/attributes/code`, { isUnique: false });
    expect((await app.post(`/crm/${slug}`, { code: 'B' })).status).toBe(201);
  });

  test('400: a standard attribute', async () => {
    for (const path of ['people/attributes/emails', 'companies/attributes/id']) {
      expect(await app.patch(`/crm/objects/${path}`, { label: 'x' })).toMatchObject({
        status: 400,
        body: { success: false, message: 'Standard attributes can’t be changed.', status: 400 },
      });
    }
  });

  test('200: renaming an option does not wait for writers of records; changing a rule does', async () => {
    const slug = await crm.object();
    const { options } = await crm.attribute(slug, {
      label: 'Stage',
      type: 'select',
      options: [{ value: 'New' }],
    });
    const path = `/crm/objects/${slug}/attributes/stage`;
    const writer = await app.runtime.database.pool.connect();
    await writer.query('begin');
    await writer.query('select 1 from crm_object where slug = $1 for key share', [slug]);
    const renamed = await app.patch(path, { options: [{ ...(options as object[])[0], value: 'Fresh' }] });
    expect(renamed.status).toBe(200);
    const said: string[] = [];
    const ruled = app.patch(path, { isRequired: true }).then(({ status }) => said.push(`answered ${status}`));
    await new Promise((resolve) => setTimeout(resolve, 150));
    said.push('written');
    await writer.query('commit');
    writer.release();
    await ruled;
    expect(said).toEqual(['written', 'answered 200']);
  });

  test('404: an unknown attribute', async () => {
    const { status, body } = await app.patch('/crm/objects/people/attributes/nothing', { label: 'x' });
    expect(status).toBe(404);
    expect(body.message).toBe('Attribute not found.');
  });
});

describe('CRM not enabled', () => {
  test('403: interface 7, CRM not enabled: { success, message, status } on the relation endpoint and every other', async () => {
    await app.patch('/organization', { crmEnabled: false });
    const id = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
    const answers = [
      await app.get('/crm/objects'),
      await app.post('/crm/objects', { slug: 'asleep', ...deal }),
      await app.get('/crm/objects/people'),
      await app.patch('/crm/objects/people', {}),
      await app.delete('/crm/objects/people'),
      await app.post('/crm/objects/people/attributes', { label: 'x', type: 'text' }),
      await app.get('/crm/people'),
      await app.post('/crm/people', { firstName: 'x' }),
      await app.put('/crm/people', { emails: ['a@b.example'] }),
      await app.post('/crm/people/query', {}),
      await app.get(`/crm/people/${id}`),
      await app.get(`/crm/people/${id}/meetings`),
      await app.patch(`/crm/people/${id}`, {}),
      await app.delete(`/crm/people/${id}`),
      await app.get('/crm/companies'),
      await app.get('/crm/anything'),
      await app.post('/crm/anything', {}),
      await app.patch(`/crm/anything/${id}/relation`, { attributeSlug: 'x', add: [id] }),
      await app.get(`/crm/people/${id}/timeline`),
      await app.get('/crm/changes'),
    ];
    await app.patch('/organization', { crmEnabled: true });
    for (const { status, body } of answers) {
      expect(status).toBe(403);
      expect(body).toEqual({ success: false, message: 'CRM is not enabled.', status: 403 });
    }
  });
});

test('every write of these tests has a change in its transaction', async () => {
  expect(await listUnrecordedWrites(app)).toEqual([]);
});

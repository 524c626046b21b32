import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { queryRows, createTestCrm, listUnrecordedWrites } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const nobody = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';

let slug: string;
let memberId: string;

beforeAll(async () => {
  slug = await crm.object();
  const options = [{ value: 'New' }, { value: 'Won', color: 'green' }];
  for (const fields of [
    { label: 'Title', type: 'text', isRequired: true },
    { label: 'Size', type: 'number' },
    { label: 'Phone', type: 'phone_number' },
    { label: 'Due', type: 'date' },
    { label: 'Seen', type: 'datetime' },
    { label: 'Done', type: 'checkbox' },
    { label: 'Stage', type: 'status', options },
    { label: 'Tags', type: 'multiselect', options },
    { label: 'Stars', type: 'rating' },
    { label: 'Worth', type: 'currency', currency: 'EUR' },
    { label: 'Owner', type: 'user' },
    { label: 'Code', type: 'text', isUnique: true },
    { label: 'Mail', type: 'text', validation: 'email' },
    { label: 'Page', type: 'text', validation: 'url' },
    { label: 'Contacts', type: 'relation', relatedObjectSlug: 'people', relationType: 'many_to_many' },
  ]) {
    await crm.attribute(slug, fields);
  }
  memberId = (await app.get('/organizations/users')).body.collection[0].uuid;
});

describe('POST /crm/{slug}', () => {
  test('201: a record in the shape of interface 2.10, with a value of every type', async () => {
    const person = await crm.person({ firstName: 'Ines' });
    const values = {
      title: '  Spring catalogue 🌱 ',
      size: -1.5e3,
      phone: '+49 (30) 123-456',
      due: '1969-12-31',
      seen: '2027-03-02T10:00:00.1234567+02:00',
      done: true,
      stage: 'won',
      tags: [{ value: 'New' }, 'Won', 'New'],
      stars: 5,
      worth: 99.95,
      owner: [memberId],
      mail: 'Ines@Okafor.example',
      page: 'https://okafor.example/a',
      contacts: [person.id.toUpperCase()],
      unknown: 'ignored',
    };
    const { status, body, headers } = await app.post(`/crm/${slug}`, values);
    expect(status).toBe(201);
    expect(headers['etag']).toBe('"1"');
    expect(Object.keys(body)).toEqual(['success', 'status', 'record']);
    expect(Object.keys(body.record)).toEqual(['id', 'objectSlug', 'attributes', 'createdAt', 'updatedAt']);
    expect(body.record).toMatchObject({
      id: expect.stringMatching(uuid),
      objectSlug: slug,
      createdAt: expect.stringMatching(timestamp),
      updatedAt: expect.stringMatching(timestamp),
    });
    expect(body.record.attributes).toEqual({
      title: 'Spring catalogue 🌱',
      size: -1500,
      phone: '+4930123456',
      due: '1969-12-31',
      seen: '2027-03-02T08:00:00.123456Z',
      done: true,
      stage: { id: expect.any(Number), value: 'Won', color: 'green' },
      tags: [
        { id: expect.any(Number), value: 'New', color: 'gray' },
        { id: expect.any(Number), value: 'Won', color: 'green' },
      ],
      stars: 5,
      worth: 99.95,
      owner: [memberId],
      code: null,
      mail: 'ines@okafor.example',
      page: 'https://okafor.example/a',
      contacts: [person.id],
    });
    expect((await app.get(`/crm/${slug}/${body.record.id}`)).body.record).toEqual(body.record);
  });

  test('201: options by { id }, as records show them', async () => {
    const { body } = await app.get(`/crm/objects/${slug}`);
    const { options } = body.object.attributes.find(({ key }: { key: string }) => key === 'stage');
    const record = await crm.record(slug, { title: 'x', stage: { id: options[1].id } });
    const { isArchived: _, ...shown } = options[1];
    expect(record.attributes['stage']).toEqual(shown);
  });

  test.each([
    ['title', 5],
    ['title', 'x'.repeat(256)],
    ['title', ['a']],
    ['size', '12'],
    ['size', true],
    ['phone', '030 123456'],
    ['phone', 5],
    ['due', '2027-02-30'],
    ['due', '02.03.2027'],
    ['seen', '2027-03-02'],
    ['seen', '2027-03-02T10:00:00'],
    ['done', 'true'],
    ['done', 1],
    ['stage', 'Lost'],
    ['stage', { id: 999_999 }],
    ['stage', 7],
    ['tags', 'New'],
    ['tags', ['Lost']],
    ['stars', 6],
    ['stars', 2.5],
    ['stars', -1],
    ['worth', '99'],
    ['owner', 'me'],
    ['owner', [nobody]],
    ['mail', 'ines'],
    ['page', 'okafor'],
    ['page', 'javascript:alert(1)'],
    ['contacts', nobody],
    ['contacts', ['x']],
  ])('400: %s is %j, which has the wrong type', async (key, value) => {
    const { status, body } = await app.post(`/crm/${slug}`, { title: 'x', [key]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message: expect.stringContaining(key), status: 400 });
  });

  test('400: all wrong values in one message', async () => {
    const { body } = await app.post(`/crm/${slug}`, { title: 5, size: 'x', due: 'y' });
    expect(body.message).toContain('title must be text of at most 255 characters.');
    expect(body.message).toContain('size must be a finite number.');
    expect(body.message).toContain('due must be a date as YYYY-MM-DD.');
  });

  test('400: an amount in a currency without decimals is whole, in one that has them it need not be', async () => {
    await crm.attribute(slug, { label: 'Yen', type: 'currency', currency: 'JPY' });
    const yen = (value: number) => app.post(`/crm/${slug}`, { title: 'Yen', yen: value, worth: 0.5 });
    const { status, body } = await yen(49.5);
    expect([status, body.message]).toEqual([400, 'yen must be a whole number, because JPY has no decimals.']);
    expect((await yen(4950)).status).toBe(201);
  });

  test('422: a required attribute without a value, by its key', async () => {
    for (const values of [{}, { title: null }, { title: '  ' }]) {
      const { status, body } = await app.post(`/crm/${slug}`, values);
      expect(status).toBe(422);
      expect(body.errors).toEqual({ title: ['This field is required.'] });
    }
  });

  test('422: records and users that do not exist, by their key', async () => {
    const { status, body } = await app.post(`/crm/${slug}`, { title: 'x', contacts: [nobody] });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['contacts']);
    const users = await app.post(`/crm/${slug}`, { title: 'x', owner: ['AAAAAAAAAAAAAAA'] });
    expect(Object.keys(users.body.errors)).toEqual(['owner']);
  });

  test('400: a unique value that is taken, in any spelling', async () => {
    const first = await crm.record(slug, { title: 'x', code: 'É-1' });
    const { status, body } = await app.post(`/crm/${slug}`, { title: 'x', code: ' e\u0301-1 ' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, status: 400 });
    expect(body.message).toContain('code must be unique');
    expect(body.message).toContain(first.id);
  });

  test('201 once: eight concurrent requests with the same unique value', async () => {
    const answers = await repeatConcurrently(8, () => app.post(`/crm/${slug}`, { title: 'x', code: 'race' }));
    expect(countByStatus(answers)).toEqual({ 201: 1, 400: 7 });
  });

  test('201 once: an Idempotency-Key is honoured', async () => {
    const send = () =>
      app.post(`/crm/${slug}`, { title: 'Once' }, { headers: { 'idempotency-key': 'record-1' } });
    const first = await send();
    expect((await send()).body).toEqual(first.body);
  });

  test('404: an unknown object; people have routes of their own', async () => {
    expect((await app.post('/crm/nothing', {})).body.message).toBe('Object not found.');
    expect((await app.post('/crm/people', { firstName: 'x' })).body.person).toBeDefined();
  });

  test('403 and 401: scopes', async () => {
    const token = await app.tokenOf('mara@juniper.example', ['crm:read', 'admin:full']);
    expect((await app.post(`/crm/${slug}`, { title: 'x' }, { token })).body.error.required_scopes).toEqual([
      'crm:write',
    ]);
    expect((await app.get(`/crm/${slug}`, { token })).status).toBe(200);
    const other = await app.tokenOf('mara@juniper.example', ['admin:full']);
    expect((await app.get(`/crm/${slug}`, { token: other })).body.error.required_scopes).toEqual([
      'crm:read',
      'crm:write',
    ]);
    expect((await app.get(`/crm/${slug}`, { token: null })).status).toBe(401);
  });
});

describe('GET /crm/{slug}/{id}', () => {
  test('200: `fields` selects keys, `expand` shows partners', async () => {
    const person = await crm.person({ firstName: 'Ada', emails: ['ada@chair.example'] });
    const { id } = await crm.record(slug, { title: 'Sparse', size: 1, contacts: [person.id] });
    const { body } = await app.get(`/crm/${slug}/${id}?fields=title,size`);
    expect(body.record.attributes).toEqual({ title: 'Sparse', size: 1 });
    const wide = await app.get(`/crm/${slug}/${id}?fields=title&expand=contacts`);
    expect(wide.body.record.attributes).toEqual({
      title: 'Sparse',
      contacts: [
        expect.objectContaining({
          id: person.id,
          objectSlug: 'people',
          attributes: expect.objectContaining({ firstName: 'Ada' }),
        }),
      ],
    });
  });

  test('422: an unknown field, with the nearest key; an attribute that is not a relation in `expand`', async () => {
    const { id } = await crm.record(slug, { title: 'x' });
    expect((await app.get(`/crm/${slug}/${id}?fields=titel`)).body.errors.fields[0]).toContain(
      'Did you mean title?',
    );
    expect((await app.get(`/crm/${slug}/${id}?expand=title`)).body.errors).toHaveProperty('expand');
  });

  test('404: an id that is unknown, malformed, of another object or of another workspace', async () => {
    const other = await crm.object();
    const { id } = await crm.record(other, {});
    const { token } = await createNeighbour(app.runtime);
    for (const answer of [
      await app.get(`/crm/${slug}/${nobody}`),
      await app.get(`/crm/${slug}/x`),
      await app.get(`/crm/${slug}/${id}`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ success: false, message: 'Record not found.', status: 404 });
    }
    expect((await app.get(`/crm/${other}/${id}`, { token })).status).toBe(404);
  });
});

describe('PATCH /crm/{slug}/{id}', () => {
  test('200: changes what is sent, replaces lists as a whole, empties by null', async () => {
    const people = [await crm.person({ firstName: 'A' }), await crm.person({ firstName: 'B' })].map(
      ({ id }) => id,
    );
    const { id } = await crm.record(slug, { title: 'Before', size: 1, tags: ['New'], contacts: [people[0]] });
    const { status, body, headers } = await app.patch(`/crm/${slug}/${id}`, {
      size: null,
      tags: ['Won'],
      contacts: [people[1]],
    });
    expect(status).toBe(200);
    expect(headers['etag']).toBe('"2"');
    expect(body.record.attributes).toMatchObject({ title: 'Before', size: null, contacts: [people[1]] });
    expect(body.record.attributes.tags.map(({ value }: { value: string }) => value)).toEqual(['Won']);
    expect(body.record.updatedAt > body.record.createdAt).toBe(true);
  });

  test('200: nothing is written where nothing differs', async () => {
    const { id } = await crm.record(slug, { title: 'Same', owner: [memberId] });
    const { headers } = await app.patch(`/crm/${slug}/${id}`, {
      title: 'Same',
      owner: [memberId],
      nonsense: 1,
    });
    expect(headers['etag']).toBe('"1"');
  });

  test('200: a unique value can be used again after it was changed or its record deleted', async () => {
    const { id } = await crm.record(slug, { title: 'x', code: 'free-1' });
    await app.patch(`/crm/${slug}/${id}`, { code: 'free-2' });
    const second = await crm.record(slug, { title: 'x', code: 'free-1' });
    await app.delete(`/crm/${slug}/${second.id}`);
    await crm.record(slug, { title: 'x', code: 'free-1' });
    expect((await app.patch(`/crm/${slug}/${id}`, { code: 'free-1' })).status).toBe(400);
  });

  test('409: If-Match names another version; 200 when it names this one', async () => {
    const { id } = await crm.record(slug, { title: 'x' });
    const change = (tag: string, title: string) =>
      app.patch(`/crm/${slug}/${id}`, { title }, { headers: { 'if-match': tag } });
    expect((await change('"1"', 'first')).status).toBe(200);
    const late = await change('"1"', 'second');
    expect(late).toMatchObject({ status: 409, body: { success: false, status: 409 } });
    expect((await change('W/"2", "9"', 'third')).status).toBe(200);
    expect((await change('*', 'fourth')).status).toBe(200);
    expect((await change('garbage', 'x')).status).toBe(409);
    expect(
      (await app.delete(`/crm/${slug}/${id}`, undefined, { headers: { 'if-match': '"1"' } })).status,
    ).toBe(409);
  });

  test('200 once: of eight concurrent requests with the same If-Match, seven get 409', async () => {
    const { id } = await crm.record(slug, { title: 'x' });
    const answers = await repeatConcurrently(8, (index) =>
      app.patch(`/crm/${slug}/${id}`, { size: index }, { headers: { 'if-match': '"1"' } }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 7 });
  });

  test('400: a wrong type; 422: a required value emptied; 404: an unknown record', async () => {
    const { id } = await crm.record(slug, { title: 'x' });
    expect((await app.patch(`/crm/${slug}/${id}`, { size: 'x' })).status).toBe(400);
    expect((await app.patch(`/crm/${slug}/${id}`, { title: null })).body.errors).toHaveProperty('title');
    expect((await app.patch(`/crm/${slug}/${nobody}`, { title: 'x' })).body.message).toBe(
      'Record not found.',
    );
  });
});

describe('DELETE /crm/{slug}/{id}', () => {
  test('200: { success, status, message: "Record deleted." }; then 404', async () => {
    const { id } = await crm.record(slug, { title: 'x' });
    const { status, body } = await app.delete(`/crm/${slug}/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'Record deleted.', status: 200 });
    expect((await app.delete(`/crm/${slug}/${id}`)).status).toBe(404);
  });

  test('the total of an object is exact after these tests', async () => {
    const { body } = await app.get(`/crm/${slug}`);
    const [{ count } = { count: -1 }] = await queryRows<{ count: number }>(
      app,
      'select count(*) as count from crm_record r join crm_object o on o.id = r.object_id where o.slug = $1',
      [slug],
    );
    expect(body.pagination.total).toBe(count);
  });
});

describe('PUT /crm/{slug}?matchingAttribute=', () => {
  test('201 created, then 200 updated', async () => {
    const put = (values: object) => app.put(`/crm/${slug}?matchingAttribute=code`, values);
    const first = await put({ code: 'up-1', title: 'One', size: 1 });
    expect(first).toMatchObject({ status: 201, body: { success: true, status: 201 } });
    const second = await put({ code: ' UP-1', size: 2 });
    expect(second).toMatchObject({
      status: 200,
      body: { success: true, status: 200, record: { id: first.body.record.id } },
    });
    expect(second.body.record.attributes).toMatchObject({ title: 'One', size: 2 });
  });

  test('eight concurrent clients with ten keys create ten records', async () => {
    const answers = await repeatConcurrently(80, (index) =>
      app.put(`/crm/${slug}?matchingAttribute=code`, { code: `many-${index % 10}`, title: 'x', size: index }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 70, 201: 10 });
    const { body } = await app.get(`/crm/${slug}?filter[code][contains]=many-`);
    expect(body.pagination.total).toBe(10);
  });

  test('422: a matching attribute that is missing, unknown or not unique', async () => {
    const put = (key: string, values: object) => app.put(`/crm/${slug}?matchingAttribute=${key}`, values);
    expect((await put('code', { title: 'x' })).body.errors).toHaveProperty('code');
    expect((await put('coed', { title: 'x' })).body.errors.matchingAttribute[0]).toContain(
      'Did you mean code?',
    );
    expect((await put('title', { title: 'x' })).body.errors).toHaveProperty('matchingAttribute');
    expect((await put('id', { title: 'x' })).body.errors).toHaveProperty('matchingAttribute');
    expect((await app.put(`/crm/${slug}`, { title: 'x' })).body.errors).toHaveProperty('matchingAttribute');
    expect((await put('code', { code: 'incomplete' })).body.errors).toHaveProperty('title');
  });
});

test('every write of these tests has a change in its transaction', async () => {
  expect(await listUnrecordedWrites(app)).toEqual([]);
});

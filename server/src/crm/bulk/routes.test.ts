import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { queryRows, createTestCrm, listUnrecordedWrites } from '../test-crm.ts';

const app = useApp({ recordEvents: true });
const crm = createTestCrm(app);

async function deals(): Promise<string> {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Code', type: 'text', isUnique: true });
  await crm.attribute(slug, { label: 'Title', type: 'text', isRequired: true });
  await crm.attribute(slug, { label: 'Amount', type: 'number' });
  await crm.attribute(slug, {
    label: 'Tags',
    type: 'multiselect',
    options: [{ value: 'Red' }, { value: 'Blue' }],
  });
  return slug;
}

const bulk = (slug: string, records: object[], more: object = {}) =>
  app.post(`/crm/${slug}/bulk`, { records, ...more });

const countOf = async (slug: string): Promise<number> =>
  (await app.get(`/crm/${slug}`)).body.pagination.total as number;

describe('POST /crm/{objectSlug}/bulk', () => {
  test('200: leaves the same rows, history and events as one request for each record', async () => {
    const slug = await deals();
    const { status, body } = await bulk(slug, [
      { code: 'a', title: 'First', amount: 1, tags: ['Red'] },
      { code: 'b', title: 'Second', amount: 2 },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: 200 });
    expect(body.results.map((result: { status: string }) => result.status)).toEqual(['created', 'created']);
    const [{ id }] = body.results;
    const alone = await crm.record(slug, { code: 'c', title: 'First', amount: 1, tags: ['Red'] });
    const shape = async (recordId: string) => {
      const record = (await app.get(`/crm/${slug}/${recordId}`)).body.record;
      const history = (await app.get(`/crm/${slug}/${recordId}/history`)).body.collection;
      const columns = await queryRows(
        app,
        `select search, t1, t2, n1, version, by_hand from crm_record where id = $1`,
        [recordId],
      );
      const picks = await queryRows(app, `select value from crm_pick where record_id = $1`, [recordId]);
      const published = app.published
        .filter(({ payload }) => payload.recordId === recordId)
        .map(({ name }) => name);
      const kinds = history.map(({ kind, changes, actor }: Record<string, unknown>) => ({
        kind,
        changes,
        actor,
      }));
      return JSON.stringify([record.attributes, kinds, columns, picks, published])
        .replaceAll(/"[ac]"/g, '"?"')
        .replaceAll(recordId, 'id');
    };
    expect(await shape(id)).toBe(await shape(alone.id));
    expect(await countOf(slug)).toBe(3);
  });

  test('422: atomic writes none, and names each wrong value by its index', async () => {
    const slug = await deals();
    await crm.record(slug, { code: 'taken', title: 'There' });
    const wrong = await bulk(slug, [{ code: 'x', title: 'Good' }, { amount: 'many' }, { code: 'y' }]);
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors)).toEqual(['records.1', 'records.2.title']);
    const late = await bulk(slug, [
      { code: 'x', title: 'Good' },
      { code: 'y' },
      { code: 'TAKEN', title: 'No' },
      { code: 'X', title: 'Twin' },
    ]);
    expect(late.body.errors).toEqual({
      'records.1.title': ['This field is required.'],
      'records.2': [expect.stringContaining('code must be unique: "taken" is already used by record')],
      'records.3': ['code must be unique: "x" is already used by records.0.'],
    });
    expect(await countOf(slug)).toBe(1);
  });

  test('200: mode each writes all that can be written', async () => {
    const slug = await deals();
    const { body } = await bulk(
      slug,
      [{ code: 'x', title: 'One' }, { code: 'X', title: 'Twin' }, { amount: 'many' }, { title: 'Two' }],
      { mode: 'each' },
    );
    expect(body.results).toEqual([
      { index: 0, status: 'created', id: expect.any(String) },
      {
        index: 1,
        status: 'failed',
        error: { message: expect.stringContaining('"x" is already used by record') },
      },
      { index: 2, status: 'failed', error: { message: 'amount must be a finite number.' } },
      { index: 3, status: 'created', id: expect.any(String) },
    ]);
    expect(await countOf(slug)).toBe(2);
  });

  test('200: with a matching attribute, updates existing records; a later item updates what an earlier one created', async () => {
    const slug = await deals();
    const { id } = await crm.record(slug, { code: 'a', title: 'There', amount: 1, tags: ['Red'] });
    const { body } = await bulk(
      slug,
      [
        { code: 'A', amount: 2, tags: ['Blue'] },
        { code: 'n', title: 'New' },
        { code: 'n', amount: 7 },
        { code: 'n', amount: 7 },
        { title: 'Nothing to match by' },
      ],
      { mode: 'each', matchingAttribute: 'code' },
    );
    expect(body.results.map((result: { status: string }) => result.status)).toEqual([
      'updated',
      'created',
      'updated',
      'unchanged',
      'failed',
    ]);
    expect(body.results[0].id).toBe(id);
    const { record } = (await app.get(`/crm/${slug}/${id}`)).body;
    expect(record.attributes).toMatchObject({ title: 'There', amount: 2, tags: [{ value: 'Blue' }] });
    const blue = await app.get(`/crm/${slug}?filter[tags]=Blue`);
    expect(blue.body.pagination.total).toBe(1);
    expect(await countOf(slug)).toBe(2);
  });

  test('200: people matched by any of their addresses, with their company', async () => {
    const company = await crm.company({ domain: 'bulk.example' });
    const person = await crm.person({ firstName: 'Ann', emails: ['ann@bulk.example'] });
    const { body } = await bulk(
      'people',
      [
        { emails: ['ANN@bulk.example', 'ann@home.example'], companyId: company.id },
        { firstName: 'Bo', emails: ['bo@bulk.example'], companyId: company.id },
        { firstName: 'Cy', emails: ['cy@bulk.example'], companyId: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' },
        { jobTitle: 'Nobody', emails: [] },
      ],
      { mode: 'each', matchingAttribute: 'emails' },
    );
    const found = body.results.map(({ status }: { status: string }) => status);
    expect(found).toEqual(['updated', 'created', 'failed', 'failed']);
    const ann = (await app.get(`/crm/people/${person.id}`)).body.person;
    expect(ann.emails).toEqual(['ann@bulk.example', 'ann@home.example']);
    expect(ann.company.id).toBe(company.id);
    const bo = (await app.get(`/crm/people/${body.results[1].id}`)).body.person;
    expect(bo.company.domain).toBe('bulk.example');
    expect((await app.get('/crm/people?filter[emails]=cy@bulk.example')).body.pagination.total).toBe(0);
  });

  test('422: a link without room is refused, and its record is not created', async () => {
    const [slug, other] = [await crm.object(), await crm.object()];
    await crm.attribute(slug, { label: 'Name', type: 'text' });
    await crm.attribute(slug, {
      label: 'Partner',
      type: 'relation',
      relatedObjectSlug: other,
      relatedObjectLabel: 'Back',
      relationType: 'one_to_one',
    });
    const { id } = await crm.record(other, {});
    const records = [
      { name: 'a', partner: [id] },
      { name: 'b', partner: [id] },
    ];
    expect((await bulk(slug, records)).status).toBe(422);
    const { body } = await bulk(slug, records, { mode: 'each' });
    expect(body.results.map((result: { status: string }) => result.status)).toEqual(['created', 'failed']);
    expect(await countOf(slug)).toBe(1);
  });

  test('422: no records, too many records, a matching attribute that is not unique', async () => {
    const slug = await deals();
    expect((await bulk(slug, [])).status).toBe(422);
    const many = Array.from({ length: 1001 }, () => ({}));
    expect((await bulk(slug, many)).status).toBe(422);
    const answer = await bulk(slug, [{ title: 'x' }], { matchingAttribute: 'title' });
    expect(answer.body.errors).toHaveProperty('matchingAttribute');
  });

  test('403: no scope, CRM disabled; 404: unknown object', async () => {
    const slug = await deals();
    const token = await app.tokenOf('mara@juniper.example', ['crm:read']);
    const denied = await app.post(`/crm/${slug}/bulk`, { records: [{ title: 'x' }] }, { token });
    expect(denied.body.error.type).toBe('insufficient_scope');
    expect((await bulk('nothing-here', [{}])).status).toBe(404);
    await app.patch('/organization', { crmEnabled: false });
    const off = await bulk(slug, [{ title: 'x' }]);
    expect([off.status, off.body.message]).toEqual([403, 'CRM is not enabled.']);
    await app.patch('/organization', { crmEnabled: true });
  });

  test('eight concurrent callers with the same keys create one record for each key', async () => {
    const slug = await deals();
    const records = Array.from({ length: 50 }, (_, index) => ({ code: `k${index}`, title: `T${index}` }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, caller) =>
        bulk(slug, caller % 2 ? records.toReversed() : records, { mode: 'each', matchingAttribute: 'code' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const statuses = answers.flatMap(({ body }) =>
      body.results.map((result: { status: string }) => result.status),
    );
    expect(statuses.filter((status) => status === 'created')).toHaveLength(50);
    expect(statuses.filter((status) => status === 'failed')).toEqual([]);
    expect(await countOf(slug)).toBe(50);
  });
});

test('every write of these tests has a change in its transaction', async () => {
  expect(await listUnrecordedWrites(app)).toEqual([]);
});

describe('POST /crm/{objectSlug}/bulk by id', () => {
  test('200: updates the records that are named, creates those without an id, and refuses unknown ids', async () => {
    const slug = await deals();
    const { body } = await bulk(slug, [
      { code: 'a', title: 'First' },
      { code: 'b', title: 'Second' },
    ]);
    const [a, b] = body.results as { id: string }[];
    const byId = { matchingAttribute: 'id', mode: 'each' };
    const unknown = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
    const records = [
      { id: a?.id, code: 'z' },
      { id: b?.id.toUpperCase(), amount: 2 },
      { title: 'Third' },
      { id: unknown, amount: 1 },
      { id: 'x', amount: 1 },
      { id: a?.id, amount: 3 },
    ];
    const { results } = (await bulk(slug, records, byId)).body;
    expect(results).toMatchObject([
      { status: 'updated', id: a?.id },
      { status: 'updated', id: b?.id },
      { status: 'created' },
      { status: 'failed', error: { errors: { id: [`No record has the id ${unknown}.`] } } },
      { status: 'failed', error: { message: 'id must be the UUID of a record.' } },
      { status: 'updated', id: a?.id },
    ]);
    expect((await app.get(`/crm/${slug}/${a?.id}`)).body.record.attributes).toMatchObject({
      code: 'z',
      amount: 3,
    });
    const person = await crm.person({ firstName: 'By', lastName: 'Id' });
    const named = { records: [{ id: person.id, jobTitle: 'Cook' }], matchingAttribute: 'id' };
    expect((await app.post('/crm/people/bulk', named)).body.results).toMatchObject([{ status: 'updated' }]);
    const upsert = await app.put(`/crm/${slug}?matchingAttribute=id`, { code: 'q' });
    expect(upsert.status).toBe(422);
  });
});

describe('POST /crm/{objectSlug}/delete', () => {
  const remove = (slug: string, body: object, token?: string) =>
    app.post(`/crm/${slug}/delete`, body, token ? { token } : {});

  test('200: by ids, each as one request would, with events and restore; unknown ids are named', async () => {
    const slug = await deals();
    const { results } = (await bulk(slug, [{ title: 'a' }, { title: 'b' }, { title: 'c' }])).body;
    const [a, b] = results.map(({ id }: { id: string }) => id);
    const unknown = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
    const dry = await remove(slug, { ids: [a, unknown], dryRun: true });
    expect(dry.body.deletion).toEqual({ count: 1, remaining: 0, missing: [unknown] });
    expect(await countOf(slug)).toBe(3);
    const { status, body } = await remove(slug, { ids: [a, b.toUpperCase(), b, unknown] });
    expect(status).toBe(200);
    expect(body.deletion).toEqual({ count: 2, remaining: 0, missing: [unknown] });
    expect(await countOf(slug)).toBe(1);
    const events = app.published.filter(({ name }) => name === 'crm.record.deleted');
    expect(events.map(({ payload }) => payload.recordId)).toEqual(expect.arrayContaining([a, b]));
    expect((await app.post(`/crm/${slug}/${a}/restore`)).body.record.attributes.title).toBe('a');
    expect(await countOf(slug)).toBe(2);
    expect(await listUnrecordedWrites(app)).toEqual([]);
  });

  test('200: by a filter, a thousand at a time, until none remains', async () => {
    const slug = await deals();
    const some = (n: number, title: string) => Array.from({ length: n }, () => ({ title }));
    await bulk(slug, some(1000, 'old'));
    await bulk(slug, [...some(30, 'old'), ...some(5, 'new')]);
    const filter = { title: 'old' };
    const count = async (body: object) => (await remove(slug, body)).body.deletion;
    expect(await count({ filter, dryRun: true })).toMatchObject({ count: 1000, remaining: 30 });
    expect(await count({ filter })).toMatchObject({ count: 1000, remaining: 30 });
    expect(await count({ filter })).toMatchObject({ count: 30, remaining: 0 });
    expect(await countOf(slug)).toBe(5);
  });

  test('403 for a user; 404 for an unknown object; 422 with every wrong field', async () => {
    const slug = await deals();
    const { id } = await crm.record(slug, { title: 'a' });
    const token = await app.tokenOf('aiko@juniper.example', ['crm:write']);
    expect((await remove(slug, { ids: [id] }, token)).status).toBe(403);
    expect((await remove('nothing-here', { ids: [id] })).status).toBe(404);
    const either = 'Name the records either by ids or by a filter.';
    expect((await remove(slug, {})).body.errors).toEqual({ ids: [either] });
    expect((await remove(slug, { ids: [id], filter: {} })).body.errors).toEqual({ ids: [either] });
    const { errors } = (await remove(slug, { filter: { colour: 1 }, dryRun: 'x' })).body;
    expect(Object.keys(errors).toSorted()).toEqual(['dryRun', 'filter.colour']);
  });
});

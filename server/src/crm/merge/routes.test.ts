import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { queryRows, createTestCrm, listUnrecordedWrites } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

const merge = (slug: string, survivorId: string, mergedId: string, values?: object) =>
  app.post(`/crm/${slug}/merge`, { survivorId, mergedId, ...(values && { values }) });

const personOf = async (id: string) => (await app.get(`/crm/people/${id}`)).body.person;

async function pair() {
  const [left, right] = [await crm.company({ name: 'Left' }), await crm.company({ name: 'Right' })];
  const tag = Math.random().toString(36).slice(2);
  const kept = await crm.person({
    firstName: 'Ines',
    emails: [`kept@${tag}.example`],
    jobTitle: 'Buyer',
    companyId: left.id,
  });
  const gone = await crm.person({
    firstName: 'Inès',
    lastName: 'Okafor',
    emails: [`gone@${tag}.example`],
    jobTitle: 'Owner',
    companyId: right.id,
  });
  await app.post(`/crm/people/${gone.id}/notes`, { note: 'Likes tea.' });
  return { kept, gone, left, right, tag };
}

test('200: the id of a merged record leads to its survivor, also over several merges', async () => {
  const slug = await crm.object();
  const [a, b, c] = [await crm.record(slug, {}), await crm.record(slug, {}), await crm.record(slug, {})];
  await merge(slug, b.id, a.id);
  const second = await merge(slug, c.id, b.id);
  const idAt = async (id: string) => (await app.get(`/crm/${slug}/${id}`)).body.record?.id;
  expect([await idAt(a.id), await idAt(b.id)]).toEqual([c.id, c.id]);
  expect((await app.get(`/crm/${slug}/${a.id}/timeline`)).status).toBe(200);
  await app.post(`/crm/merges/${second.body.merge.id}/undo`);
  expect([await idAt(a.id), await idAt(b.id)]).toEqual([b.id, b.id]);
  await app.delete(`/crm/${slug}/${b.id}`);
  expect(await idAt(a.id)).toBeUndefined();
});

describe('POST /crm/{objectSlug}/merge', () => {
  test('201: chosen values, all addresses, links and notes; the other record is deleted', async () => {
    const { kept, gone, right, tag } = await pair();
    const { status, body } = await merge('people', kept.id, gone.id, {
      jobTitle: 'merged',
      company: 'merged',
    });
    expect(status).toBe(201);
    expect(body.merge).toMatchObject({ survivorId: kept.id, mergedId: gone.id, undoneAt: null });
    const person = await personOf(kept.id);
    expect(person).toMatchObject({ firstName: 'Ines', lastName: 'Okafor', jobTitle: 'Owner' });
    expect(person.emails).toEqual([`kept@${tag}.example`, `gone@${tag}.example`]);
    expect(person.company.id).toBe(right.id);
    expect(await personOf(gone.id)).toEqual(person);
    const changed = (await app.patch(`/crm/people/${gone.id}`, { jobTitle: 'x' })).body.person;
    expect(changed).toMatchObject({ id: kept.id, jobTitle: 'x' });
    const notes = (await app.get(`/crm/people/${kept.id}/notes`)).body.collection;
    expect(notes).toMatchObject([{ note: 'Likes tea.' }]);
    const again = await app.put('/crm/people?matchingAttribute=emails', { emails: [`gone@${tag}.example`] });
    expect([again.status, again.body.person.id]).toEqual([200, kept.id]);
    const kinds = (await app.get(`/crm/people/${kept.id}/timeline`)).body.collection.map(
      ({ kind }: { kind: string }) => kind,
    );
    expect(kinds).toContain('record.merged');
  });

  test('200: an undo restores both records', async () => {
    const { kept, gone, left, right } = await pair();
    const [before, other] = [await personOf(kept.id), await personOf(gone.id)];
    const { body } = await merge('people', kept.id, gone.id, { jobTitle: 'merged', company: 'merged' });
    await app.patch(`/crm/people/${kept.id}`, { description: 'Since' });
    const undone = await app.post(`/crm/merges/${body.merge.id}/undo`);
    expect([undone.status, undone.body.message]).toEqual([200, undefined]);
    const strip = ({ updatedAt: _at, ...rest }: Record<string, unknown>) => rest;
    expect(strip(await personOf(kept.id))).toEqual({ ...strip(before), description: 'Since' });
    expect(strip(await personOf(gone.id))).toEqual(strip(other));
    expect((await personOf(kept.id)).company.id).toBe(left.id);
    expect((await personOf(gone.id)).company.id).toBe(right.id);
    expect((await app.get(`/crm/people/${gone.id}/notes`)).body.collection).toHaveLength(1);
    expect((await app.get(`/crm/people/${kept.id}/notes`)).body.collection).toHaveLength(0);
    expect((await app.post(`/crm/merges/${body.merge.id}/undo`)).status).toBe(409);
    const keys = await queryRows(app, 'select from crm_unique where record_id = $1', [gone.id]);
    expect(keys).toHaveLength(1);
  });

  test('200: people of a merged company move to the survivor, and back', async () => {
    const [a, b] = [
      await crm.company({ domain: 'one.example' }),
      await crm.company({ domain: 'two.example' }),
    ];
    const person = await crm.person({ firstName: 'Moved', companyId: b.id });
    const { body } = await merge('companies', a.id, b.id, { domain: 'merged' });
    expect((await personOf(person.id)).company).toMatchObject({ id: a.id, domain: 'two.example' });
    await app.post(`/crm/merges/${body.merge.id}/undo`);
    expect((await personOf(person.id)).company).toMatchObject({ id: b.id, domain: 'two.example' });
  });

  test('200: the history of partners shows links that moved, were replaced and were restored', async () => {
    const { kept, gone, left, right } = await pair();
    const historyOf = async (id: string) =>
      (await app.get(`/crm/companies/${id}/history`)).body.collection.map(
        ({ kind, changes, detail }: Record<string, unknown>) => [kind, changes, detail],
      );
    const { body } = await merge('people', kept.id, gone.id, { company: 'merged' });
    const detail = { mergeId: body.merge.id, mergedId: gone.id };
    expect((await historyOf(left.id))[0]).toEqual([
      'record.updated',
      { people: { from: [kept.id], to: [] } },
      detail,
    ]);
    expect((await historyOf(right.id))[0]).toEqual([
      'record.updated',
      { people: { from: [gone.id], to: [kept.id] } },
      detail,
    ]);
    const [merged] = (await app.get(`/crm/people/${kept.id}/history`)).body.collection;
    expect(merged).toMatchObject({
      kind: 'record.merged',
      changes: { company: { from: [left.id], to: [right.id] } },
    });

    await app.post(`/crm/merges/${body.merge.id}/undo`);
    const undone = { mergeId: body.merge.id, isUndo: true };
    expect((await historyOf(left.id))[0]).toEqual([
      'record.updated',
      { people: { from: [], to: [kept.id] } },
      undone,
    ]);
    expect((await historyOf(right.id))[0]).toEqual([
      'record.updated',
      { people: { from: [kept.id], to: [gone.id] } },
      undone,
    ]);
  });

  test('409: an address that another person has since', async () => {
    const { kept, gone, tag } = await pair();
    const { body } = await merge('people', kept.id, gone.id);
    await app.patch(`/crm/people/${kept.id}`, { emails: [`kept@${tag}.example`] });
    await crm.person({ emails: [`gone@${tag}.example`] });
    const refused = await app.post(`/crm/merges/${body.merge.id}/undo`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('is already used by record');
  });

  test('400, 404, 422: a wrong value, an unknown record, the same record twice', async () => {
    const { kept, gone } = await pair();
    expect((await merge('people', kept.id, gone.id, { jobTitle: 7 })).status).toBe(400);
    expect((await merge('people', kept.id, '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d')).body.message).toBe(
      'Person not found.',
    );
    expect((await merge('people', kept.id, kept.id.toUpperCase())).status).toBe(422);
    expect((await app.post('/crm/merges/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d/undo')).status).toBe(404);
  });
});

describe('POST /crm/{objectSlug}/different', () => {
  const groupsOf = async (value: string): Promise<string[][]> =>
    (await app.get('/crm/people/duplicates')).body.collection
      .filter((group: { value: string }) => group.value === value)
      .map(({ ids }: { ids: string[] }) => ids);
  const mark = (ids: readonly string[], areDifferent = true, slug = 'people') =>
    app.post(`/crm/${slug}/different`, { ids, areDifferent });

  test('200: different records are not suggested together, others of their name are, until it is undone', async () => {
    const [a, b, c] = [
      (await crm.person({ firstName: 'Uma', lastName: 'Same' })).id,
      (await crm.person({ firstName: 'Uma', lastName: 'Same' })).id,
      (await crm.person({ firstName: 'Uma', lastName: 'Same' })).id,
    ];
    expect((await mark([b, a.toUpperCase()])).status).toBe(200);
    expect(await groupsOf('uma same')).toEqual([[a, c]]);
    await mark([a, b]);
    await mark([a, c]);
    expect(await groupsOf('uma same')).toEqual([[b, c]]);
    await mark([a, b, c]);
    expect(await groupsOf('uma same')).toEqual([]);
    const d = (await crm.person({ firstName: 'Uma', lastName: 'Same' })).id;
    expect(await groupsOf('uma same')).toEqual([[a, d]]);
    await mark([a, b, c], false);
    expect(await groupsOf('uma same')).toEqual([[a, b, c, d]]);
  });

  test('404, 422: of records that do not exist or are of another object, and of one record', async () => {
    const { id } = await crm.person({ firstName: 'Only' });
    const company = await crm.company({ name: 'Only' });
    expect((await mark([id, company.id])).body.message).toBe('Person not found.');
    expect((await mark([id, id.toUpperCase()])).body.errors).toEqual({
      ids: ['Must contain at least two records.'],
    });
    expect((await mark([id, 'x'])).status).toBe(422);
    expect((await mark([id, company.id], true, 'nothing-here')).status).toBe(404);
  });
});

describe('GET /crm/{objectSlug}/duplicates', () => {
  test('200: groups by name, phone number, or domain with another ending', async () => {
    const one = await crm.person({ firstName: 'Zoë', lastName: 'Twin', phoneNumber: '+4930111222' });
    const two = await crm.person({ firstName: 'zoe', lastName: 'TWIN' });
    const three = await crm.person({ firstName: 'Other', phoneNumber: '+49 30 111222' });
    const { status, body } = await app.get('/crm/people/duplicates');
    expect(status).toBe(200);
    expect(body.isComplete).toBe(true);
    expect(body.collection).toContainEqual({ by: 'name', value: 'zoe twin', ids: [one.id, two.id] });
    expect(body.collection).toContainEqual({
      by: 'phoneNumber',
      value: '+4930111222',
      ids: [one.id, three.id],
    });
    const [a, b] = [
      await crm.company({ domain: 'twins.example' }),
      await crm.company({ domain: 'twins.test' }),
    ];
    const companies = (await app.get('/crm/companies/duplicates')).body.collection;
    expect(companies).toContainEqual({ by: 'domain', value: 'twins', ids: [a.id, b.id] });
    expect((await app.get('/crm/nothing-here/duplicates')).status).toBe(404);
  });
});

test('every write of these tests has a change in its transaction', async () => {
  expect(await listUnrecordedWrites(app)).toEqual([]);
});

test('200: the id of a merged record changes its survivor; 404: it deletes nothing', async () => {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Name', type: 'text' });
  await crm.attribute(slug, { label: 'Owner', type: 'user' });
  const survivor = await crm.record(slug, { name: 'Kept' });
  const { id: mergedId } = await crm.record(slug, { name: 'Merged' });
  await app.post(`/crm/${slug}/merge`, { survivorId: survivor.id, mergedId });
  const path = `/crm/${slug}/${mergedId}`;
  const changed = (await app.patch(path, { name: 'Changed' })).body.record;
  expect(changed).toMatchObject({ id: survivor.id, attributes: { name: 'Changed' } });
  const [me] = await queryRows<{ id: string }>(app, 'select id from member limit 1');
  const linked = await app.patch(`${path}/relation`, { attributeSlug: 'owner', add: [me?.id] });
  expect(linked.body.record).toMatchObject({ id: survivor.id, attributes: { owner: [me?.id] } });
  const { status, body } = await app.post(`${path}/notes`, { note: 'On the survivor' });
  expect(status).toBe(201);
  expect((await app.patch(`${path}/notes/${body.note.id}`, { note: 'Changed' })).status).toBe(200);
  expect((await app.get(`/crm/${slug}/${survivor.id}/notes`)).body.pagination.total).toBe(1);
  expect((await app.delete(path)).status).toBe(404);
  expect((await app.get(`/crm/${slug}/${survivor.id}`)).status).toBe(200);
});

test('200: the id of a merged record means its survivor as a link, in every way to write and to filter one', async () => {
  const [firms, deals] = [await crm.object(), await crm.object()];
  await crm.attribute(firms, { label: 'Name', type: 'text' });
  await crm.attribute(deals, { label: 'Name', type: 'text', isUnique: true });
  const many = { type: 'relation', relatedObjectSlug: firms, relationType: 'many_to_many' };
  await crm.attribute(deals, { label: 'Firms', ...many });
  const [kept, merged, twice, other] = await Promise.all(
    ['Kept', 'Merged', 'Twice', 'Other'].map(async (name) => (await crm.record(firms, { name })).id),
  );
  await app.post(`/crm/${firms}/merge`, { survivorId: merged, mergedId: twice });
  await app.post(`/crm/${firms}/merge`, { survivorId: kept, mergedId: merged });

  const created = await crm.record(deals, { name: 'A', firms: [twice, kept, other] });
  expect(created.attributes['firms']).toEqual([kept, other]);
  const history = (await app.get(`/crm/${deals}/${created.id}/history`)).body.collection;
  expect(history[0].changes['firms']).toEqual({ from: [], to: [kept, other] });
  const path = `/crm/${deals}/${created.id}`;
  const same = await app.patch(path, { firms: [merged, other] });
  expect(same.body.record.attributes.firms).toEqual([kept, other]);
  expect((await app.get(`${path}/history`)).body.pagination.total).toBe(1);
  expect((await app.patch(path, { firms: [other] })).body.record.attributes.firms).toEqual([other]);
  expect((await app.patch(path, { firms: [twice] })).body.record.attributes.firms).toEqual([kept]);
  const upserted = await app.put(`/crm/${deals}?matchingAttribute=name`, { name: 'B', firms: [merged] });
  expect(upserted.body.record.attributes.firms).toEqual([kept]);
  const bulk = {
    records: [
      { name: 'A', firms: [twice, other] },
      { name: 'C', firms: [twice] },
    ],
  };
  const { results } = (await app.post(`/crm/${deals}/bulk`, { ...bulk, matchingAttribute: 'name' })).body;
  expect(results.map(({ status }: { status: string }) => status)).toEqual(['updated', 'created']);

  const relation = (change: object) => app.patch(`${path}/relation`, { attributeSlug: 'firms', ...change });
  expect((await relation({ remove: [twice] })).body.record.attributes.firms).toEqual([other]);
  expect((await relation({ add: [merged] })).body.record.attributes.firms.sort()).toEqual(
    [kept, other].sort(),
  );
  expect((await relation({ add: [twice, merged] })).status).toBe(200);
  const unknown = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
  expect((await relation({ add: [merged, unknown] })).body.errors).toEqual({
    'add.1': [`No ${firms} record has this id.`],
  });

  const names = async (query: string) =>
    (await app.get(`/crm/${deals}?${query}`)).body.collection.map(
      ({ attributes }: { attributes: { name: string } }) => attributes.name,
    );
  for (const filter of [`[firms]=${merged}`, `[firms][in]=${twice},${unknown}`, `[firms.id]=${twice}`]) {
    expect(await names(`filter${filter}`), filter).toEqual(['A', 'B', 'C']);
  }
  expect(await names(`filter[firms][ne]=${merged}`)).toEqual([]);
  const nested = await app.post(`/crm/${deals}/query`, { filter: { not: { firms: merged } } });
  expect(nested.body.collection).toEqual([]);
  const company = await crm.company({ name: 'Kept' });
  const former = await crm.company({ name: 'Former' });
  await app.post('/crm/companies/merge', { survivorId: company.id, mergedId: former.id });
  const person = await crm.person({ firstName: 'Ada', companyId: former.id });
  expect(person['company']).toMatchObject({ id: company.id });
});

test('404: a filter by its own id does not lead to the survivor, which would be deleted with it', async () => {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Name', type: 'text' });
  const survivor = await crm.record(slug, { name: 'Kept' });
  const { id: mergedId } = await crm.record(slug, { name: 'Merged' });
  await app.post(`/crm/${slug}/merge`, { survivorId: survivor.id, mergedId });
  const { deletion } = (await app.post(`/crm/${slug}/delete`, { filter: { id: mergedId } })).body;
  expect(deletion).toMatchObject({ count: 0 });
  expect((await app.get(`/crm/${slug}/${survivor.id}`)).status).toBe(200);
});

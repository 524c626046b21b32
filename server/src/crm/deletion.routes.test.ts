import { beforeAll, describe, expect, test, vi } from 'vitest';
import { bookPage, createPage, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { queryRows, createTestCrm, listUnrecordedWrites } from './test-crm.ts';
import { purgeDeleted } from './upkeep/purge-deleted.ts';

const app = useApp({ clock: { now: () => new Date(nowMs) } });
const crm = createTestCrm(app);
let nowMs = monday.getTime();

interface Change {
  readonly kind: string;
  readonly objectSlug: string;
  readonly recordId: string | null;
}

const relation = { type: 'relation', relationType: 'many_to_many' };
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const deletedIn = async (slug: string) => (await app.get(`/crm/${slug}?deleted=true`)).body;
const restore = (slug: string, id: string) => app.post(`/crm/${slug}/${id}/restore`);
const kindsOf = async (slug: string, id: string) =>
  (await app.get(`/crm/${slug}/${id}/history`)).body.collection.map(({ kind }: Change) => kind);

async function deals(): Promise<{ slug: string; other: string }> {
  const [slug, other] = [await crm.object(), await crm.object()];
  await crm.attribute(slug, { label: 'Code', type: 'text', isUnique: true });
  await crm.attribute(slug, {
    label: 'Tags',
    type: 'multiselect',
    options: [{ value: 'Red' }, { value: 'Blue' }],
  });
  await crm.attribute(slug, { label: 'Partners', relatedObjectSlug: other, ...relation });
  return { slug, other };
}

describe('a deleted record', () => {
  test('200: is listed, and restored with values, links and notes, as it was', async () => {
    const { slug, other } = await deals();
    const [kept, gone] = [await crm.record(other, {}), await crm.record(other, {})];
    const { id } = await crm.record(slug, { code: 'a', tags: ['Red'], partners: [kept.id, gone.id] });
    const { note } = (await app.post(`/crm/${slug}/${id}/notes`, { note: 'Likes oak.' })).body;
    const before = (await app.get(`/crm/${slug}/${id}`)).body.record;
    await app.delete(`/crm/${slug}/${id}`);
    await app.delete(`/crm/${other}/${gone.id}`);

    expect((await app.get(`/crm/${slug}/${id}`)).status).toBe(404);
    expect((await app.get(`/crm/${slug}`)).body.pagination.total).toBe(0);
    const listed = await deletedIn(slug);
    expect(idsOf(listed.collection)).toEqual([id]);
    expect(listed.collection[0].attributes).toMatchObject({ code: 'a', tags: [{ value: 'Red' }] });
    expect(listed.collection[0].deletedAt > before.createdAt).toBe(true);
    expect(listed.pagination.total).toBe(1);

    const { status, body } = await restore(slug, id);
    expect(status).toBe(200);
    expect(body.record).toMatchObject({
      id,
      createdAt: before.createdAt,
      attributes: { ...before.attributes, partners: [kept.id] },
    });
    expect(idsOf((await app.get(`/crm/${slug}/${id}/notes`)).body.collection)).toEqual([note.id]);
    expect(idsOf((await app.get(`/crm/${slug}?filter[tags]=Red`)).body.collection)).toEqual([id]);
    expect((await app.get(`/crm/${slug}`)).body.pagination.total).toBe(1);
    expect((await deletedIn(slug)).collection).toEqual([]);
    expect((await kindsOf(slug, id)).toReversed().slice(0, 3)).toEqual([
      'record.created',
      'record.deleted',
      'record.created',
    ]);
    expect(await kindsOf(other, kept.id)).toContain('record.updated');
    expect((await restore(slug, id)).status).toBe(404);
    await app.delete(`/crm/${slug}/${id}`);
    expect((await restore(slug, id)).status).toBe(200);
  });

  test('409: a unique value is free at once, and when it was taken the record stays deleted', async () => {
    const { slug } = await deals();
    const { id } = await crm.record(slug, { code: 'same' });
    await app.delete(`/crm/${slug}/${id}`);
    const twin = await crm.record(slug, { code: 'same' });
    const { status, body } = await restore(slug, id);
    expect([status, body.message]).toEqual([
      409,
      `This record can’t be restored. code must be unique: "same" is already used by record ${twin.id}.`,
    ]);
    expect(idsOf((await deletedIn(slug)).collection)).toEqual([id]);
  });

  test('200: a person comes back with their meetings; 404: a merged record is restored by its merge', async () => {
    const page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
    await bookPage(app, page, { name: 'Ana Silva', email: 'ana@deleted.example' });
    const path = '/crm/people?filter[emails]=ana@deleted.example';
    const person = (await app.get(path)).body.collection[0];
    const meetings = async () => (await app.get(`/crm/people/${person.id}/meetings`)).body.meetings;
    const before = await meetings();
    expect(before.nextMeetingAt).not.toBeNull();
    await app.delete(`/crm/people/${person.id}`);
    expect((await deletedIn('people')).collection[0]).toMatchObject({ id: person.id, firstName: 'Ana' });
    expect((await restore('people', person.id)).status).toBe(200);
    expect(await meetings()).toEqual(before);
    expect((await app.get(path)).body.collection[0].company).toEqual(person.company);

    const other = await crm.person({ firstName: 'Anna' });
    await app.post('/crm/people/merge', { survivorId: person.id, mergedId: other.id });
    expect((await restore('people', other.id)).status).toBe(404);
  });

  test('403: users restore what they may write', async () => {
    const { slug } = await deals();
    const { id } = await crm.record(slug, {});
    await app.delete(`/crm/${slug}/${id}`);
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'own' } });
    const token = await app.tokenOf('aiko@juniper.example', ['crm:write']);
    expect((await app.post(`/crm/${slug}/${id}/restore`, {}, { token })).status).toBe(403);
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'write' } });
    expect((await app.post(`/crm/${slug}/${id}/restore`, {}, { token })).status).toBe(200);
  });
});

describe('a deleted object', () => {
  beforeAll(async () => {
    await app.runtime.database.pool.query(
      `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'https://hooks.example', 'organization',
         '{crm.object.deleted,crm.object.restored}', ''
       from member where email = 'mara@juniper.example'`,
    );
  });

  test('200: feed and webhooks hear of it; it comes back with records, relations and links', async () => {
    const { slug, other } = await deals();
    const partner = await crm.record(other, {});
    const { id } = await crm.record(slug, { code: 'a', partners: [partner.id] });
    const before = (await app.get(`/crm/objects/${slug}`)).body.object;
    await app.delete(`/crm/objects/${slug}`);
    const listed = (await app.get('/crm/objects?deleted=true')).body.collection;
    expect(listed.map((object: { slug: string }) => object.slug)).toContain(slug);
    expect(listed[0].deletedAt).toBeDefined();
    // Its key on the other object is given away.
    await crm.attribute(other, { label: 'Things', type: 'text' });

    const { status, body } = await app.post(`/crm/objects/${slug}/restore`);
    expect(status).toBe(200);
    const keys = (object: { attributes: { key: string }[] }) => object.attributes.map(({ key }) => key);
    expect(keys(body.object)).toEqual(keys(before));
    expect(body.object).not.toHaveProperty('deletedAt');
    expect((await app.get(`/crm/${slug}/${id}`)).body.record.attributes.partners).toEqual([partner.id]);
    const back = (await app.get(`/crm/${other}/${partner.id}`)).body.record.attributes;
    expect(back).toEqual({ things: null, things_2: [id] });
    expect((await app.post(`/crm/objects/${slug}/restore`)).status).toBe(404);

    const feed = await vi.waitFor(async () => {
      const changes: Change[] = (await app.get('/crm/changes?count=1000')).body.collection;
      const found = changes.filter((change) => change.objectSlug === slug && change.recordId === null);
      expect(found).toHaveLength(2);
      return found.map(({ kind }) => kind);
    }, 10_000);
    expect(feed).toEqual(['object.deleted', 'object.restored']);
    const sent = await queryRows<{ name: string }>(
      app,
      'select e.name from webhook_event e join webhook_delivery d on d.event_id = e.id order by d.seq',
    );
    expect(sent.map(({ name }) => name)).toEqual(['crm.object.deleted', 'crm.object.restored']);
  });

  test('200: a relation of two deleted objects comes back with the second of them', async () => {
    const { slug, other } = await deals();
    await app.delete(`/crm/objects/${slug}`);
    await app.delete(`/crm/objects/${other}`);
    const first = await app.post(`/crm/objects/${slug}/restore`);
    const keys = (object: { attributes: { key: string }[] }) => object.attributes.map(({ key }) => key);
    expect(keys(first.body.object)).not.toContain('partners');
    await app.post(`/crm/objects/${other}/restore`);
    expect(keys((await app.get(`/crm/objects/${slug}`)).body.object)).toContain('partners');
  });

  test('200: of two deleted objects with one slug, each is restored by its id', async () => {
    const slug = await crm.object();
    await app.delete(`/crm/objects/${slug}`);
    await crm.object(slug);
    await crm.attribute(slug, { label: 'Second', type: 'text' });
    await app.delete(`/crm/objects/${slug}`);
    const { collection } = (await app.get('/crm/objects?deleted=true&count=100')).body;
    const both = collection.filter((object: { slug: string }) => object.slug === slug);
    for (const { id, attributes } of both) {
      const restored = await app.post(`/crm/objects/${id}/restore`);
      expect(restored.body.object).toMatchObject({ slug, attributes });
      expect(restored.body.object).not.toHaveProperty('id');
      await app.delete(`/crm/objects/${slug}`);
    }
    expect(both).toHaveLength(2);
  });

  test('409: another object has its slug by now', async () => {
    const { slug } = await deals();
    await app.delete(`/crm/objects/${slug}`);
    await crm.object(slug);
    const { status, body } = await app.post(`/crm/objects/${slug}/restore`);
    expect([status, body.message]).toEqual([409, 'Another object now uses this slug.']);
  });
});

test('after 30 days what was deleted can’t be restored, and is purged', async () => {
  const { slug, other } = await deals();
  const old = await crm.record(slug, {});
  await app.delete(`/crm/${slug}/${old.id}`);
  await app.delete(`/crm/objects/${other}`);
  await purgeDeleted(app.runtime);
  expect(idsOf((await deletedIn(slug)).collection)).toEqual([old.id]);
  nowMs += 31 * 86_400_000;
  expect((await deletedIn(slug)).collection).toEqual([]);
  expect((await restore(slug, old.id)).status).toBe(404);
  expect((await app.post(`/crm/objects/${other}/restore`)).status).toBe(404);
  await purgeDeleted(app.runtime);
  expect(await queryRows(app, 'select from crm_deleted_record where id = $1', [old.id])).toEqual([]);
  expect(await queryRows(app, 'select from crm_object where slug = $1', [other])).toEqual([]);
});

test('every write of these tests has a change in its transaction', async () => {
  expect(await listUnrecordedWrites(app)).toEqual([]);
});

describe('the only partner of a record in a required relation', () => {
  async function firmsAndDeals(relationType: string): Promise<[firms: string, deals: string]> {
    const [firms, deals] = [await crm.object(), await crm.object()];
    await crm.attribute(deals, {
      label: 'Firm',
      type: 'relation',
      relatedObjectSlug: firms,
      relationType,
      isRequired: true,
    });
    return [firms, deals];
  }

  test('409: is not deleted, alone or in bulk, and the sentence says what needs it', async () => {
    const [firms, deals] = await firmsAndDeals('many_to_one');
    const firm = (await crm.record(firms, {})).id;
    const deal = (await crm.record(deals, { firm: [firm] })).id;
    const sentence = `This can’t be deleted. Firm is required on Things: record ${deal} has no other. Change or delete those first.`;
    for (const answer of [
      await app.delete(`/crm/${firms}/${firm}`),
      await app.post(`/crm/${firms}/delete`, { ids: [firm] }),
      await app.post(`/crm/${firms}/delete`, { ids: [firm], dryRun: true }),
      await app.post(`/crm/${firms}/delete`, { filter: {} }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([409, sentence]);
    }
    await crm.record(deals, { firm: [firm] });
    const { message } = (await app.delete(`/crm/${firms}/${firm}`)).body;
    expect(message).toContain('Firm is required on Things: 2 records have no other, such as ');
    expect((await app.get(`/crm/${firms}/${firm}`)).status).toBe(200);
    expect((await app.post(`/crm/${deals}/delete`, { filter: {} })).body.deletion.count).toBe(2);
    expect((await app.delete(`/crm/${firms}/${firm}`)).status).toBe(200);
  });

  test('200: while there is another one, while the relation is archived or not required', async () => {
    const [firms, deals] = await firmsAndDeals('many_to_many');
    const [one, two] = [(await crm.record(firms, {})).id, (await crm.record(firms, {})).id];
    await crm.record(deals, { firm: [one, two] });
    expect((await app.post(`/crm/${firms}/delete`, { ids: [one, two] })).status).toBe(409);
    expect((await app.delete(`/crm/${firms}/${one}`)).status).toBe(200);
    expect((await app.delete(`/crm/${firms}/${two}`)).status).toBe(409);
    await app.patch(`/crm/objects/${deals}/attributes/firm`, { isArchived: true });
    expect((await app.delete(`/crm/${firms}/${two}`)).status).toBe(200);
  });

  test('200: with all that need it, in one call', async () => {
    const slug = await crm.object();
    const relation = { type: 'relation', relatedObjectSlug: slug, relationType: 'many_to_one' };
    await crm.attribute(slug, { label: 'Parent', ...relation, relatedObjectLabel: 'Children' });
    const parent = (await crm.record(slug, {})).id;
    const child = (await crm.record(slug, { parent: [parent] })).id;
    await app.patch(`/crm/objects/${slug}/attributes/parent`, { isRequired: true });
    expect((await app.delete(`/crm/${slug}/${parent}`)).status).toBe(409);
    expect((await app.post(`/crm/${slug}/delete`, { ids: [parent, child] })).body.deletion.count).toBe(2);
  });

  test('409: also by a user who may not read what needs it, and does not learn what it is', async () => {
    const [firms, deals] = await firmsAndDeals('many_to_one');
    const firm = (await crm.record(firms, {})).id;
    const deal = (await crm.record(deals, { firm: [firm] })).id;
    await app.patch(`/crm/objects/${deals}`, { permissions: { user: 'none' } });
    const token = await app.tokenOf('aiko@juniper.example', ['crm:write']);
    const { status, body } = await app.delete(`/crm/${firms}/${firm}`, undefined, { token });
    expect(status).toBe(409);
    expect(body.message).toContain('Records that you can’t see require it.');
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${deal}|Firm`));
  });

  test('409: of two that are deleted at the same moment, one stays', async () => {
    const [firms, deals] = await firmsAndDeals('many_to_many');
    for (let round = 0; round < 5; round += 1) {
      const ids = [(await crm.record(firms, {})).id, (await crm.record(firms, {})).id];
      await crm.record(deals, { firm: ids });
      const answers = await Promise.all(ids.map((id) => app.delete(`/crm/${firms}/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import { toShownOptions, queryRows, createTestCrm } from '../test-crm.ts';

const app = useApp({ recordEvents: true });
const crm = createTestCrm(app);
const nobody = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';

let slug: string;

beforeAll(async () => {
  slug = await crm.object();
  await crm.attribute(slug, { label: 'Title', type: 'text' });
  await crm.attribute(slug, {
    label: 'Friends',
    type: 'relation',
    relatedObjectSlug: slug,
    relationType: 'many_to_many',
    relatedObjectLabel: 'Friend of',
  });
});

describe('GET /crm/{slug}/{id}/history and /timeline', () => {
  test('200: changes with old and new values and their actor, latest first', async () => {
    const friend = await crm.record(slug, { title: 'Friend' });
    const { id } = await crm.record(slug, { title: 'One' });
    await app.patch(`/crm/${slug}/${id}`, { title: 'Two', friends: [friend.id] });
    await app.patch(`/crm/${slug}/${id}/relation`, { attributeSlug: 'friends', remove: [friend.id] });
    const { status, body } = await app.get(`/crm/${slug}/${id}/history`);
    expect(status).toBe(200);
    expect(body.collection.map(({ kind, changes }: Record<string, unknown>) => [kind, changes])).toEqual([
      ['record.updated', { friends: { from: [friend.id], to: [] } }],
      ['record.updated', { title: { from: 'One', to: 'Two' }, friends: { from: [], to: [friend.id] } }],
      ['record.created', { title: { from: null, to: 'One' } }],
    ]);
    expect(body.collection[0].actor).toEqual({
      type: 'user',
      uuid: expect.stringMatching(/^[0-9A-Z]{15}$/),
      name: 'Mara Lindqvist',
    });
    expect(body.pagination.total).toBe(3);
    const theirs = await app.get(`/crm/${slug}/${friend.id}/history`);
    expect(theirs.body.collection.map(({ changes }: Record<string, unknown>) => changes)).toEqual([
      { friend_of: { from: [id], to: [] } },
      { friend_of: { from: [], to: [id] } },
      { title: { from: null, to: 'Friend' } },
    ]);
  });

  test('200: an emptied value as records show it: a list is [], a checkbox false, a text null', async () => {
    const object = await crm.object();
    const [me] = await queryRows<{ id: string }>(app, 'select id from member limit 1');
    await crm.attribute(object, { label: 'Tags', type: 'multiselect', options: [{ value: 'A' }] });
    await crm.attribute(object, { label: 'Owner', type: 'user' });
    await crm.attribute(object, { label: 'Done', type: 'checkbox' });
    await crm.attribute(object, { label: 'Text', type: 'text' });
    const { id } = await crm.record(object, { tags: ['A'], owner: [me?.id], done: true, text: 'x' });
    const emptied = { tags: [], owner: [], done: null, text: null };
    const { record } = (await app.patch(`/crm/${object}/${id}`, emptied)).body;
    const [last] = (await app.get(`/crm/${object}/${id}/history`)).body.collection;
    const changes = last.changes as Record<string, { to: unknown }>;
    expect(Object.keys(changes).toSorted()).toEqual(Object.keys(emptied).toSorted());
    for (const [key, { to }] of Object.entries(changes)) expect(to).toEqual(record.attributes[key]);
  });

  test('200: the history of a partner shows that a linked record was deleted', async () => {
    const friend = await crm.record(slug, {});
    const { id } = await crm.record(slug, { friends: [friend.id] });
    await app.delete(`/crm/${slug}/${id}`);
    const [last] = (await app.get(`/crm/${slug}/${friend.id}/history`)).body.collection;
    expect(last).toMatchObject({ kind: 'record.updated', changes: { friend_of: { from: [id], to: [] } } });
  });

  test('200: options with their labels: the new one if renamed, the last one if deleted', async () => {
    const own = await crm.object();
    const options = [{ value: 'Old' }, { value: 'New', color: 'sky' }, { value: 'Third' }];
    const { options: stages } = await crm.attribute(own, { label: 'Stage', type: 'select', options });
    const { options: tags } = await crm.attribute(own, { label: 'Tags', type: 'multiselect', options });
    const [oldStage, newStage] = toShownOptions(stages);
    const [, newTag, thirdTag] = toShownOptions(tags);
    const { id } = await crm.record(own, { stage: 'Old', tags: ['New', 'Third'] });
    await app.patch(`/crm/${own}/${id}`, { stage: 'New', tags: null });
    const left = [{ ...newStage, value: 'Renamed' }];
    await app.patch(`/crm/objects/${own}/attributes/stage`, { options: left });
    const { body } = await app.get(`/crm/${own}/${id}/history`);
    expect(body.collection.map(({ changes }: Record<string, unknown>) => changes)).toEqual([
      { stage: { from: oldStage, to: left[0] }, tags: { from: [newTag, thirdTag], to: [] } },
      { stage: { from: null, to: oldStage }, tags: { from: [], to: [newTag, thirdTag] } },
    ]);
    const shown = (await app.get(`/crm/objects/${own}`)).body.object.attributes;
    expect(shown.find(({ key }: { key: string }) => key === 'stage').options).toMatchObject(left);
  });

  test('200: notes are on the timeline, not in the history; paginated', async () => {
    const { id } = await crm.record(slug, {});
    for (let number = 0; number < 3; number += 1)
      await app.post(`/crm/${slug}/${id}/notes`, { note: `Note ${number}` });
    expect((await app.get(`/crm/${slug}/${id}/history`)).body.pagination.total).toBe(1);
    const first = await app.get(`/crm/${slug}/${id}/timeline?count=3`);
    expect(first.body.pagination).toMatchObject({ total: 4, totalPages: 2 });
    const second = await app.get(first.body.pagination.nextPage.replace('/v2', ''));
    expect(second.body.collection.map(({ kind }: { kind: string }) => kind)).toEqual(['record.created']);
  });

  test('404: an unknown record; 403: no scope', async () => {
    expect((await app.get(`/crm/${slug}/${nobody}/timeline`)).body.message).toBe('Record not found.');
    expect((await app.get(`/crm/people/${nobody}/history`)).body.message).toBe('Person not found.');
    const token = await app.tokenOf('mara@juniper.example', ['admin:full']);
    expect((await app.get(`/crm/${slug}/${nobody}/timeline`, { token })).status).toBe(403);
  });
});

describe('/crm/{slug}/{id}/notes', () => {
  test('201, 200: notes are created, listed latest first, updated and deleted', async () => {
    const { id } = await crm.record(slug, {});
    const path = `/crm/${slug}/${id}/notes`;
    const { status, body } = await app.post(path, { note: '<p onclick="x">Oak</p><script>x</script>' });
    expect(status).toBe(201);
    expect(body.note).toMatchObject({ note: '<p>Oak</p>', author: { type: 'user', name: 'Mara Lindqvist' } });
    await app.post(path, { note: 'Second' });
    expect((await app.get(path)).body.collection.map(({ note }: { note: string }) => note)).toEqual([
      'Second',
      '<p>Oak</p>',
    ]);
    expect((await app.patch(`${path}/${body.note.id}`, { note: 'Pine' })).body.note.note).toBe('Pine');
    expect((await app.delete(`${path}/${body.note.id}`)).body.message).toBe('Note deleted.');
    expect((await app.get(path)).body.pagination.total).toBe(1);
  });

  test('422: an empty note; 404: an unknown note, or that of another record', async () => {
    const [{ id }, other] = [await crm.record(slug, {}), await crm.record(slug, {})];
    expect((await app.post(`/crm/${slug}/${id}/notes`, { note: ' ' })).body.errors).toHaveProperty('note');
    expect((await app.post(`/crm/${slug}/${id}/notes`, { note: '<br>' })).status).toBe(422);
    expect((await app.post(`/crm/${slug}/${id}/notes`, { note: 'x'.repeat(10_001) })).status).toBe(422);
    expect((await app.post(`/crm/${slug}/${nobody}/notes`, { note: 'x' })).status).toBe(404);
    const { body } = await app.post(`/crm/${slug}/${id}/notes`, { note: 'x' });
    expect(
      (await app.patch(`/crm/${slug}/${other.id}/notes/${body.note.id}`, { note: 'y' })).body.message,
    ).toBe('Note not found.');
    expect((await app.delete(`/crm/${slug}/${id}/notes/${nobody}`)).status).toBe(404);
  });
});

describe('GET /crm/changes', () => {
  interface Feed {
    readonly collection: {
      readonly position: number;
      readonly recordId: string;
      readonly kind: string;
      readonly changes: Record<string, { from: unknown; to: unknown }>;
    }[];
    readonly next: string | null;
    readonly hasMore: boolean;
  }

  const read = async (after?: string | null, count = 50): Promise<Feed> =>
    (await app.get(`/crm/changes?count=${count}${after ? `&after=${after}` : ''}`)).body;

  async function readAll(after?: string | null): Promise<Feed> {
    const all: Feed['collection'][number][] = [];
    let feed = await read(after);
    all.push(...feed.collection);
    while (feed.hasMore) {
      feed = await read(feed.next);
      all.push(...feed.collection);
    }
    return { ...feed, collection: all };
  }

  test('200: oldest first; `next` continues after the end of the feed, with deletions', async () => {
    const before = await readAll();
    expect(await read(before.next)).toMatchObject({ collection: [], hasMore: false, next: before.next });
    const { id } = await crm.record(slug, { title: 'Fed' });
    await app.patch(`/crm/${slug}/${id}`, { title: 'Changed' });
    await app.delete(`/crm/${slug}/${id}`);
    const { collection } = await readAll(before.next);
    expect(collection).toMatchObject([
      { objectSlug: slug, recordId: id, kind: 'record.created' },
      { recordId: id, kind: 'record.updated', changes: { title: { from: 'Fed', to: 'Changed' } } },
      { recordId: id, kind: 'record.deleted', changes: { title: { from: 'Changed', to: null } } },
    ]);
  });

  test('200: a reader beside eight writers gets every change once', async () => {
    const start = (await readAll()).next;
    const seen: string[] = [];
    let place = start;
    let isWriting = true;
    const reader = (async () => {
      while (isWriting) {
        const feed = await readAll(place);
        seen.push(...feed.collection.map(({ recordId }) => recordId));
        place = feed.next;
      }
    })();
    const written = await repeatConcurrently(8, async () => {
      const ids: string[] = [];
      for (let number = 0; number < 10; number += 1) ids.push((await crm.record(slug, { title: 'x' })).id);
      return ids;
    });
    isWriting = false;
    await reader;
    seen.push(...(await readAll(place)).collection.map(({ recordId }) => recordId));
    expect(seen.toSorted()).toEqual(written.flat().toSorted());
  });

  test('200: a change of a transaction that is still open appears after its commit', async () => {
    const { next } = await readAll();
    const client = await app.runtime.database.pool.connect();
    await client.query(`begin; set local daybook.workspace = '*'`);
    await client.query(
      `insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind)
       select workspace_id, gen_random_uuid(), id, gen_random_uuid(), 'record.open', 'system' from crm_object where slug = $1`,
      [slug],
    );
    await crm.record(slug, { title: 'Later' });
    const before = await readAll(next);
    expect(before.collection.map(({ kind }) => kind)).toEqual(['record.created']);
    await client.query('commit');
    client.release();
    expect((await readAll(before.next)).collection.map(({ kind }) => kind)).toEqual(['record.open']);
  });

  test('200: replayed in its order it gives the records as they are, beside parallel writers of the same records', async () => {
    const start = (await readAll()).next;
    const ids = await repeatConcurrently(3, async () => (await crm.record(slug, { title: 'x' })).id);
    const changes: Feed['collection'] = [];
    let place = start;
    let isWriting = true;
    const reader = (async () => {
      while (isWriting) {
        const feed = await readAll(place);
        changes.push(...feed.collection);
        place = feed.next;
      }
    })();
    await repeatConcurrently(8, async (writer) => {
      for (let number = 0; number < 12; number += 1) {
        await app.patch(`/crm/${slug}/${ids[number % ids.length]}`, { title: `${writer} ${number}` });
      }
    });
    isWriting = false;
    await reader;
    changes.push(...(await readAll(place)).collection);

    const positions = changes.map(({ position }) => position);
    expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
    const replayed = new Map<string, unknown>();
    for (const {
      recordId,
      changes: { title },
    } of changes) {
      if (!title) continue;
      expect(title.from).toEqual(replayed.get(recordId) ?? null);
      replayed.set(recordId, title.to);
    }
    for (const id of ids) {
      const { record } = (await app.get(`/crm/${slug}/${id}`)).body;
      expect(replayed.get(id)).toBe(record.attributes.title);
    }
  });

  test('200: nothing of other workspaces; 422: an invalid `after`', async () => {
    const { token } = await createNeighbour(app.runtime);
    expect((await app.get('/crm/changes', { token })).body).toEqual({
      collection: [],
      next: null,
      hasMore: false,
    });
    for (const after of ['x', '..', 'MSAyIDM'])
      expect((await app.get(`/crm/changes?after=${after}`)).status).toBe(422);
    expect((await app.get('/crm/changes?count=1001')).status).toBe(422);
  });
});

describe('events', () => {
  test('crm.record.created, updated and deleted are published once each, with the change', async () => {
    const { id } = await crm.record(slug, { title: 'Same' });
    await app.patch(`/crm/${slug}/${id}`, { title: 'Same' });
    await app.patch(`/crm/${slug}/${id}`, { title: 'Again' });
    await app.delete(`/crm/${slug}/${id}`);
    const published = app.published.filter(({ payload }) => payload.recordId === id);
    expect(published.map(({ name }) => name)).toEqual([
      'crm.record.created',
      'crm.record.updated',
      'crm.record.deleted',
    ]);
    const changes = await queryRows<{ id: string }>(
      app,
      'select id from crm_change where record_id = $1 order by happened_at',
      [id],
    );
    expect(published.map(({ payload }) => payload.changeId)).toEqual(changes.map((change) => change.id));
  });
});

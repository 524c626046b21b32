import { beforeEach, describe, expect, test } from 'vitest';
import { createPage } from '../../test/booking.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { useRecordNotes } from '../../test/record-notes.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';

const { app, crm, given } = useRecordNotes();
const nobody = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';

beforeEach(async () => {
  await app.runtime.database.pool.query('delete from favorite');
});

const add = (body: object, token?: string) => app.post('/favorites', body, token ? { token } : {});
const record = async (name: string) => {
  const { id } = await crm.record(given.slug, { name });
  return { kind: 'record', objectSlug: given.slug, id };
};
const list = async (token?: string): Promise<{ uuid: string; title: string; id: string }[]> =>
  (await app.get('/favorites', token ? { token } : {})).body.favorites;
const titles = async (token?: string) => (await list(token)).map(({ title }) => title);

describe('favorites', () => {
  test('201, 200: records, views and pages, in the order in which they were added', async () => {
    const oak = await record('Oak');
    const { view } = (await app.post(`/crm/${given.slug}/views`, { name: 'Open' })).body;
    const page = await createPage(app, { title: 'Intro' });
    expect((await add(oak)).body.favorite).toEqual({ uuid: expect.any(String), ...oak, title: 'Oak' });
    expect((await add({ kind: 'view', objectSlug: given.slug, id: view.id })).status).toBe(201);
    expect((await add({ kind: 'page', id: page.uuid })).body.favorite.objectSlug).toBeNull();
    expect(await titles()).toEqual(['Oak', 'Open', 'Intro']);
    expect((await add(oak)).status).toBe(201);
    expect(await titles()).toEqual(['Oak', 'Open', 'Intro']);
    expect(await titles(given.aiko)).toEqual([]);
  });

  test('200: another order, in which unnamed ones follow', async () => {
    for (const name of ['a', 'b', 'c']) await add(await record(name));
    const [, , c] = await list();
    const { status, body } = await app.put('/favorites/order', { uuids: [c?.uuid, nobody] });
    expect([status, body.favorites.map(({ title }: { title: string }) => title)]).toEqual([
      200,
      ['c', 'a', 'b'],
    ]);
    expect((await app.delete(`/favorites/${c?.uuid}`)).status).toBe(200);
    expect(await titles()).toEqual(['a', 'b']);
    expect((await app.delete(`/favorites/${c?.uuid}`)).status).toBe(404);
  });

  test('200: what was deleted is left out, and there again when it is restored; a merged one is its survivor', async () => {
    const [oak, elm] = [await record('Oak'), await record('Elm')];
    await add(oak);
    await add(elm);
    await app.delete(`/crm/${given.slug}/${oak.id}`);
    expect(await titles()).toEqual(['Elm']);
    await app.post(`/crm/${given.slug}/${oak.id}/restore`);
    expect(await titles()).toEqual(['Oak', 'Elm']);
    const { status } = await app.post(`/crm/${given.slug}/merge`, { survivorId: elm.id, mergedId: oak.id });
    expect(status).toBeLessThan(300);
    expect((await list()).map(({ id }) => id)).toEqual([elm.id]);
  });

  test('422: what the user can’t see; 200: left out once they no longer can', async () => {
    const own = (await app.post(`/crm/${given.slug}/views`, { name: 'Mine' })).body.view;
    const page = await createPage(app, { title: 'Mara’s' });
    for (const body of [
      { kind: 'view', objectSlug: given.slug, id: own.id },
      { kind: 'page', id: page.uuid },
      { kind: 'record', objectSlug: given.slug, id: nobody },
      { kind: 'record', objectSlug: 'nothing', id: nobody },
    ]) {
      expect((await add(body, given.aiko)).body.errors, JSON.stringify(body)).toHaveProperty('id');
    }
    expect((await add({ kind: 'record', id: nobody })).body.errors).toHaveProperty('objectSlug');
    const hidden = await crm.object();
    const { id } = await crm.record(hidden, {});
    await add({ kind: 'record', objectSlug: hidden, id }, given.aiko);
    expect(await titles(given.aiko)).toEqual(['']);
    await app.patch(`/crm/objects/${hidden}`, { permissions: { user: 'none' } });
    expect(await titles(given.aiko)).toEqual([]);
  });

  test('another workspace has none of them', async () => {
    const oak = await record('Oak');
    const { favorite } = (await add(oak)).body;
    const { token } = await createNeighbour(app.runtime);
    expect(await list(token)).toEqual([]);
    expect((await add(oak, token)).status).toBe(422);
    expect((await app.delete(`/favorites/${favorite.uuid}`, undefined, { token })).status).toBe(404);
  });

  test('409: more than fifty are not added, also at once; the same one twice is one', async () => {
    const oak = await record('Oak');
    const twice = await repeatConcurrently(4, () => add(oak));
    expect(new Set(twice.map(({ body }) => body.favorite.uuid)).size).toBe(1);
    for (let count = 1; count < 47; count += 1) await add(await record(`tree ${count}`));
    const more = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(record));
    const answers = await Promise.all(more.map((body) => add(body)));
    expect(countByStatus(answers)).toEqual({ 201: 3, 409: 3 });
    expect(await list()).toHaveLength(50);
  });
});

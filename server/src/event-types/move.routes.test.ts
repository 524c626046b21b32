import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { aiko, createPageHelpers, unknownId } from './test-pages.ts';

const app = useApp();
const { addPage, newcomer } = createPageHelpers(app);

/** A user with three pages. */
const owner = async () => {
  const { email, slug } = await newcomer();
  const token = await app.tokenOf(email, ['event-types:write']);
  const ids: string[] = [];
  for (const title of ['Ash', 'Birch', 'Cedar']) ids.push((await addPage({ title, ownerSlug: slug })).uuid);
  const titles = async (query: string) =>
    (await app.get(`/event-types?${query}`, { token })).body.collection
      .map(({ title }: { title: string }) => title[0])
      .join('');
  return { slug, token, ids, titles };
};
const place = (id: string, after: unknown, options = {}) =>
  app.put(`/event-types/${id}/position`, { after }, options);

describe('PUT /event-types/{uuid}/position', () => {
  test('200: visitors and sort=position see the order of the owner; the default stays oldest first', async () => {
    const { slug, token, ids, titles } = await owner();
    const [a = '', b = '', c = ''] = ids;
    expect(await titles('sort=position')).toBe('ABC');
    expect((await place(c, null, { token })).status).toBe(200);
    expect((await place(a, b, { token })).status).toBe(200);
    expect([await titles('sort=position'), await titles('')]).toEqual(['CBA', 'ABC']);
    const page = await app.inject({ method: 'GET', url: `/${slug}` });
    const seen = [...String(page.body).matchAll(new RegExp(`href="/${slug}/(\\w)`, 'g'))];
    expect(seen.map(([, letter]) => letter).join('')).toBe('cba');
    await addPage({ title: 'Date palm', ownerSlug: slug });
    expect(await titles('sort=position')).toBe('CBAD');
  });

  test('200: of two who move pages at the same time, neither move is lost', async () => {
    const { ids, titles } = await owner();
    const [a = '', b = '', c = ''] = ids;
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([place(a, c), place(b, null), place(c, b)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect([...(await titles('sort=position'))].sort().join('')).toBe('ABC');
    }
  });

  test('200: the version of the page stays, so that who edits it can save', async () => {
    const { ids } = await owner();
    const [a = '', b = ''] = ids;
    const before = await app.get(`/event-types/${a}/settings`);
    await place(a, b);
    const headers = { 'if-match': String(before.headers['etag']) };
    expect((await app.patch(`/event-types/${a}`, { title: 'Still mine' }, { headers })).status).toBe(200);
  });

  test('403: others; 404: no such page; 422: behind itself, or behind a page of someone else', async () => {
    const { ids } = await owner();
    const [a = ''] = ids;
    const [theirs = ''] = (await owner()).ids;
    const token = await app.tokenOf(aiko, ['event-types:write']);
    expect((await place(a, null, { token })).status).toBe(403);
    expect((await place(unknownId, null)).status).toBe(404);
    for (const after of [a, theirs, 'x', undefined]) {
      expect(Object.keys((await place(a, after)).body.errors)).toEqual(['after']);
    }
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import { findLinkByToken, useLink } from './public.ts';
import { aiko, createPageHelpers, mara, tomas, unknownId } from './test-pages.ts';

const app = useApp();
const { addPage, newcomer, rows } = createPageHelpers(app);

let aikoToken: string;
let neighbour: { token: string };
let page: { uuid: string; uri: string };
beforeAll(async () => {
  aikoToken = await app.tokenOf(aiko, ['event-types:write']);
  neighbour = await createNeighbour(app.runtime);
  page = await addPage({
    title: 'Linked',
    type: 'ROUND_ROBIN',
    ownerSlug: 'discovery',
    hosts: [{ email: mara }, { email: tomas }],
  });
});

const later = '2099-01-31T09:00:00+01:00';
const address = /^http:\/\/localhost:4000\/s\/[0-9A-Za-z]{22}$/;
const tokenOf = (link: string) => link.split('/s/')[1] ?? '';
const single = async (of: { uuid: string }, query = '', token?: string) =>
  app.get(`/event-types/${of.uuid}/single-use-link${query}`, token ? { token } : {});
const addLink = async (fields: object, token?: string) => {
  const { status, body } = await app.post('/links', fields, token ? { token } : {});
  expect(body).toMatchObject({ success: true });
  expect(status).toBe(201);
  return body.resource;
};
const errorsOf = async (fields: object) => {
  const { status, body } = await app.post('/links', fields);
  expect(status).toBe(422);
  return body.errors;
};
const linksOf = async (of: { uuid: string }, token?: string) =>
  (await app.get(`/links?eventTypeUuid=${of.uuid}&count=100`, token ? { token } : {})).body.collection;

/** Tables in which a text stands somewhere, as it is or as bytes. */
const tablesWith = async (text: string) => {
  const tables = await rows(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const hits = await rows(
      `select from "${name}" row where row::text like '%' || $1 || '%'
      or row::text like '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'`,
      [text],
    );
    if (hits.length > 0) found.push(name);
  }
  return found;
};

/** As booking and availability ask, in Juniper's workspace. */
const inside = async <T>(work: Parameters<typeof runInWorkspace<T>>[2]): Promise<T> => {
  const [{ workspace_id: id }] = await rows(`select workspace_id from member where email = $1`, [mara]);
  return runInWorkspace(app.runtime, createSystemActor(id), work);
};

describe('GET /event-types/{uuid}/single-use-link', () => {
  test('200: another link at every call, never cached', async () => {
    const answers = await repeatConcurrently(10, () => single(page));
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, link: expect.stringMatching(address), eventTypeUri: page.uri });
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(new Set(answers.map(({ body }) => body.link)).size).toBe(10);
  });

  test('a token is nowhere in the database in clear', async () => {
    const { token } = await addLink({ eventTypeUuid: page.uuid, name: 'Findable' });
    expect((await tablesWith('Findable')).sort()).toEqual(['audit_entry', 'link']);
    expect(await tablesWith(token)).toEqual([]);
    expect(await tablesWith(tokenOf((await single(page)).body.link))).toEqual([]);
  });

  test('200: a price only where there is one to override; 422 elsewhere', async () => {
    const priced = await addPage({ title: 'Priced', price: '100.00', currency: 'EUR' });
    const { status, body } = await single(priced, '?price=80');
    expect(status).toBe(200);
    expect(await linksOf(priced)).toMatchObject([
      { token: tokenOf(body.link), kind: 'single_use', price: '80.00', hosts: [mara], usedAt: null },
    ]);
    expect((await single(page, '?price=80')).body.errors).toEqual({
      price: ['The event type has no price to override.'],
    });
    for (const price of ['-1', 'free', '1.234', '']) {
      const refused = await single(priced, `?price=${price}`);
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors)).toEqual(['price']);
    }
  });

  test('200 for an inactive page: the link can be sent before the page opens', async () => {
    expect((await single(await addPage({ title: 'Not yet', isActive: false }))).status).toBe(200);
  });

  test('everyone who can read the page; 401 without a token', async () => {
    expect((await single(page, '', aikoToken)).status).toBe(200);
    const { token } = await newcomer();
    expect((await single(page, '', token)).body).toMatchObject({ success: false, status: 403 });
    const anyScope = await app.tokenOf(tomas, ['booking']);
    expect((await single(page, '', anyScope)).status).toBe(200);
    const { status } = await app.get(`/event-types/${page.uuid}/single-use-link`, { token: null });
    expect(status).toBe(401);
  });
});

describe('POST /links', () => {
  test('201: shared by default, for all hosts of the page', async () => {
    const link = await addLink({ eventTypeUuid: page.uuid });
    expect(link).toEqual({
      token: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      kind: 'shared',
      name: null,
      link: `http://localhost:4000/s/${link.token}`,
      eventTypeUri: page.uri,
      hosts: [mara, tomas],
      price: null,
      times: null,
      expiresAt: null,
      usedAt: null,
      maxUses: null,
      uses: 0,
      createdAt: expect.stringMatching(/\.\d{6}Z$/),
    });
  });

  test('201: for some of the hosts, or together with colleagues; with a name and an end', async () => {
    const shared = { eventTypeUuid: page.uuid, hosts: ['TOMAS@juniper.example'], name: 'Partners' };
    expect(await addLink({ ...shared, expiresAt: later })).toMatchObject({
      hosts: [tomas],
      name: 'Partners',
      expiresAt: '2099-01-31T08:00:00.000000Z',
    });
    const together = { eventTypeUuid: page.uuid, kind: 'collective', hosts: [aiko, mara] };
    expect(await addLink(together)).toMatchObject({ kind: 'collective', hosts: [aiko, mara] });
    const once = { eventTypeUuid: page.uuid, kind: 'single_use', hosts: [tomas] };
    expect(await addLink(once)).toMatchObject({ kind: 'single_use', hosts: [tomas], usedAt: null });
    const all = { eventTypeUuid: page.uuid, kind: 'collective' };
    expect(await addLink(all)).toMatchObject({ kind: 'collective', hosts: [mara, tomas] });
  });

  test('422: every wrong field at once', async () => {
    const { email, uuid } = await newcomer();
    await app.delete(`/organizations/users/${uuid}`);
    expect(
      await errorsOf({
        eventTypeUuid: page.uuid,
        hosts: [mara, aiko, 'petra@fern.example', email],
        expiresAt: '2020-01-01T00:00:00Z',
      }),
    ).toEqual({
      'hosts.1': ['Must be a host of the event type.'],
      'hosts.2': ['No active user in this workspace has this email address.'],
      'hosts.3': ['No active user in this workspace has this email address.'],
      expiresAt: ['Must be in the future.'],
    });
    const unread = {
      kind: 'private',
      hosts: [aiko, 'nobody@juniper.example'],
      expiresAt: '2020-01-01T00:00:00Z',
    };
    expect(Object.keys(await errorsOf({ ...unread, eventTypeUuid: unknownId }))).toEqual([
      'kind',
      'eventTypeUuid',
      'expiresAt',
      'hosts.1',
    ]);
    const theirs = await addPage({ title: 'Theirs' }, neighbour.token);
    for (const eventTypeUuid of [unknownId, theirs.uuid]) {
      expect(
        Object.keys(await errorsOf({ eventTypeUuid, hosts: ['nobody@juniper.example'] })).sort(),
      ).toEqual(['eventTypeUuid', 'hosts.0']);
    }
    expect(
      Object.keys(
        await errorsOf({ eventTypeUuid: 'x', kind: 'private', hosts: [], expiresAt: 'soon', name: '' }),
      ),
    ).toEqual(['eventTypeUuid', 'kind', 'hosts', 'name', 'expiresAt']);
    expect(await errorsOf({ eventTypeUuid: page.uuid, hosts: [mara, mara.toUpperCase()] })).toEqual({
      hosts: ['Must not name a host twice.'],
    });
  });

  test('401, 403 without the scope, 403 for a page that is none of theirs', async () => {
    const fields = { eventTypeUuid: page.uuid };
    expect((await app.post('/links', fields, { token: null })).status).toBe(401);
    const reader = await app.tokenOf(mara, ['event-types:read']);
    const { body } = await app.post('/links', fields, { token: reader });
    expect(body.error.required_scopes).toEqual(['admin:full', 'event-types:write']);
    const { token } = await newcomer();
    expect((await app.post('/links', fields, { token })).body).toMatchObject({ success: false, status: 403 });
  });
});

describe('GET /links', () => {
  test('200: of the pages one hosts or owns, newest last, used and expired too', async () => {
    const { token, slug, email } = await newcomer();
    const hosted = await addPage({ title: 'Hosted', hosts: [{ email }] });
    const owned = await addPage({ title: 'Owned', ownerSlug: slug, hosts: [{ email: mara }] });
    const first = tokenOf((await single(hosted)).body.link);
    const second = (await addLink({ eventTypeUuid: owned.uuid, expiresAt: later })).token;
    const third = (await addLink({ eventTypeUuid: hosted.uuid })).token;
    await rows(`update link set used_at = now() where event_type_id = $1 and kind = 'single_use'`, [
      hosted.uuid,
    ]);
    await rows(`update link set expires_at = now() - interval '1 day' where event_type_id = $1`, [
      owned.uuid,
    ]);

    const { status, body } = await app.get('/links', { token });
    expect(status).toBe(200);
    expect(body.collection.map((link: { token: string }) => link.token)).toEqual([first, second, third]);
    expect(body.pagination).toMatchObject({ total: 3, count: 20 });
    expect(body.collection[0].usedAt).toMatch(/\.\d{6}Z$/);
    const paged = await app.get('/links?count=1&page=2', { token });
    expect(paged.body.collection).toEqual([body.collection[1]]);
    expect(paged.body.pagination.nextPage).toBe('/v2/links?count=1&page=3');
    expect(await linksOf(hosted, token)).toEqual([body.collection[0], body.collection[2]]);
    const admin = await app.tokenOf(tomas, ['event-types:read']);
    expect(await linksOf(hosted, admin)).toEqual([]);
    const all = await app.get(`/links?scope=all&eventTypeUuid=${hosted.uuid}`, { token: admin });
    expect(all.body.collection).toHaveLength(2);
  });

  test('200: unknown pages and those of another workspace have no links here', async () => {
    const theirs = await addPage({ title: 'Theirs alone' }, neighbour.token);
    await addLink({ eventTypeUuid: theirs.uuid }, neighbour.token);
    expect(await linksOf(theirs)).toEqual([]);
    expect(await linksOf({ uuid: unknownId })).toEqual([]);
    const everything = await app.get('/links?scope=all&count=100');
    expect(JSON.stringify(everything.body)).not.toContain(theirs.uuid);
    const own = await app.get('/links', { token: neighbour.token });
    expect(own.body.pagination.total).toBe(1);
  });

  test('401; 403 without the scope, and for all without the role; 422', async () => {
    expect((await app.get('/links', { token: null })).status).toBe(401);
    const booker = await app.tokenOf(mara, ['booking']);
    expect((await app.get('/links', { token: booker })).body.error.required_scopes).toEqual([
      'admin:full',
      'event-types:read',
    ]);
    expect((await app.get('/links?scope=all', { token: aikoToken })).body).toEqual({
      success: false,
      message: 'Only owners and admins can do this.',
      status: 403,
    });
    const { status, body } = await app.get('/links?scope=mine&eventTypeUuid=x&count=0');
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['count', 'eventTypeUuid', 'scope']);
  });
});

describe('DELETE /links/{token}', () => {
  const linkNotFound = { success: false, message: 'Link not found.', status: 404 };

  test('200, once', async () => {
    const { token } = await addLink({ eventTypeUuid: page.uuid });
    const { status, body } = await app.delete(`/links/${token}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'Link deleted.', status: 200 });
    expect((await app.delete(`/links/${token}`)).body).toEqual(linkNotFound);
    expect(JSON.stringify(await linksOf(page))).not.toContain(token);
  });

  test('of ten at once, one deletes it', async () => {
    const { token } = await addLink({ eventTypeUuid: page.uuid });
    expect(countByStatus(await repeatConcurrently(10, () => app.delete(`/links/${token}`)))).toEqual({
      200: 1,
      404: 9,
    });
  });

  test('404: unknown, impossible, of another workspace; 401; 403', async () => {
    const theirs = await addPage({ title: 'Theirs too' }, neighbour.token);
    const link = await addLink({ eventTypeUuid: theirs.uuid }, neighbour.token);
    for (const token of ['a'.repeat(22), 'short', link.token]) {
      const { status, body } = await app.delete(`/links/${token}`);
      expect(status).toBe(404);
      expect(body).toEqual(linkNotFound);
    }
    const { token } = await addLink({ eventTypeUuid: page.uuid });
    expect((await app.delete(`/links/${token}`, undefined, { token: null })).status).toBe(401);
    const stranger = await newcomer();
    const refused = await app.delete(`/links/${token}`, undefined, { token: stranger.token });
    expect(refused.body).toMatchObject({ success: false, status: 403 });
    expect((await app.delete(`/links/${token}`, undefined, { token: aikoToken })).status).toBe(200);
  });
});

describe('what booking asks', () => {
  test('a link is found by its token in its own workspace, until its page is deleted', async () => {
    const passing = await addPage({ title: 'Passing', price: '10.00', currency: 'EUR' });
    const token = tokenOf((await single(passing, '?price=5.00')).body.link);
    expect(await inside((ctx) => findLinkByToken(ctx, token))).toEqual({
      id: expect.any(String),
      eventTypeId: passing.uuid,
      kind: 'single_use',
      hostIds: null,
      price: '5.00',
      onlyStarts: null,
      expiresAt: null,
      usedAt: null,
      isLimited: true,
      lacksHost: false,
    });
    const theirs = await addPage({ title: 'Elsewhere' }, neighbour.token);
    const foreign = await addLink({ eventTypeUuid: theirs.uuid }, neighbour.token);
    expect(await inside((ctx) => findLinkByToken(ctx, foreign.token))).toBeUndefined();
    await app.delete(`/event-types/${passing.uuid}`);
    expect(await inside((ctx) => findLinkByToken(ctx, token))).toBeUndefined();
    expect((await app.delete(`/links/${token}`)).status).toBe(404);
    expect(await linksOf(passing)).toEqual([]);
  });

  test('a single-use link is used once, however many try', async () => {
    const link = await inside((ctx) =>
      single(page).then(({ body }) => findLinkByToken(ctx, tokenOf(body.link))),
    );
    const used = await repeatConcurrently(10, () => inside((ctx) => useLink(ctx, link?.id ?? '')));
    expect(used.filter(Boolean)).toHaveLength(1);
  });
});

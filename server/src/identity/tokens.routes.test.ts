import { crc32 } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';

const app = useApp();

const mara = 'mara@juniper.example';
const aiko = 'aiko@juniper.example';
const tomas = 'tomas@juniper.example';
const create = (fields: object, token?: string) =>
  app.post(
    '/tokens',
    { name: 'Website', scopes: ['booking'], ...fields },
    token === undefined ? {} : { token },
  );
const mine = async (uuid: string) =>
  (await app.get('/tokens?count=100&scope=all')).body.collection.find(
    (one: { uuid: string }) => one.uuid === uuid,
  );

describe('GET /whoami', () => {
  test('200: the address of the token owner and nothing else, with any scope', async () => {
    const token = await app.tokenOf(aiko, ['notes:read']);
    const { status, body } = await app.get('/whoami', { token });
    expect(status).toBe(200);
    expect(body).toEqual({ email: aiko });
  });

  test.each([
    ['none', undefined, 'Bearer'],
    ['empty', 'Bearer ', 'Bearer'],
    ['no such token', `Bearer ${'x'.repeat(50)}`, 'Bearer error="invalid_token"'],
    ['too short to ask for', 'Bearer abc', 'Bearer error="invalid_token"'],
    ['huge', `Bearer ${'x'.repeat(10_000)}`, 'Bearer error="invalid_token"'],
    ['another scheme', 'Basic bWFyYTpzZWNyZXQ=', 'Bearer'],
    ['no scheme', 'test-token-of-the-owner-of-the-demo-company', 'Bearer'],
    ['two tokens', 'Bearer test-token-of-the-owner-of-the-demo-company, x', 'Bearer'],
    ['a space inside', 'Bearer test-token-of-the-owner of-the-demo-company', 'Bearer'],
    ['odd characters', `Bearer ${'é'.repeat(45)}`, 'Bearer error="invalid_token"'],
  ])('401: %s', async (_case, authorization, challenge) => {
    const answer = await app.inject({ url: '/v2/whoami', headers: authorization ? { authorization } : {} });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: 'Unauthenticated.' });
    expect(answer.headers['www-authenticate']).toBe(challenge);
  });

  test('200: the scheme may be written in any case', async () => {
    const headers = { authorization: 'bEARER  test-token-of-the-owner-of-the-demo-company ' };
    expect((await app.inject({ url: '/v2/whoami', headers })).status).toBe(200);
  });
});

describe('POST /tokens', () => {
  test('201: the secret is shown once, in the form that secret scanners know, and its prefix is stored', async () => {
    const { status, body } = await create({ expiresAt: '2031-05-01T12:00:00.123456+02:00' });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^dbk_[0-9A-Za-z]{46}$/);
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const checksum = [...body.token.slice(44)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
    expect(checksum).toBe(crc32(body.token.slice(4, 44)));
    expect(body.resource).toMatchObject({
      name: 'Website',
      prefix: body.token.slice(0, 8),
      scopes: ['booking'],
      userEmail: mara,
      expiresAt: '2031-05-01T10:00:00.123456Z',
      lastUsedAt: null,
    });
    expect(await mine(body.resource.uuid)).toEqual(body.resource);
    expect(JSON.stringify(await app.get('/tokens?count=100'))).not.toContain(body.token);
  });

  test('401: one character off is refused', async () => {
    const { token } = (await create({})).body;
    const off = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
    expect((await app.get('/whoami', { token: off })).status).toBe(401);
    expect((await app.get('/whoami', { token: token.slice(0, -1) })).status).toBe(401);
    expect((await app.get('/whoami', { token })).status).toBe(200);
  });

  test('403: only owners and admins create tokens for others, and an admin none for an owner', async () => {
    const user = await app.tokenOf(aiko, ['tokens:write', 'booking']);
    const refused = await create({ userEmail: mara }, user);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      success: false,
      message: 'Only owners and admins can do this.',
      status: 403,
    });
    const admin = await app.tokenOf(tomas, ['admin:full']);
    expect((await create({ userEmail: mara }, admin)).status).toBe(403);
    expect((await create({ userEmail: aiko }, admin)).status).toBe(201);
    expect((await create({ userEmail: aiko }, user)).status).toBe(201);
  });

  test('422: scopes that the caller does not hold; a write scope includes its read scope', async () => {
    const token = await app.tokenOf(mara, ['tokens:write', 'notes:write']);
    expect((await create({ scopes: ['notes:read', 'notes:write'] }, token)).status).toBe(201);
    const { status, body } = await create({ scopes: ['booking', 'admin:full'] }, token);
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      scopes: ['You can’t grant a scope that you don’t have: booking, admin:full.'],
    });
  });

  test('422: admin:full does not include the scopes of the CRM', async () => {
    const token = await app.tokenOf(mara, ['admin:full']);
    expect((await create({ scopes: ['booking', 'webhooks:write'] }, token)).status).toBe(201);
    expect((await create({ scopes: ['crm:read'] }, token)).body.errors).toHaveProperty('scopes');
  });

  test('422: admin:full for a user who is neither owner nor admin', async () => {
    const { status, body } = await create({ scopes: ['admin:full'], userEmail: aiko });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ scopes: ['Only owners and admins can have the scope admin:full.'] });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: 'booking' }, 'scopes'],
    [{ scopes: ['booking', 'everything'] }, 'scopes.1'],
    [{ scopes: ['booking', 'booking'] }, 'scopes'],
    [{ userEmail: 'nobody@juniper.example' }, 'userEmail'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: '2031-02-30T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: '2031-01-01T00:00:00' }, 'expiresAt'],
    [{ expiresAt: '2031-01-01T00:00:00+16:00' }, 'expiresAt'],
    [{ expiresAt: '9999-12-31T23:59:59.9999999Z' }, 'expiresAt'],
    [{ expiresAt: '9999-12-31T23:59:59-12:00' }, 'expiresAt'],
    [{ expiresAt: '0000-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: 1_900_000_000 }, 'expiresAt'],
  ])('422: %j', async (fields, field) => {
    const { status, body } = await create(fields);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  test('422: an empty name, an unknown user, scopes that the caller does not hold and a past expiry at once', async () => {
    const token = await app.tokenOf(mara, ['tokens:write', 'booking']);
    const wrong = { name: '', scopes: ['admin:full'], expiresAt: '2020-01-01T00:00:00Z' };
    const { body } = await create({ ...wrong, userEmail: 'nobody@juniper.example' }, token);
    expect(Object.keys(body.errors)).toEqual(['name', 'userEmail', 'scopes', 'expiresAt']);
    const unread = await create({ scopes: ['booking'], userEmail: null }, token);
    expect(unread.body.errors).toEqual({ userEmail: ['Must be a string.'] });
  });

  test('201: the last second that has four digits of a year', async () => {
    const { body } = await create({ expiresAt: '9999-12-31T23:59:59Z' });
    expect(body.resource.expiresAt).toBe('9999-12-31T23:59:59.000000Z');
  });

  test('401 and 403: without a token, without the scope', async () => {
    const token = await app.tokenOf(mara, ['users:write']);
    expect((await app.get('/tokens', { token: null })).status).toBe(401);
    expect((await app.post('/tokens', {}, { token: null })).status).toBe(401);
    expect((await app.get('/tokens', { token })).status).toBe(403);
    expect((await create({}, token)).body.error.required_scopes).toEqual(['admin:full', 'tokens:write']);
  });
});

describe('GET /tokens', () => {
  test("200: one's own; everybody's with scope=all, for owners and admins only", async () => {
    const token = await app.tokenOf(aiko, ['tokens:write']);
    const own = await app.get('/tokens', { token });
    expect(new Set(own.body.collection.map((one: { userEmail: string }) => one.userEmail))).toEqual(
      new Set([aiko]),
    );
    expect((await app.get('/tokens?scope=all', { token })).status).toBe(403);
    const all = await app.get('/tokens?scope=all&count=100');
    expect(all.body.pagination.total).toBeGreaterThan(own.body.pagination.total);
    expect((await app.get('/tokens?scope=everyone')).body.errors).toHaveProperty('scope');
  });
});

describe('a token in use', () => {
  test('lastUsedAt is set, to the minute', async () => {
    const { resource, token } = (await create({})).body;
    await app.get('/whoami', { token });
    const first = await vi.waitUntil(async () => (await mine(resource.uuid)).lastUsedAt, { timeout: 5000 });
    await app.get('/whoami', { token });
    expect((await mine(resource.uuid)).lastUsedAt).toBe(first);
  });

  test('401 past its expiry', async () => {
    const { resource, token } = (await create({ expiresAt: '2031-01-01T00:00:00Z' })).body;
    expect((await app.get('/whoami', { token })).status).toBe(200);
    const sql = "update api_token set expires_at = now() - interval '1 microsecond' where id = $1";
    await app.runtime.database.pool.query(sql, [resource.uuid]);
    expect((await app.get('/whoami', { token })).status).toBe(401);
  });

  test('admin:full has no effect while its user is demoted; other scopes do', async () => {
    const fields = { email: 'vice@juniper.example', firstName: 'Vic', lastName: 'Vice', role: 'admin' };
    const { uuid } = (await app.post('/organizations/users', fields)).body.resource;
    const token = await app.tokenOf(fields.email, ['admin:full', 'teams:read']);
    expect((await app.get('/organization', { token })).status).toBe(200);
    await app.patch(`/organizations/users/${uuid}`, { role: 'user' });
    expect((await app.get('/organization', { token })).body.error.type).toBe('insufficient_scope');
    expect((await app.get('/teams', { token })).status).toBe(200);
    await app.patch(`/organizations/users/${uuid}`, { role: 'admin' });
    expect((await app.get('/organization', { token })).status).toBe(200);
  });
});

test('of many requests that revoke a token at once one succeeds; then it is not listed and authenticates nothing', async () => {
  const { resource, token } = (await create({})).body;
  const answers = await repeatConcurrently(5, () => app.delete(`/tokens/${resource.uuid}`));
  expect(countByStatus(answers)).toEqual({ 200: 1, 404: 4 });
  expect((await app.get('/whoami', { token })).status).toBe(401);
  expect(await mine(resource.uuid)).toBeUndefined();
  expect((await app.post(`/tokens/${resource.uuid}/rotate`)).body.message).toBe('Token not found.');
});

test('of many requests at once each is authenticated by its own token, and none by one that was revoked before', async () => {
  const asking = (token: string) => repeatConcurrently(20, () => app.get('/whoami', { token }));
  const aikos = await app.tokenOf(aiko, ['booking']);
  for (let round = 0; round < 5; round += 1) {
    const { resource, token } = (await create({ userEmail: tomas })).body;
    const before = Promise.all([asking(aikos), asking(token)]);
    const early = await repeatConcurrently(3, () => app.get('/whoami', { token }));
    expect(countByStatus(early)).toEqual({ 200: 3 });
    await app.delete(`/tokens/${resource.uuid}`);
    const [after, others] = await Promise.all([asking(token), asking(aikos)]);
    expect([countByStatus(after), countByStatus(others)]).toEqual([{ 401: 20 }, { 200: 20 }]);
    const [byAiko, byTomas] = await before;
    expect(new Set(byAiko.map(({ body }) => body.email))).toEqual(new Set([aiko]));
    expect(new Set(byTomas.map(({ body }) => body.email))).toEqual(new Set([tomas]));
  }
});

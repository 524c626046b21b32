import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { ownerToken } from '../../test/runtime.ts';
import { connectDirectory, createDirectory, entraUser, patchOp, type Directory } from '../../test/scim.ts';
import { setPassword, signIn, withCookie } from '../../test/session.ts';

const app = useApp();
let directory: Directory;
beforeAll(async () => {
  directory = await createDirectory(app);
});

const error = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe('discovery', () => {
  test('says what there is: filters, PATCH, ETags and sorting, and no bulk', async () => {
    const { body } = await directory.send('GET', '/ServiceProviderConfig');
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: true },
      etag: { supported: true },
      changePassword: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const types = (await directory.send('GET', '/ResourceTypes')).body.Resources;
    expect(types.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups']);
    const schemas = (await directory.send('GET', '/Schemas')).body.Resources;
    for (const { id, attributes } of schemas) {
      expect((await directory.send('GET', `/Schemas/${id}`)).body.attributes).toEqual(attributes);
    }
    expect((await directory.send('GET', '/ResourceTypes/User')).body.schema).toBe(schemas[0].id);
    expect((await directory.send('GET', '/Schemas/nothing')).status).toBe(404);
  });
});

describe('who may come in', () => {
  test('401: nobody, a wrong token, an API token, a session, a revoked SCIM token', async () => {
    await setPassword(app, 'mara@juniper.example', 'correct horse battery staple');
    const { cookie } = await signIn(app, 'mara@juniper.example', 'correct horse battery staple');
    const revoked = await createDirectory(app, 'Old');
    expect((await revoked.send('GET', '/Users')).status).toBe(200);
    expect((await app.delete(`/scim-tokens/${revoked.tokenId}`)).status).toBe(200);
    for (const token of [null, 'x'.repeat(50), ownerToken, revoked.token]) {
      const answer = await connectDirectory(app, token).send('GET', '/Users');
      expect([answer.status, answer.body.schemas], String(token)).toEqual([401, [error]]);
      expect(answer.headers['www-authenticate']).toContain('Bearer');
    }
    expect((await connectDirectory(app, null).send('GET', '/Users', undefined, { cookie })).status).toBe(401);
  });

  test('401: a SCIM token opens neither the API, nor MCP, nor a page', async () => {
    const headers = { authorization: `Bearer ${directory.token}`, 'content-type': 'application/json' };
    for (const path of ['/whoami', '/organizations/users', '/scim-tokens', '/live'])
      expect((await app.get(path, { token: directory.token })).status).toBe(401);
    const mcp = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers,
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(mcp.status).toBe(401);
    const cookie = `daybook_session=${directory.token}`;
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
  });

  test('a token of another workspace finds, changes and deletes nothing here', async () => {
    await createNeighbour(app.runtime, 'petra@other.example');
    const theirs = await createDirectory(app, 'Theirs', 'petra@other.example');
    const { body: mine } = await directory.send('POST', '/Users', entraUser('wall'));
    const { body: group } = await directory.send('POST', '/Groups', {
      displayName: 'Wall',
      members: [{ value: mine.id }],
    });
    const { body } = await theirs.send('GET', '/Users');
    expect(JSON.stringify(body)).not.toMatch(/juniper|fern/);
    for (const [method, path, sent] of [
      ['GET', `/Users/${mine.id}`, undefined],
      ['PUT', `/Users/${mine.id}`, entraUser('wall')],
      ['PATCH', `/Users/${mine.id}`, patchOp({ op: 'replace', path: 'active', value: false })],
      ['DELETE', `/Users/${mine.id}`, undefined],
      ['GET', `/Groups/${group.id}`, undefined],
      ['PATCH', `/Groups/${group.id}`, patchOp({ op: 'remove', path: 'members' })],
      ['DELETE', `/Groups/${group.id}`, undefined],
    ] as const)
      expect((await theirs.send(method, path, sent)).status, `${method} ${path}`).toBe(404);
    const own = await theirs.send('POST', '/Groups', {
      displayName: 'Theirs',
      members: [{ value: mine.id }],
    });
    expect(own.body.scimType).toBe('invalidValue');
    expect((await directory.send('GET', `/Groups/${group.id}`)).body.members).toHaveLength(1);
  });

  test('403: only an owner creates a SCIM token, signed in and not long ago', async () => {
    await app.patch(
      `/organizations/users/${(await app.get('/organizations/users?search=tomas')).body.collection[0].uuid}`,
      {
        role: 'admin',
      },
    );
    await setPassword(app, 'tomas@juniper.example', 'correct horse battery staple');
    const { cookie } = await signIn(app, 'tomas@juniper.example', 'correct horse battery staple');
    const refused = await app.post('/scim-tokens', { name: 'Mine' }, withCookie(cookie));
    expect([refused.status, refused.body.message]).toEqual([403, 'Only owners can do this.']);
    expect((await app.post('/scim-tokens', { name: 'By token' })).status).toBe(403);
    const { cookie: old } = await signIn(app, 'mara@juniper.example', 'correct horse battery staple');
    await app.runtime.database.pool.query(`update session set created_at = now() - interval '1 hour'`);
    expect((await app.post('/scim-tokens', { name: 'Late' }, withCookie(old))).status).toBe(403);
  });

  test('the list shows name, creator and last use, never the secret; the table has its hash alone', async () => {
    await expect
      .poll(async () => {
        const { body } = await app.get('/scim-tokens');
        return body.collection.find(({ uuid }: { uuid: string }) => uuid === directory.tokenId);
      })
      .toMatchObject({
        name: 'Entra ID',
        createdBy: 'mara@juniper.example',
        prefix: directory.token.slice(0, 8),
        lastUsedAt: expect.any(String),
      });
    expect(JSON.stringify((await app.get('/scim-tokens')).body)).not.toContain(directory.token);
    const { rows } = await app.runtime.database.pool.query(
      'select t::text, s::text as s from scim_token t, scim_secret s',
    );
    expect(JSON.stringify(rows)).not.toContain(directory.token.slice(10));
  });
});

describe('hostile bodies', () => {
  test('400: too deep, no object, a key that would reach a prototype', async () => {
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    expect((await directory.send('POST', '/Users', `{"emails":${deep}}`)).status).toBe(400);
    expect((await directory.send('POST', '/Users', '[]')).body.scimType).toBe('invalidSyntax');
    expect((await directory.send('POST', '/Users', '{"__proto__":{"userName":"x@y.example"}}')).status).toBe(
      400,
    );
  });

  test('application/json is as good as application/scim+json', async () => {
    const made = await directory.send('POST', '/Users', entraUser('plain'), {
      'content-type': 'application/json',
    });
    expect(made.status).toBe(201);
  });
});

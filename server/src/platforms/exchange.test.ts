import * as oauth from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createClient, findFreeOrigin, identify, sendForm } from '../../test/oauth.ts';
import {
  createCustomer,
  createPlatform,
  createServiceApp,
  exchangeFor,
  tokenExchange,
  userType,
  type TestPlatform,
} from '../../test/platform.ts';

/** How a platform acts for its users (RFC 8693), and what it can't do. */

const origin = await findFreeOrigin();
const app = useApp({ config: { publicUrl: origin } });
let platform: TestPlatform;
let customer: Awaited<ReturnType<typeof createCustomer>>;

beforeAll(async () => {
  platform = await createPlatform(app);
  customer = await createCustomer(platform);
  await app.app.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) });
});

const exchange = (user: string, more: Record<string, string> = {}) =>
  exchangeFor(app, platform.client, customer.workspace, user, more);

describe('a token for a user', () => {
  test('a certified client gets it, introspects it and revokes it', async () => {
    const { clientId, secret } = platform.client;
    const config = await oauth.discovery(
      new URL(origin),
      clientId,
      undefined,
      oauth.ClientSecretBasic(secret),
      {
        algorithm: 'oauth2',
        execute: [oauth.allowInsecureRequests],
      },
    );
    expect(config.serverMetadata().grant_types_supported).toContain(tokenExchange);
    const tokens = await oauth.genericGrantRequest(config, tokenExchange, {
      subject_token: customer.user,
      subject_token_type: userType,
      audience: customer.workspace,
      scope: 'schedules:write',
      resource: `${origin}/v2`,
    });
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      scope: 'schedules:write',
      expires_in: 1800,
    });
    expect(tokens.refresh_token).toBeUndefined();
    const who = await app.get('/whoami', { token: tokens.access_token });
    expect(who.body).toEqual({ email: 'piet@sorrel.example' });
    expect(await oauth.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      sub: customer.user,
      act: { sub: clientId },
      aud: [`${origin}/v2`],
    });
    await oauth.tokenRevocation(config, tokens.access_token);
    expect((await app.get('/whoami', { token: tokens.access_token })).status).toBe(401);
  });

  test('workspace and user can be named by the IDs of the platform', async () => {
    const { status, body } = await exchangeFor(app, platform.client, 'customer-1', 'user-2', {
      subject_token_type: 'urn:daybook:token-type:external-user',
    });
    expect(status).toBe(200);
    expect((await app.get('/whoami', { token: body.access_token })).body.email).toBe('piet@sorrel.example');
  });

  test('has what the app is registered for, and no more than the role of the user', async () => {
    const ofOwner = (await exchange(customer.owner)).body.scope.split(' ');
    expect(ofOwner).toContain('admin:full');
    const { body } = await exchange(customer.user);
    expect(body.scope.split(' ')).not.toContain('admin:full');
    expect((await app.get('/audit-log', { token: body.access_token })).status).toBe(403);
  });

  test('every change says that the platform acted for the person, and keeps saying so', async () => {
    const { body } = await exchange(customer.owner);
    const token = body.access_token;
    const team = await app.post('/teams', { title: 'Front desk' }, { token });
    const [connection] = (await app.get('/connected-apps', { token })).body.collection;
    expect(connection.app.name).toBe('Larkspur');
    await app.delete(`/connected-apps/${connection.uuid}`, undefined, { token });
    expect((await app.get('/whoami', { token })).status).toBe(401);
    const again = (await exchange(customer.owner)).body.access_token;
    const log = await app.get(`/audit-log?object=${team.body.resource.uuid}`, { token: again });
    expect(log.body.collection[0]).toMatchObject({
      action: 'team.created',
      actor: { kind: 'token', uuid: customer.owner, email: 'olga@sorrel.example', app: 'Larkspur' },
    });
    const connected = await app.get('/audit-log?action=connected_app.created', { token: again });
    expect(connected.body.collection[0].actor).toMatchObject({ kind: 'system', app: 'Larkspur' });
  });

  test('creates no lasting credentials', async () => {
    const token = (await exchange(customer.owner)).body.access_token;
    expect((await app.post('/tokens', { name: 'x', scopes: ['booking'] }, { token })).status).toBe(403);
    const registered = await app.post(
      '/apps',
      { name: 'x', redirectUris: ['https://x.example'], scopes: ['booking'] },
      { token },
    );
    expect(registered.status).toBe(403);
  });

  test('ends with the user, and is not given for one who is deactivated', async () => {
    const { users } = customer;
    const fields = { externalId: 'leaver', email: 'lena@sorrel.example', firstName: 'Lena', lastName: '' };
    const { uuid } = (await platform.call('POST', users, fields)).body.resource;
    const { body } = await exchange(uuid);
    await platform.call('PATCH', `${users}/${uuid}`, { isActive: false });
    expect((await app.get('/whoami', { token: body.access_token })).status).toBe(401);
    const refused = await exchange(uuid);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
  });

  test('of many at once for one user there is one connection', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(customer.user)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { rows } = await app.runtime.database.pool.query(
      'select from app_grant where workspace_id = $1 and member_id = $2',
      [customer.workspace, customer.user],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('attacks', () => {
  test.each<[string, string, Record<string, string>]>([
    ['a scope that the app doesn’t have', 'invalid_scope', { scope: 'crm:write' }],
    ['a scope that nobody has', 'invalid_scope', { scope: 'root' }],
    ['a scope that makes tokens', 'invalid_scope', { scope: 'tokens:write' }],
    ['a scope above the role of the user', 'invalid_scope', { scope: 'admin:full' }],
    ['a resource elsewhere', 'invalid_target', { resource: 'https://evil.example/v2' }],
    ['the platform API as resource', 'invalid_target', { resource: `${origin}/v2/platform` }],
    ['no workspace', 'invalid_request', { audience: '' }],
    ['no user', 'invalid_request', { subject_token: '' }],
    ['an unknown user', 'invalid_request', { subject_token: '000000000000000' }],
    ['an unknown workspace', 'invalid_target', { audience: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' }],
    ['what is no ID', 'invalid_target', { audience: `' or true --` }],
    ['an unknown type of subject', 'invalid_request', { subject_token_type: 'urn:example:other' }],
    ['another actor', 'invalid_request', { actor_token: 'x', actor_token_type: userType }],
    [
      'a refresh token instead',
      'invalid_request',
      { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
    ],
  ])('400: %s', async (_, error, more) => {
    const { status, body } = await exchange(customer.user, more);
    expect([status, body.error]).toEqual([400, error]);
  });

  test('400: a token of a user is no subject', async () => {
    const { body } = await exchange(customer.user);
    const refused = await exchange(body.access_token, {
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    expect((await exchange(body.access_token)).body.error).toBe('invalid_request');
  });

  test('400: an app that is no platform, and a public client', async () => {
    const service = await createServiceApp(app, 'No platform');
    const answer = await exchangeFor(app, service, customer.workspace, customer.user);
    expect([answer.status, answer.body.error]).toEqual([400, 'unauthorized_client']);
    const open = await createClient(app, { isConfidential: false });
    const refused = await exchangeFor(app, open, customer.workspace, customer.user);
    expect([refused.status, refused.body.error]).toEqual([400, 'unauthorized_client']);
  });

  test('401: a wrong secret', async () => {
    const wrong = { ...platform.client, secret: `${platform.client.secret}x` };
    const { status, body } = await exchangeFor(app, wrong, customer.workspace, customer.user);
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  test('400: a workspace and a user of another platform, and of the app’s own workspace', async () => {
    const other = await createPlatform(app, 'Foxglove');
    const theirs = await createCustomer(other);
    const elsewhere = await exchangeFor(app, platform.client, theirs.workspace, theirs.user);
    expect(elsewhere.body.error).toBe('invalid_target');
    const mixed = await exchangeFor(app, platform.client, customer.workspace, theirs.user);
    expect(mixed.body.error).toBe('invalid_request');
    const home = (await app.get('/organization')).body.resource.uuid;
    const mara = (await app.get('/organizations/users')).body.collection[0].uuid;
    expect((await exchangeFor(app, platform.client, home, mara)).body.error).toBe('invalid_target');
  });

  test('400: a user of the workspace whom the platform didn’t create', async () => {
    const token = (await exchange(customer.owner)).body.access_token;
    const person = { email: 'finn@sorrel.example', firstName: 'Finn', lastName: 'Sorrel' };
    const added = await app.post('/organizations/users', person, { token });
    expect((await exchange(added.body.resource.uuid)).body.error).toBe('invalid_request');
  });

  test('400: a parameter that is there twice', async () => {
    const fields = new URLSearchParams({
      ...identify(platform.client),
      grant_type: tokenExchange,
      subject_token: customer.user,
      subject_token_type: userType,
      audience: customer.workspace,
    });
    fields.append('audience', customer.workspace);
    const answer = await app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: fields.toString(),
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  test('the token of a platform is no subject, and a code grant gets no platform token', async () => {
    expect((await exchange(platform.token)).body.error).toBe('invalid_request');
    const refreshed = await sendForm(app, '/oauth/token', {
      ...identify(platform.client),
      grant_type: 'refresh_token',
      refresh_token: platform.token,
    });
    expect(refreshed.body.error).toBe('invalid_grant');
  });
});

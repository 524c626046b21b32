import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { listMailsTo } from '../../../test/mail.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import {
  buildAuthorization,
  connect,
  createClient,
  createPkce,
  decide,
  identify,
  openConsent,
  readRedirect,
  redeem,
  refresh,
  sendForm,
  type TestClient,
} from '../../../test/oauth.ts';
import { setPassword, signIn } from '../../../test/session.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';

const app = useApp();
const [mara, aiko] = ['mara@juniper.example', 'aiko@juniper.example'];
const password = 'nine patient otters';
let client: TestClient;
let cookie: string;
let ofAiko: string;

beforeAll(async () => {
  for (const email of [mara, aiko]) await setPassword(app, email, password);
  client = await createClient(app);
  cookie = (await signIn(app, mara, password)).cookie;
  ofAiko = (await signIn(app, aiko, password)).cookie;
});

const whoami = (token: string) => app.get('/whoami', { token });
const byEmail = async (email: string) =>
  (await app.get('/organizations/users?per_page=100')).body.collection.find(
    (one: { email: string }) => one.email === email,
  );

describe('authorization code', () => {
  test('a user allows an app, which acts for them with what they allowed and no more', async () => {
    const { tokens } = await connect(app, client, ofAiko, { scope: 'timetable' });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 1800, scope: 'timetable' });
    expect(tokens.access_token).toMatch(/^dba_/);
    expect((await whoami(tokens.access_token)).body).toEqual({ email: aiko });
    const refused = await app.get('/scheduled-events', { token: tokens.access_token });
    expect(refused.status).toBe(403);
    expect(refused.body.error.type).toBe('insufficient_scope');
    const { body } = await app.get('/audit-log?object=connected_app');
    expect(body.collection[0]).toMatchObject({
      action: 'connected_app.created',
      actor: { kind: 'session', email: aiko },
    });
  });

  test('the user is told by email, in case that it was somebody else', async () => {
    await connect(app, client, ofAiko);
    const [mail] = await listMailsTo(app, aiko);
    expect(mail?.subject).toBe('An app was connected to your account');
    expect(mail?.text).toContain('Sundial');
    expect(mail?.text).toContain('/app/settings/connected-apps');
  });

  test('303: without a session the user signs in first, and comes back to the same question', async () => {
    const query = buildAuthorization(client, createPkce().challenge);
    const first = await openConsent(app, query);
    expect([first.status, first.headers['location']]).toEqual([303, '/app?again=1']);
    const wanted = String(first.headers['set-cookie']).split(';')[0];
    const { headers } = await app.inject({
      url: '/app',
      headers: { cookie: `${cookie}; ${wanted}`, accept: 'text/html' },
    });
    expect(new URLSearchParams(String(headers['location']).split('?')[1]).get('state')).toBe('of the app');
    const page = await app.inject({
      url: String(headers['location']),
      headers: { cookie, accept: 'text/html' },
    });
    expect(page.body).toContain('Connect Sundial');
    expect(page.body).toContain('Juniper Studio');
  });

  test('303: a session that began long ago proves its user again', async () => {
    const old = (await signIn(app, mara, password)).cookie;
    await app.runtime.database.pool.query(
      `update session set created_at = now() - interval '20 minutes' where created_at = (select max(created_at) from session)`,
    );
    const { status, headers } = await openConsent(
      app,
      buildAuthorization(client, createPkce().challenge),
      old,
    );
    expect([status, headers['location']]).toEqual([303, '/app?again=1']);
  });

  test('303: a user who declines sends access_denied, with the state and the issuer', async () => {
    const query = buildAuthorization(client, createPkce().challenge);
    const answer = await decide(app, query, cookie, { decision: 'deny' });
    const { publicUrl } = app.runtime.config;
    expect(Object.fromEntries(readRedirect(answer))).toEqual({
      error: 'access_denied',
      state: 'of the app',
      iss: publicUrl,
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a public app has no secret; PKCE alone proves that it began', async () => {
    const spa = await createClient(app, { isConfidential: false });
    const { tokens } = await connect(app, spa, cookie);
    expect((await whoami(tokens.access_token)).status).toBe(200);
    expect((await refresh(app, spa, tokens.refresh_token)).status).toBe(200);
  });

  test('a connection for a day gives no token beyond it', async () => {
    const { verifier, challenge } = createPkce();
    const decided = await decide(app, buildAuthorization(client, challenge), cookie, {
      decision: 'allow',
      lasts: '1',
    });
    await redeem(app, client, readRedirect(decided).get('code') ?? '', verifier);
    const { body } = await app.get('/connected-apps');
    const hours = (Date.parse(body.collection[0].expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
  });

  test('400: errors before the app is known are a page, never a redirect', async () => {
    const { challenge } = createPkce();
    for (const query of [
      buildAuthorization({ clientId: 'nobody' }, challenge),
      buildAuthorization(client, challenge, { redirect_uri: 'https://evil.example/back' }),
      `${buildAuthorization(client, challenge)}&client_id=other`,
      `${buildAuthorization(client, challenge)}&redirect_uri=https%3A%2F%2Fevil.example`,
    ]) {
      const { status, headers, body } = await openConsent(app, query, cookie);
      expect([status, headers['location']]).toEqual([400, undefined]);
      expect(body).toContain('Nothing was connected');
    }
  });
});

describe('refresh tokens', () => {
  test('each is used once; the next one goes on, with fewer scopes if asked', async () => {
    const { tokens } = await connect(app, client, cookie);
    const next = await refresh(app, client, tokens.refresh_token, { scope: 'booking' });
    expect(next.body).toMatchObject({ scope: 'booking', expires_in: 1800 });
    expect(next.body.refresh_token).not.toBe(tokens.refresh_token);
    const third = await refresh(app, client, next.body.refresh_token);
    expect(third.body.scope).toBe('booking timetable events:read');
    expect((await whoami(third.body.access_token)).status).toBe(200);
  });

  test('400: more scopes than the user allowed are refused, and the token can be used again', async () => {
    const { tokens } = await connect(app, client, cookie, { scope: 'timetable' });
    const more = await refresh(app, client, tokens.refresh_token, { scope: 'timetable booking' });
    expect([more.status, more.body.error]).toEqual([400, 'invalid_scope']);
    expect((await refresh(app, client, tokens.refresh_token)).status).toBe(200);
  });

  test('a scope that its app lost is missing from the next token', async () => {
    const changed = await createClient(app);
    const { tokens } = await connect(app, changed, cookie);
    await app.patch(`/apps/${changed.uuid}`, { scopes: ['timetable'] });
    expect((await refresh(app, changed, tokens.refresh_token)).body.scope).toBe('timetable');
  });
});

describe('client_credentials', () => {
  test('an app acts as its service user, whom nobody can sign in as', async () => {
    const sync = await createClient(app, {
      name: 'Sync',
      grantTypes: ['client_credentials'],
      redirectUris: [],
      scopes: ['users:read'],
    });
    const ask = (more = {}) =>
      sendForm(app, '/oauth/token', { ...identify(sync), grant_type: 'client_credentials', ...more });
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.refresh_token).toBeUndefined();
    const { email } = (await whoami(body.access_token)).body;
    expect(email).toMatch(/@service\.invalid$/);
    expect((await ask({ scope: 'crm:read' })).body.error).toBe('invalid_scope');
    const { uuid } = await byEmail(email);
    for (const change of [
      { password: 'seven quiet herons' },
      { email: 'sync@juniper.example' },
      { role: 'owner' },
    ])
      expect((await app.patch(`/organizations/users/${uuid}`, change)).status).toBe(403);
    expect(
      (await app.get('/connected-apps?scope=all&count=100')).body.collection.map(
        (one: { userEmail: string }) => one.userEmail,
      ),
    ).toContain(email);
    await app.delete(`/apps/${sync.uuid}`);
    expect((await whoami(body.access_token)).status).toBe(401);
    expect((await byEmail(email)).isActive).toBe(false);
  });

  test('403: only owners and admins create a service user, with scopes that they have', async () => {
    const fields = { name: 'Sync', grantTypes: ['client_credentials'], scopes: ['users:read'] };
    const token = await app.tokenOf(aiko, ['tokens:write', 'users:read']);
    expect((await app.post('/apps', fields, { token })).status).toBe(403);
    const narrow = await app.tokenOf(mara, ['tokens:write']);
    expect((await app.post('/apps', fields, { token: narrow })).body.errors).toHaveProperty('scopes');
    expect((await app.post('/apps', { ...fields, isConfidential: false })).body.errors).toHaveProperty(
      'isConfidential',
    );
  });

  test('400: an app of people has no service user', async () => {
    const { body } = await sendForm(app, '/oauth/token', {
      ...identify(client),
      grant_type: 'client_credentials',
    });
    expect(body.error).toBe('unauthorized_client');
  });
});

describe('introspection and revocation', () => {
  test('an app learns about its own tokens, and ends them', async () => {
    const { tokens } = await connect(app, client, cookie, {
      resource: `${app.runtime.config.publicUrl}/mcp`,
    });
    const ask = (token: string, as = client) =>
      sendForm(app, '/oauth/introspect', { ...identify(as), token });
    expect((await ask(tokens.access_token)).body).toMatchObject({
      active: true,
      client_id: client.clientId,
      username: mara,
      aud: [`${app.runtime.config.publicUrl}/mcp`],
    });
    expect((await ask(tokens.refresh_token)).body.active).toBe(true);
    const other = await createClient(app);
    expect((await ask(tokens.access_token, other)).body).toEqual({ active: false });
    await sendForm(app, '/oauth/revoke', { ...identify(other), token: tokens.refresh_token });
    expect((await ask(tokens.access_token)).body.active).toBe(true);
    const revoke = (token: string) => sendForm(app, '/oauth/revoke', { ...identify(client), token });
    expect((await revoke('unknown')).status).toBe(200);
    expect((await revoke(tokens.access_token)).status).toBe(200);
    expect((await ask(tokens.access_token)).body).toEqual({ active: false });
    expect((await ask(tokens.refresh_token)).body.active).toBe(true);
    await revoke(tokens.refresh_token);
    expect((await refresh(app, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('401: an unknown app or a wrong secret, also by HTTP Basic', async () => {
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    });
    const ask = (headers = {}, fields = {}) =>
      sendForm(app, '/oauth/introspect', { token: 'x', ...fields }, headers);
    expect((await ask(basic(client.clientId, client.secret ?? ''))).status).toBe(200);
    const wrong = await ask(basic(client.clientId, 'wrong'));
    expect([wrong.status, wrong.body.error, wrong.headers['www-authenticate']]).toEqual([
      401,
      'invalid_client',
      'Basic realm="daybook"',
    ]);
    expect((await ask({}, { client_id: client.clientId })).status).toBe(401);
    expect((await ask()).status).toBe(401);
  });
});

describe('the end of a connection', () => {
  test('a user disconnects an app; an admin does so for others; nobody else can', async () => {
    const ofMara = await connect(app, client, cookie);
    const userToken = await app.tokenOf(aiko, ['tokens:write']);
    const foreign = (await app.get('/connected-apps')).body.collection[0].uuid as string;
    const asUser = { token: userToken };
    expect((await app.delete(`/connected-apps/${foreign}`, undefined, asUser)).status).toBe(404);
    expect((await app.get('/connected-apps?scope=all', asUser)).status).toBe(403);
    expect((await whoami(ofMara.tokens.access_token)).status).toBe(200);
    const { tokens } = await connect(app, client, ofAiko);
    const { uuid } = (await app.get('/connected-apps', asUser)).body.collection[0];
    expect((await app.delete(`/connected-apps/${uuid}?scope=all`)).status).toBe(200);
    expect((await whoami(tokens.access_token)).status).toBe(401);
    expect((await refresh(app, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('it ends with its app, also in another workspace', async () => {
    const elsewhere = await createNeighbour(app.runtime);
    const { body } = await app.post(
      '/apps',
      { name: 'Guest', redirectUris: ['https://app.example/back'], scopes: ['booking'] },
      { token: elsewhere.token },
    );
    const guest = { clientId: body.resource.clientId, secret: body.clientSecret };
    const { tokens } = await connect(app, guest, cookie);
    expect((await whoami(tokens.access_token)).status).toBe(200);
    await app.delete(`/apps/${body.resource.uuid}`, undefined, { token: elsewhere.token });
    expect((await whoami(tokens.access_token)).status).toBe(401);
    const listed = (await app.get('/connected-apps?count=100')).body.collection;
    expect(listed.map((one: { app: { clientId: string } }) => one.app.clientId)).not.toContain(
      guest.clientId,
    );
  });

  test('a workspace that requires approval pauses what nobody approved', async () => {
    const token = await app.tokenOf(aiko, ['tokens:write', 'booking']);
    const { body } = await app.post(
      '/apps',
      { name: 'Hobby', redirectUris: ['https://app.example/back'], scopes: ['booking'] },
      { token },
    );
    expect(body.resource.isApproved).toBe(false);
    const hobby = { clientId: body.resource.clientId, secret: body.clientSecret };
    const { tokens } = await connect(app, hobby, ofAiko);
    await app.patch('/organization', { allowUnapprovedApps: false });
    expect((await whoami(tokens.access_token)).status).toBe(401);
    expect((await app.get('/connected-apps', { token })).body.collection[0].isPaused).toBe(true);
    const query = buildAuthorization(hobby, createPkce().challenge);
    expect((await openConsent(app, query, ofAiko)).body).toContain('Hobby needs approval');
    expect((await decide(app, query, ofAiko)).status).toBe(403);
    expect((await decide(app, query, ofAiko, { decision: 'request' })).body).toContain('Approval requested');
    const [asked] = (await app.get('/app-approvals')).body.collection;
    expect(asked).toMatchObject({ clientId: hobby.clientId, isApproved: false, requestedBy: aiko });
    expect((await app.post('/app-approvals', { clientId: hobby.clientId })).status).toBe(201);
    expect((await whoami(tokens.access_token)).status).toBe(200);
    expect((await app.post('/app-approvals', { clientId: 'nobody' })).status).toBe(422);
    await app.delete(`/app-approvals/${asked.uuid}`);
    expect((await whoami(tokens.access_token)).status).toBe(401);
    await app.patch('/organization', { allowUnapprovedApps: true });
    expect((await whoami(tokens.access_token)).status).toBe(200);
  });

  test('signing out everywhere ends it, unless it is kept by name', async () => {
    const fresh = (await signIn(app, aiko, password)).cookie;
    const first = await connect(app, client, fresh);
    const kept = await connect(app, client, fresh);
    const headers = { cookie: fresh, origin: app.runtime.config.publicUrl };
    const token = await app.tokenOf(aiko, ['tokens:write']);
    const { uuid } = (await app.get('/connected-apps', { token })).body.collection[0];
    await app.delete('/sessions', { keep: [uuid] }, { token: null, headers });
    expect((await whoami(first.tokens.access_token)).status).toBe(401);
    expect((await whoami(kept.tokens.access_token)).status).toBe(200);
    ofAiko = fresh;
  });
});

describe('concurrency', () => {
  test('of ten exchanges of one code, one gets tokens', async () => {
    const { verifier, challenge } = createPkce();
    const decided = await decide(app, buildAuthorization(client, challenge), cookie);
    const code = readRedirect(decided).get('code') ?? '';
    const answers = await repeatConcurrently(10, () => redeem(app, client, code, verifier));
    expect(countByStatus(answers)).toEqual({ 200: 1, 400: 9 });
  });

  test('of ten uses of one refresh token, one gets tokens', async () => {
    const { tokens } = await connect(app, client, cookie);
    const answers = await repeatConcurrently(10, () => refresh(app, client, tokens.refresh_token));
    expect(countByStatus(answers)).toEqual({ 200: 1, 400: 9 });
  });
});

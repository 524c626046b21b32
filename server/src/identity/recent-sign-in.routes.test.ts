import { beforeEach, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { signIn, withCookie } from '../../test/session.ts';
import { createPasskey } from './factors/test-authenticator.ts';

const app = useApp({ config: { rateLimit: 'off' } });
const password = 'seven quiet herons';
const query = (text: string, values: unknown[] = []) => app.runtime.database.pool.query(text, values);

let count = 0;
let email: string;
let uuid: string;

beforeEach(async () => {
  count += 1;
  email = `stolen${count}@juniper.example`;
  const fields = { email, firstName: 'Noor', lastName: 'Haddad', role: 'admin', password };
  uuid = (await app.post('/organizations/users', fields)).body.resource.uuid;
});

/** A session that began six days ago and is still in use. */
async function oldSession(): Promise<string> {
  const { cookie } = await signIn(app, email, password);
  await query(`update session set created_at = now() - interval '6 days' where member_id = $1`, [uuid]);
  return cookie;
}

const post = (path: string, body: object, cookie: string) => app.post(path, body, withCookie(cookie));
const newToken = { name: 'Website', scopes: ['booking'] };
const needsSignIn = ({ status, headers }: Answer) => [status, headers['www-authenticate']];
const refused = [403, 'Session error="insufficient_user_authentication", max_age="900"'];

describe('a session that began more than 15 minutes ago', () => {
  const colleague = { email: 'new@juniper.example', firstName: 'New', lastName: 'Person' };

  test.each<[string, (cookie: string) => Promise<Answer>]>([
    ['creates no token', (cookie) => post('/tokens', newToken, cookie)],
    [
      'replaces the secret of none',
      async (cookie) => {
        const { body } = await app.post('/tokens', { ...newToken, userEmail: email });
        return post(`/tokens/${body.resource.uuid}/rotate`, {}, cookie);
      },
    ],
    ['asks for no passkey', (cookie) => post('/session/passkeys/challenge', {}, cookie)],
    ['begins no authenticator', (cookie) => post('/session/totp', {}, cookie)],
    [
      'confirms no authenticator',
      (cookie) => app.put('/session/totp', { code: '123456' }, withCookie(cookie)),
    ],
    ['gets no recovery codes', (cookie) => post('/session/recovery-codes', { code: '123456' }, cookie)],
    ['invites no admin', (cookie) => post('/invitations', { email: colleague.email, role: 'admin' }, cookie)],
    ['adds no admin', (cookie) => post('/organizations/users', { ...colleague, role: 'admin' }, cookie)],
    ['gives no password', (cookie) => post('/organizations/users', { ...colleague, password }, cookie)],
    [
      'changes nobody’s address',
      async (cookie) => {
        const { body } = await app.get('/organizations/users?search=aiko@juniper.example');
        const path = `/organizations/users/${body.collection[0].uuid}`;
        return app.patch(path, { email: 'thief@juniper.example' }, withCookie(cookie));
      },
    ],
    [
      'sets nobody’s password',
      async (cookie) => {
        const { body } = await app.get('/organizations/users?search=aiko@juniper.example');
        return app.patch(`/organizations/users/${body.collection[0].uuid}`, { password }, withCookie(cookie));
      },
    ],
    [
      'makes nobody an admin',
      async (cookie) => {
        const { body } = await app.get('/organizations/users?search=aiko@juniper.example');
        const path = `/organizations/users/${body.collection[0].uuid}`;
        return app.patch(path, { role: 'admin' }, withCookie(cookie));
      },
    ],
  ])('403: %s, and the answer says what is needed', async (_case, attempt) => {
    const answer = await attempt(await oldSession());
    expect(needsSignIn(answer)).toEqual(refused);
    expect(answer.body.message).toBe(
      'Your last sign-in was more than 15 minutes ago. Sign in again, then retry.',
    );
  });

  test('403: a challenge from before does not make a passkey later', async () => {
    const { cookie } = await signIn(app, email, password);
    const { body: options } = await post('/session/passkeys/challenge', {}, cookie);
    const credential = createPasskey().attest(options);
    await query(`update session set created_at = now() - interval '16 minutes' where member_id = $1`, [uuid]);
    expect(needsSignIn(await post('/session/passkeys', { credential }, cookie))).toEqual(refused);
    expect((await app.get('/session/passkeys', withCookie(cookie))).body.collection).toEqual([]);
  });

  test('still revokes, removes and ends what it finds', async () => {
    const cookie = await oldSession();
    const { body } = await app.post('/tokens', { ...newToken, userEmail: email });
    const revoked = await app.delete(`/tokens/${body.resource.uuid}`, undefined, withCookie(cookie));
    expect(revoked.status).toBe(200);
  });

  test('201: after signing in again', async () => {
    const old = await oldSession();
    const { cookie } = await signIn(app, email, password, { cookies: old });
    expect((await post('/tokens', newToken, cookie)).status).toBe(201);
  });
});

describe('a token', () => {
  test('403: changes neither the address nor the password of its owner', async () => {
    const token = await app.tokenOf(email, ['admin:full']);
    for (const change of [{ email: 'thief@juniper.example' }, { password: 'eleven slow tortoises' }]) {
      const { status, body } = await app.patch(`/organizations/users/${uuid}`, change, { token });
      expect(status).toBe(403);
      expect(body.message).toBe('A token can’t change how its owner signs in. Do this in the dashboard.');
    }
    expect(
      (await app.patch(`/organizations/users/${uuid}`, { email, firstName: 'Nour' }, { token })).status,
    ).toBe(200);
  });

  test('422: makes no token that outlives it; without an expiry, both expire together', async () => {
    const expiresAt = '2031-01-01T00:00:00.000000Z';
    const fields = { name: 'Broker', scopes: ['tokens:write', 'booking'], expiresAt };
    const { token } = (await app.post('/tokens', fields)).body;
    const late = await app.post('/tokens', { ...newToken, expiresAt: '2031-01-01T00:00:01Z' }, { token });
    expect(late.body.errors).toEqual({
      expiresAt: ['Must not be later than the expiry of the token that creates it.'],
    });
    const made = await app.post('/tokens', newToken, { token });
    expect(made.body.resource.expiresAt).toBe(expiresAt);
  });

  test('403: replaces the secret of no token that outlives it, but its own', async () => {
    const broker = { name: 'Broker', scopes: ['tokens:write', 'booking'], expiresAt: '2031-01-01T00:00:00Z' };
    const { token, resource } = (await app.post('/tokens', broker)).body;
    const lasting = (await app.post('/tokens', newToken)).body.resource;
    const { status, body } = await app.post(`/tokens/${lasting.uuid}/rotate`, {}, { token });
    expect([status, body.message]).toEqual([403, 'This token expires later than yours, or never.']);
    expect((await app.post(`/tokens/${resource.uuid}/rotate`, {}, { token })).status).toBe(201);
  });

  test('401: what it made ends with it, and what that made', async () => {
    const broker = { name: 'Broker', scopes: ['tokens:write', 'booking'] };
    const first = (await app.post('/tokens', broker)).body;
    const second = (await app.post('/tokens', broker, { token: first.token })).body;
    const third = (await app.post('/tokens', newToken, { token: second.token })).body;
    expect(third.resource).toMatchObject({
      createdBy: 'mara@juniper.example',
      createdByToken: second.resource.uuid,
    });
    await app.delete(`/tokens/${first.resource.uuid}`);
    for (const { token } of [first, second, third])
      expect((await app.get('/whoami', { token })).status).toBe(401);
  });
});

describe('a new token', () => {
  const subjects = async (to: string) => (await listMailsTo(app, to)).map(({ subject }) => subject);

  test('is told of by email, and so is a new secret', async () => {
    const { cookie } = await signIn(app, email, password);
    const { body } = await post('/tokens', { name: 'Website sync', scopes: ['booking'] }, cookie);
    expect(body.resource).toMatchObject({ createdBy: email, createdByToken: null });
    const [mail] = await listMailsTo(app, email);
    expect(mail?.subject).toBe('An API token was created for your account');
    expect(mail?.text).toContain('Website sync');
    expect(mail?.text).toContain('/app/developers/tokens');
    await post(`/tokens/${body.resource.uuid}/rotate`, {}, cookie);
    expect(await subjects(email)).toContain('The secret of one of your API tokens was rotated');
  });

  test('by a colleague: the email names them', async () => {
    await app.post('/tokens', { ...newToken, userEmail: email });
    const [mail] = await listMailsTo(app, email);
    expect(mail?.text).toContain('mara@juniper.example');
  });
});

describe('a token in the name of a colleague', () => {
  const whoami = async (token: string) => (await app.get('/whoami', { token })).status;
  const makeForAiko = async () => {
    const { cookie } = await signIn(app, email, password);
    const { body } = await post('/tokens', { ...newToken, userEmail: 'aiko@juniper.example' }, cookie);
    return body as { token: string; resource: { uuid: string; createdBy: string } };
  };

  test('401: once the admin who made it is deactivated, also after they come back', async () => {
    const { token, resource } = await makeForAiko();
    expect(resource.createdBy).toBe(email);
    expect(await whoami(token)).toBe(200);
    await app.delete(`/organizations/users/${uuid}`);
    expect(await whoami(token)).toBe(401);
    await app.patch(`/organizations/users/${uuid}`, { isActive: true });
    expect(await whoami(token)).toBe(401);
  });

  test('401: once the admin who made it is no admin any longer; their own tokens stay', async () => {
    const { token } = await makeForAiko();
    const own = await app.tokenOf(email, ['booking']);
    await app.patch(`/organizations/users/${uuid}`, { role: 'user' });
    expect([await whoami(token), await whoami(own)]).toEqual([401, 200]);
  });

  test('401: a token ends when the user who replaced its secret leaves', async () => {
    const { body } = await app.post('/tokens', { ...newToken, userEmail: 'aiko@juniper.example' });
    const { cookie } = await signIn(app, email, password);
    const { token } = (await post(`/tokens/${body.resource.uuid}/rotate`, {}, cookie)).body;
    await app.delete(`/organizations/users/${uuid}`);
    expect(await whoami(token)).toBe(401);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer, type TestApp } from '../../../test/harness.ts';
import { client, startProvider, type TestProvider } from '../../../test/identity-provider.ts';
import { findLinkTo } from '../../../test/mail.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { parseCookies, signIn, withCookie } from '../../../test/session.ts';

/** Against a provider that runs, without a browser: the journey in one is in e2e/accounts.test.ts. */

const provider: TestProvider = await startProvider('http://localhost:4000/auth/oidc/callback');
const settings = {
  ...client,
  issuer: provider.issuer,
  domains: ['juniper.example'],
  roleClaim: 'roles',
  workspace: undefined,
};
const app = useApp({ config: { singleSignOn: { ...settings, isOnlyWay: false } } });
const closed = useApp({ config: { singleSignOn: { ...settings, isOnlyWay: true }, signUpIsOpen: true } });
let people = 0;

beforeAll(() => {
  provider.person = { sub: 'none' };
});
afterAll(() => provider.close());

const person = (fields: object = {}) => {
  people += 1;
  const email = `person${people}@juniper.example`;
  provider.person = { sub: `sub-${people}`, email, email_verified: true, name: 'Nadia Rahal', ...fields };
  return provider.person as { sub: string; email: string };
};

interface Trip {
  /** Where the provider sends the browser back to. */
  readonly back: string;
  readonly cookie: string;
}

/** Goes to the provider and through its page, as a browser would. */
async function travel(at: TestApp = app, query = ''): Promise<Trip> {
  const start = await at.inject({ method: 'GET', url: `/auth/oidc/start${query}` });
  expect(start.status).toBe(303);
  const cookie = String([start.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  let url = String(start.headers['location']);
  const jar = new Map<string, string>();
  for (let hop = 0; hop < 8 && !url.startsWith('http://localhost:4000/'); hop += 1) {
    const method = url.includes('/interaction/') ? 'POST' : 'GET';
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
    const response = await fetch(url, { method, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    url = new URL(response.headers.get('location') ?? '', url).href;
  }
  return { back: url.replace('http://localhost:4000', ''), cookie };
}

const arrive = ({ back, cookie }: Trip, at: TestApp = app): Promise<Answer> =>
  at.inject({ method: 'GET', url: back, headers: { cookie, accept: 'text/html' } });

const roleOf = async (answer: Answer): Promise<string> =>
  (await app.get('/session', withCookie(parseCookies(answer).cookie))).body.resource.role;

describe('the way there and back', () => {
  test('the browser is sent with state, nonce and a PKCE challenge, to come back here', async () => {
    const { headers } = await app.inject({ method: 'GET', url: '/auth/oidc/start' });
    const url = new URL(String(headers['location']));
    expect(url.origin).toBe(provider.issuer);
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'daybook',
      redirect_uri: 'http://localhost:4000/auth/oidc/callback',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query[name]?.length, name).toBeGreaterThan(40);
  });

  test('303: the first time makes the user, the second finds them', async () => {
    const { email } = person({ locale: 'de-AT' });
    const first = await arrive(await travel());
    expect(first.status).toBe(303);
    expect(first.headers['location']).toBe('/app');
    const { body } = await app.get('/session', withCookie(parseCookies(first).cookie));
    expect(body.resource).toMatchObject({ email, name: 'Nadia Rahal', role: 'user', language: 'de' });
    const second = await arrive(await travel());
    const again = await app.get('/session', withCookie(parseCookies(second).cookie));
    expect(again.body.resource.uuid).toBe(body.resource.uuid);
  });

  test('400: the address that the provider sent the browser to works once', async () => {
    person();
    const trip = await travel();
    expect((await arrive(trip)).status).toBe(303);
    const replayed = await arrive(trip);
    expect(replayed.status).toBe(400);
    expect(parseCookies(replayed).cookie).toBe('');
  });

  test('400: in another browser than the one that began, nobody is signed in', async () => {
    person();
    const { back } = await travel();
    for (const cookie of ['', 'daybook_oidc=something']) {
      const answer = await arrive({ back, cookie });
      expect(answer.status).toBe(400);
      expect(parseCookies(answer).cookie).toBe('');
    }
  });

  test('400: with a code of another request, or none', async () => {
    person();
    const [mine, other] = [await travel(), await travel()];
    const stolen = new URL(other.back, 'http://x').searchParams.get('code') ?? '';
    const mixed = mine.back.replace(/code=[^&]+/, `code=${stolen}`);
    expect((await arrive({ ...mine, back: mixed })).status).toBe(400);
    const refused = await travel();
    const denied = refused.back.replace(/code=[^&]+/, 'error=access_denied');
    expect((await arrive({ ...refused, back: denied })).status).toBe(400);
  });
});

describe('who is let in', () => {
  test.each([
    ['another domain', { email: 'x@elsewhere.example' }],
    ['an address that nobody verified', { email_verified: false }],
    ['no address at all', { email: undefined }],
  ])('403: %s makes no user', async (_case, fields) => {
    person(fields);
    const answer = await arrive(await travel());
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('You haven’t been invited to this workspace yet.');
  });

  test('a user who is here already is found by the verified address; by an unverified one they are not', async () => {
    const known = { email: 'known@juniper.example', firstName: 'Known', lastName: 'User' };
    await app.post('/organizations/users', known);
    person({ email: known.email, email_verified: false });
    expect((await arrive(await travel())).status).toBe(403);
    person({ email: known.email });
    expect((await arrive(await travel())).status).toBe(303);
  });

  test('403: an address that has passed to somebody else there does not open the account of the first', async () => {
    const { email } = person();
    expect((await arrive(await travel())).status).toBe(303);
    person({ email });
    expect((await arrive(await travel())).status).toBe(403);
  });

  test('403: a user who was deactivated stays out', async () => {
    person();
    const { cookie } = parseCookies(await arrive(await travel()));
    const { uuid } = (await app.get('/session', withCookie(cookie))).body.resource;
    await app.delete(`/organizations/users/${uuid}`);
    expect((await app.get('/session', withCookie(cookie))).status).toBe(401);
    expect((await arrive(await travel())).status).toBe(403);
  });

  test('the role follows the claim at every sign-in, and the last owner stays', async () => {
    person({ roles: ['admin', 'user'] });
    expect(await roleOf(await arrive(await travel()))).toBe('admin');
    provider.person = { ...provider.person, roles: 'user' };
    expect(await roleOf(await arrive(await travel()))).toBe('user');
    provider.person = { ...provider.person, roles: 'wizard' };
    expect(await roleOf(await arrive(await travel()))).toBe('user');
    person({ email: 'mara@juniper.example', roles: 'user' });
    expect(await roleOf(await arrive(await travel()))).toBe('owner');
  });

  test('an invitation opens the door to the address that was invited, and to no other', async () => {
    const email = 'guest@elsewhere.example';
    await app.post('/invitations', { email, role: 'admin' });
    const { token } = await findLinkTo(app, email);
    person({ email: 'somebody.else@elsewhere.example' });
    expect((await arrive(await travel(app, `?invitation=${token}`))).status).not.toBe(303);
    person({ email });
    const answer = await arrive(await travel(app, `?invitation=${token}`));
    expect(answer.status).toBe(303);
    expect(await roleOf(answer)).toBe('admin');
  });

  test('somebody in several workspaces is asked which; the role of the claim is that of the home workspace', async () => {
    const { email } = person({ roles: 'admin' });
    await arrive(await travel());
    await createNeighbour(app.runtime, email);
    const answer = await arrive(await travel());
    expect(answer.headers['location']).toBe('/app/sign-in/step');
    expect(parseCookies(answer).cookie).toBe('');
    const step = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    const page = await app.inject({ method: 'GET', url: '/app/sign-in/step', headers: { cookie: step } });
    const uuid = /value="([0-9a-f-]{36})">Fern &amp; Sons/.exec(page.body)?.[1];
    const chosen = await app.inject({
      method: 'POST',
      url: '/app/sign-in/step',
      headers: { cookie: step, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `workspace=${uuid}`,
    });
    const { body } = await app.get('/session', withCookie(parseCookies(chosen).cookie));
    expect(body.resource).toMatchObject({ name: 'Petra Novak', role: 'owner' });
  });
});

describe('OIDC_ONLY', () => {
  const mara = { email: 'mara@juniper.example', password: 'whatever it was' };

  test('403: passwords, passkeys, resets and acceptance by password are off', async () => {
    await closed.post('/invitations', { email: 'x@juniper.example' });
    const { token } = await findLinkTo(closed, 'x@juniper.example');
    const said = 'This server only allows single sign-on.';
    for (const answer of [
      await closed.post('/session', mara, { token: null }),
      await closed.post('/public/passkeys/challenge', {}, { token: null }),
      await closed.post('/public/password-resets', { email: mara.email }, { token: null }),
      await closed.put(
        `/public/invitations/${token}`,
        { name: 'X Y', password: mara.password },
        { token: null },
      ),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe(said);
    }
    const { body } = await closed.get(`/public/invitations/${token}`, { token: null });
    expect(body.resource.accepts).toEqual(['single_sign_on']);
    expect((await closed.inject({ method: 'GET', url: '/app/sign-up' })).status).toBe(404);
  });

  test('the sign-in page has no password field; single sign-on works, and sets up nothing here', async () => {
    const page = await closed.inject({ method: 'GET', url: '/app' });
    expect(page.body).not.toContain('type="password"');
    expect(page.body).toContain('/auth/oidc/start');
    person();
    const { cookie } = parseCookies(await arrive(await travel(closed), closed));
    const { body } = await closed.get('/session', withCookie(cookie));
    expect(body.resource.features).toMatchObject({ passwords: false, passkeys: false, singleSignOn: true });
    for (const path of ['/session/totp', '/session/passkeys/challenge']) {
      expect((await closed.post(path, {}, withCookie(cookie))).status, path).toBe(403);
    }
  });

  test('a session begun there satisfies a workspace that requires a second factor', async () => {
    person();
    const { cookie } = parseCookies(await arrive(await travel()));
    await app.patch('/organization', { requireSecondFactor: true });
    expect((await app.get('/whoami', withCookie(cookie))).status).toBe(200);
    await app.patch('/organization', { requireSecondFactor: false });
    expect((await signIn(app, 'nobody@juniper.example', 'x')).answer.status).toBe(422);
  });
});

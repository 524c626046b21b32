import { languageNames } from '@daybook/booking/language';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { findLinkTo, listMailsTo } from '../../test/mail.ts';
import { parseCookies, withCookie } from '../../test/session.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';

let nowMs = Date.parse('2027-01-11T06:00:00Z');
const app = useApp({
  clock: { now: () => new Date(nowMs) },
  config: { signUpIsOpen: true, rateLimit: { perToken: 100_000, perAddress: 100_000 } },
});
const shut = useApp();
const noor = {
  email: 'noor@juniper.example',
  firstName: 'Noor',
  lastName: 'Haddad',
  password: 'seven quiet herons',
};

beforeAll(async () => {
  await app.post('/organizations/users', noor);
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
const enter = async () => parseCookies(await post('/app/sign-in', noor)).cookie;

describe('every page', () => {
  test('is kept by nobody, framed by nobody, and runs no script but ours', async () => {
    for (const path of ['/app', '/app/password-reset', '/app/sign-up']) {
      const { status, headers } = await get(path);
      expect(status, path).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-frame-options']).toBe('DENY');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self' 'nonce-");
      expect(policy).toContain("form-action 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    }
  });

  test.each([
    ['de', 'Bei Daybook anmelden'],
    ['fr', 'Se connecter à Daybook'],
    ['es', 'Iniciar sesión en Daybook'],
    ['pt', 'Iniciar sessão no Daybook'],
    ['ar', 'تسجيل الدخول إلى Daybook'],
    ['ja', 'Sign in to Daybook'],
  ])('speaks %s', async (language, heading) => {
    expect((await get('/app', { 'accept-language': language })).body).toContain(`<h1>${heading}</h1>`);
    const { headers } = await get(`/app?lang=${language}`);
    if (language !== 'ja') expect(String(headers['set-cookie'])).toContain(`daybook_language=${language}`);
  });

  test('403: no form is taken from another site, signed in or not', async () => {
    const cookie = await enter();
    for (const path of ['/app/sign-in', '/app/sign-out', '/app/security/totp', '/app/sign-up']) {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
        const {
          status,
          headers: sent,
          body,
        } = await post(path, noor, { ...headers, cookie } as Record<string, string>);
        expect(status, path).toBe(403);
        expect(body, path).toContain('This form was submitted from another site');
        expect(sent['set-cookie']).toBeUndefined();
      }
    }
    expect((await app.get('/session', withCookie(cookie))).status).toBe(200);
  });

  test('303: the address of a form leads to its page', async () => {
    expect((await get('/app/sign-in')).headers['location']).toBe('/app');
    expect((await get('/app/sign-out')).headers['location']).toBe('/app');
    expect((await get('/app/security/totp/confirm')).headers['location']).toBe('/app/security');
  });

  test('409: who has an account already is told to sign in, and the invitation is not shown again', async () => {
    const email = 'meanwhile@juniper.example';
    await app.post('/invitations', { email });
    const { token } = await findLinkTo(app, email);
    await app.post('/organizations/users', { ...noor, email });
    // As if both had happened at the same moment.
    await app.runtime.database.pool.query('update invitation set withdrawn_at = null where email = $1', [
      email,
    ]);
    const form = { name: 'Mina While', password: 'eleven slow tortoises' };
    const { status, body } = await post(`/app/invitations/${token}`, form);
    expect(status).toBe(409);
    expect(body).toContain('You already have an account here');
  });

  test('without a password, the page sets one after a recent sign-in, and keeps the last passkey', async () => {
    const pool = app.runtime.database.pool;
    const email = 'keyed@juniper.example';
    const { uuid } = (await app.post('/organizations/users', { ...noor, email })).body.resource;
    const { cookie } = parseCookies(await post('/app/sign-in', { email, password: noor.password }));
    expect((await get('/app/security', { cookie })).body).toContain('name="currentPassword"');
    await pool.query('update member set password_hash = null where id = $1', [uuid]);
    await pool.query(
      `insert into passkey (workspace_id, id, member_id, credential_id, public_key, counter, transports, name)
       select workspace_id, '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', id, 'x', '', 0, '{}', 'Phone' from member where id = $1`,
      [uuid],
    );
    const shown = (await get('/app/security', { cookie })).body;
    expect(shown).toContain('Set password');
    expect(shown).not.toContain('name="currentPassword"');
    const remove = '/app/security/passkeys/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d/remove';
    const kept = await post(remove, {}, { cookie });
    expect(kept.status).toBe(409);
    expect(kept.body).toContain('This passkey is your only sign-in method');
    const set = () => post('/app/security/password', { password: 'eleven slow tortoises' }, { cookie });
    await pool.query(`update session set created_at = now() - interval '1 hour' where member_id = $1`, [
      uuid,
    ]);
    const late = await set();
    expect(late.status).toBe(403);
    expect(late.body).toContain('Please sign in again');
    await pool.query(`update session set created_at = now() where member_id = $1`, [uuid]);
    expect((await set()).headers['location']).toBe('/app/security?done=passwordChanged');
  });

  test('303: without a session, what needs one leads to the sign-in', async () => {
    expect((await get('/app/security')).headers['location']).toBe('/app');
    expect((await post('/app/security/totp', {})).headers['location']).toBe('/app');
    expect((await get('/app/sign-in/step')).headers['location']).toBe('/app');
  });
});

describe('a session that began a while ago', () => {
  test('403: asks for a sign-in and comes back', async () => {
    const cookie = await enter();
    await app.runtime.database.pool.query(`update session set created_at = now() - interval '1 day'`);
    const { status, body } = await post('/app/security/totp', {}, { cookie });
    expect(status).toBe(403);
    expect(body).toContain('href="/app/security?again=1"');
    const again = await get('/app/security?again=1', { cookie });
    expect(again.headers['location']).toBe('/app?again=1');
    expect(String(again.headers['set-cookie'])).toContain(Buffer.from('/app/security').toString('base64url'));
  });

  test('200: "sign out everywhere else" lists API tokens, and keeps those that are ticked', async () => {
    const cookie = await enter();
    const { body } = await app.post('/tokens', { name: 'Sync', scopes: ['booking'] }, withCookie(cookie));
    expect((await get('/app/security', { cookie })).body).toContain('Keep API token Sync');
    const whoami = async () => (await app.get('/whoami', { token: body.token })).status;
    await post('/app/security/sessions/end', { keep: body.resource.uuid }, { cookie });
    expect(await whoami()).toBe(200);
    const { headers } = await post('/app/security/sessions/end', {}, { cookie });
    expect(headers['location']).toBe('/app/security?done=signedOutElsewhere');
    expect(await whoami()).toBe(401);
  });
});

describe('the dashboard', () => {
  test('200: runs no inline script, inserts no HTML from strings, and is kept by nobody', async () => {
    const { status, headers, body } = await get('/app/events', { cookie: await enter() });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/<script(?![^>]*(?: src=| type="application\/json"))/);
  });

  test.each(languageNames)(
    '200: in %s, its words are named before the program, and are there',
    async (tag) => {
      const cookie = await enter();
      await app.put('/preferences', { language: tag }, withCookie(cookie));
      const { body } = await get('/app', { cookie });
      await app.put('/preferences', { language: 'en' }, withCookie(cookie));
      expect(body).toContain(`<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}"`);
      const scripts = [...body.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, path = '']) => path);
      expect(scripts).toEqual([
        expect.stringMatching(`/assets/words-${tag}-`),
        expect.stringContaining('/assets/dashboard-'),
      ]);
      const preloads = [...body.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path = '']) => path);
      expect(preloads.length).toBeGreaterThan(0);
      for (const path of [...scripts, ...preloads]) expect((await get(path)).status, path).toBe(200);
    },
  );

  test('the theme is in the document before anything is drawn', async () => {
    const cookie = await enter();
    expect((await get('/app', { cookie })).body).not.toContain('data-theme');
    await app.put('/preferences', { theme: 'dark' }, withCookie(cookie));
    expect((await get('/app', { cookie })).body).toContain('data-theme="dark"');
    await app.put('/preferences', { theme: 'system' }, withCookie(cookie));
  });

  test('no text of a user ends the data that the program starts with', async () => {
    const cookie = await enter();
    const { body } = await app.get('/session', withCookie(cookie));
    const path = `/organizations/users/${body.resource.uuid}`;
    await app.patch(path, { firstName: '</script><script>x' });
    const page = await get('/app', { cookie });
    expect(page.body).not.toContain('</script><script>x');
    await app.patch(path, { firstName: noor.firstName });
  });

  test('303: signing in leads to the address that was asked for, once', async () => {
    const asked = await get('/app/events/dbk-8fK2mZ0qWv3Xy7Ab?when=past');
    expect(asked.body).toContain('<h1>Sign in to Daybook</h1>');
    const wanted = String(asked.headers['set-cookie']);
    expect(wanted).toContain('HttpOnly');
    const cookie = `${await enter()}; ${wanted.split(';')[0]}`;
    const { headers } = await get('/app', { cookie });
    expect(headers['location']).toBe('/app/events/dbk-8fK2mZ0qWv3Xy7Ab?when=past');
    expect(String(headers['set-cookie'])).toContain('daybook_return=; ');
  });

  test.each(['https://evil.example', '//evil.example', '/app', '/app//x\r\n', '/docs'])(
    'nobody is led to %s',
    async (address) => {
      const cookie = `${await enter()}; daybook_return=${Buffer.from(address).toString('base64url')}`;
      expect((await get('/app', { cookie })).status).toBe(200);
    },
  );

  test('404: a file that is none is not answered with the dashboard', async () => {
    expect((await get('/assets/dashboard-AAAAAAAA.js')).status).toBe(404);
  });
});

describe('signing in', () => {
  test('422: the address stays, the password does not; 429: says how long to wait', async () => {
    const wrong = await post('/app/sign-in', { email: '"><script>x', password: 'not this one' });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toContain('Incorrect email address or password.');
    expect(wrong.body).toContain('value="&quot;&gt;&lt;script&gt;x"');
    expect(wrong.body).not.toContain('not this one');
    const tries = await repeatConcurrently(11, () =>
      post('/app/sign-in', { email: 'aiko@juniper.example', password: 'guess' }),
    );
    expect(countByStatus(tries)).toEqual({ 422: 10, 429: 1 });
    const waiting = tries.find(({ status }) => status === 429);
    expect(waiting?.body).toContain('Too many attempts. Wait 15 minutes');
    nowMs += 15 * 60_000;
  });

  test('a page says nothing that its address puts into its mouth', async () => {
    expect((await get('/app?done=signedOut')).body).toContain('You’re signed out.');
    expect((await get('/app?done=%3Cb%3E')).body).not.toContain('class="notice');
  });
});

describe('signing up', () => {
  const email = 'olga@sorrel.example';
  const form = { organization: 'Sorrel', name: 'Olga Iwanowa', email };
  const password = 'nine patient badgers';

  test('404: where SIGNUP is not open', async () => {
    expect((await shut.inject({ method: 'GET', url: '/app/sign-up' })).status).toBe(404);
    expect((await shut.inject({ method: 'GET', url: '/app' })).body).not.toContain('/app/sign-up');
  });

  test('200: the same page for every address; nobody can sign in before the address is confirmed, on a click', async () => {
    const [fresh, known] = [
      await post('/app/sign-up', form),
      await post('/app/sign-up', { ...form, email: noor.email }),
    ];
    expect(fresh.status).toBe(200);
    const blank = (body: string) => body.replaceAll(/nonce[-="]+[\w-]+"?|[\w.]+@[\w.]+/g, '');
    expect(blank(known.body)).toBe(blank(fresh.body));
    const sign = () => app.post('/session', { email, password }, { token: null });
    expect((await sign()).status).toBe(422);
    const { token } = await findLinkTo(app, email);
    const path = `/app/sign-up/${token}`;
    expect((await get(path)).status).toBe(200);
    expect((await sign()).status).toBe(422);
    const answers = await repeatConcurrently(3, () => post(path, { password }));
    expect(countByStatus(answers)).toEqual({ 303: 1, 409: 2 });
    const done = await sign();
    expect(done.status).toBe(201);
    expect(done.body.resource.role).toBe('owner');
    const { body } = await app.get('/crm/objects', withCookie(parseCookies(done).cookie));
    expect(body.collection.length).toBeGreaterThan(1);
    expect((await get(path)).body).toContain('This link is no longer valid');
  });

  test('422: the password is chosen when the address is confirmed; what was typed before counts for nothing', async () => {
    const victim = 'victim@sorrel.example';
    await post('/app/sign-up', { ...form, email: victim, password: 'chosen by a stranger' });
    const path = `/app/sign-up/${(await findLinkTo(app, victim)).token}`;
    for (const [wrong, text] of [
      ['', 'This field is required.'],
      ['sorrel123', 'Your password can’t be'],
    ] as const) {
      const { status, body } = await post(path, { password: wrong });
      expect(status).toBe(422);
      expect(body).toContain(text);
    }
    expect((await post(path, { password })).status).toBe(303);
    const sign = (given: string) => app.post('/session', { email: victim, password: given }, { token: null });
    expect((await sign('chosen by a stranger')).status).toBe(422);
    expect((await sign(password)).status).toBe(201);
  });

  test('409: past its time', async () => {
    const late = 'late@sorrel.example';
    await post('/app/sign-up', { ...form, email: late });
    const { token } = await findLinkTo(app, late);
    nowMs += 24 * 3_600_000;
    expect((await post(`/app/sign-up/${token}`, { password })).status).toBe(409);
  });

  test('422: every wrong field at once, and what was typed stays', async () => {
    const { status, body } = await post('/app/sign-up', {
      ...form,
      name: ' ',
      email: 'x',
    });
    expect(status).toBe(422);
    for (const text of ['This field is required.', 'Enter a valid email address', 'Sorrel']) {
      expect(body).toContain(text);
    }
  });

  test('429: a place that signs up again and again waits; mail to one address is bounded', async () => {
    nowMs += 3_600_000;
    const answers = [];
    for (let index = 0; index < 25; index += 1)
      answers.push(await post('/app/sign-up', { ...form, email: 'many@x.example' }));
    expect(countByStatus(answers)).toEqual({ 200: 20, 429: 5 });
    expect(await listMailsTo(app, 'many@x.example')).toHaveLength(3);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pairSettings } from '../../test/runtime.ts';
import { googleAccess } from './google/access.ts';
import { useApp } from '../../test/harness.ts';
import { signIn } from '../../test/session.ts';
import { startGoogle } from './google/test-google.ts';
import {
  listBusyTimes,
  connectAccount,
  listConnectionsTo,
  openPage,
  signInMara,
  syncNow,
} from './test-connect.ts';

let nowMs = Date.parse('2027-01-11T06:00:00Z');
const clock = { now: () => new Date(nowMs) };
const google = await startGoogle(clock);
const app = useApp({
  clock,
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [pairSettings(googleAccess.settings, google.app)],
});
const bare = useApp({ settings: [pairSettings(googleAccess.settings, undefined)] });
const work = 'mara@gmail.example';
const readonly = 'https://www.googleapis.com/auth/calendar.readonly';
let cookie = '';

beforeAll(async () => {
  google.addCalendar(work, { primary: true, summary: 'Work' });
  google.put(work, {
    id: 'first',
    start: { dateTime: '2027-01-12T10:00:00+01:00' },
    end: { dateTime: '2027-01-12T11:00:00+01:00' },
  });
  cookie = await signInMara(app);
});
afterAll(() => google.close());
beforeEach(() => {
  Object.assign(google.consent, {
    isDenied: false,
    allows: () => true,
    expiresInSeconds: 3600,
    rotates: false,
    slowMs: 0,
  });
});

const ask = (body: object = {}) =>
  app.post('/calendar-connections/authorize', { provider: 'google', ...body });
const connect = (body: object = {}) => connectAccount(app, google, cookie, { provider: 'google', ...body });
const only = async () => {
  const found = await listConnectionsTo(app, 'google');
  expect(found).toHaveLength(1);
  return found[0];
};

describe('asking for access', () => {
  test('200: an address of the provider with PKCE, state, and no more than what is needed', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    const url = new URL(body.url);
    expect(`${url.origin}${url.pathname}`).toBe(google.app.authorizeUrl);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'daybook',
      response_type: 'code',
      redirect_uri: `${app.runtime.config.publicUrl}/connect/google/callback`,
      scope: readonly,
      code_challenge_method: 'S256',
      access_type: 'offline',
    });
    const write = new URL((await ask({ access: 'write' })).body.url).searchParams.get('scope');
    expect(write).toBe(`${readonly} https://www.googleapis.com/auth/calendar.events`);
  });

  test('422: what is not set up says which variables are missing', async () => {
    const { status, body } = await bare.post('/calendar-connections/authorize', { provider: 'microsoft' });
    expect([status, body.errors.provider[0]]).toEqual([
      422,
      expect.stringMatching(/MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET/),
    ]);
    const { body: list } = await bare.get('/calendar-providers');
    expect(list.collection).toMatchObject([
      { provider: 'google', kind: 'oauth', isConfigured: false },
      { provider: 'microsoft', kind: 'oauth', isConfigured: false },
      { provider: 'caldav', isConfigured: true },
      { provider: 'ics', isConfigured: true },
    ]);
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'app', '/app\n/x'])(
    '422: nobody is led to %j',
    async (returnTo) => {
      const { status, body } = await ask({ returnTo });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['returnTo']]);
    },
  );
});

describe('coming back', () => {
  test('303: the account is connected, read, and the browser goes where it came from', async () => {
    const { status, headers } = await connect({ returnTo: '/app/settings?tab=calendars' });
    expect([status, headers['location']]).toEqual([303, '/app/settings?tab=calendars']);
    const connection = await only();
    expect(connection).toMatchObject({ provider: 'google', account: work, access: 'read', state: 'ok' });
    expect(await syncNow(app, connection.uuid)).toMatchObject({ changed: 1 });
    expect(await listBusyTimes(app)).toEqual(['2027-01-12T09:00/10:00']);
  });

  test('tokens are sealed, and in no answer', async () => {
    const { rows } = await app.runtime.database.pool.query('select * from calendar_connection');
    const stored = app.runtime.secrets.unseal(rows[0].secret_sealed);
    const { accessToken, refreshToken } = JSON.parse(stored);
    expect(accessToken && refreshToken).toBeTruthy();
    const shown = JSON.stringify([rows[0], (await app.get('/calendar-connections')).body]);
    for (const secret of [accessToken, refreshToken]) expect(shown).not.toContain(secret);
    expect(rows[0].secret_sealed.toString('latin1')).not.toContain(refreshToken);
  });

  test('400: what was begun is taken once', async () => {
    const target = await google.consentAt((await ask()).body.url);
    expect((await openPage(app, target, cookie)).status).toBe(303);
    const again = await openPage(app, target, cookie);
    expect([again.status, again.body]).toEqual([
      400,
      expect.stringContaining('took too long, or was already done'),
    ]);
  });

  test('400: within ten minutes, and only', async () => {
    const target = await google.consentAt((await ask()).body.url);
    nowMs += 10 * 60_000;
    expect((await openPage(app, target, cookie)).status).toBe(400);
  });

  test('400: nobody but the user who began, signed in in this browser', async () => {
    const target = await google.consentAt((await ask()).body.url);
    const nobody = await openPage(app, target);
    expect([nobody.status, nobody.body]).toEqual([400, expect.stringContaining('You aren’t signed in')]);
    const noor = { email: 'noor@juniper.example', password: 'nine patient badgers' };
    await app.post('/organizations/users', { ...noor, firstName: 'Noor', lastName: 'Haddad' });
    const other = await signIn(app, noor.email, noor.password);
    expect((await openPage(app, target, other.cookie)).status).toBe(400);
    const { body } = await app.get(`/calendar-connections?email=${noor.email}`);
    expect(body.collection).toEqual([]);
    expect((await openPage(app, target, cookie)).status).toBe(303);
  });

  test('400: a code of somebody else is not taken', async () => {
    const url = new URL(await google.consentAt((await ask()).body.url));
    const theirs = new URL(await google.consentAt((await ask()).body.url));
    url.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    const { status, body } = await openPage(app, url.href, cookie);
    expect([status, body]).toEqual([400, expect.stringContaining('couldn’t be connected')]);
  });

  test('400: who does not agree is told so, in their language, with the way back', async () => {
    google.consent.isDenied = true;
    const { status, body } = await connect({ returnTo: '/app/availability' });
    expect([status, body]).toEqual([400, expect.stringContaining('You didn’t allow access')]);
    expect(body).toContain('href="/app/availability"');
    const target = await google.consentAt((await ask()).body.url);
    const german = await app.inject({
      method: 'GET',
      url: target.replace(app.runtime.config.publicUrl, ''),
      headers: { accept: 'text/html', cookie, 'accept-language': 'de' },
    });
    expect(german.body).toContain('Sie haben keinen Zugriff erlaubt');
  });

  test('400: who unticks what is needed is told so', async () => {
    google.consent.allows = (scope) => scope !== readonly;
    const { status, body } = await connect({ access: 'write' });
    expect([status, body]).toEqual([400, expect.stringContaining('Daybook has no access to your calendars')]);
  });
});

describe('more access when it is needed', () => {
  test('422: a calendar of an account that may only be read can’t be written', async () => {
    await connect();
    const { uuid, calendars } = await only();
    const { status, body } = await app.patch(`/calendar-connections/${uuid}`, {
      calendars: [{ id: calendars[0].id, isWritten: true }],
    });
    expect([status, body.errors]).toEqual([
      422,
      { 'calendars.0.isWritten': [expect.stringContaining('Reconnect it with write access')] },
    ]);
  });

  test('write access that was asked for and not given leaves the connection as it was', async () => {
    google.consent.allows = (scope) => scope === readonly;
    expect((await connect({ access: 'write' })).status).toBe(303);
    expect(await only()).toMatchObject({ access: 'read' });
  });

  test('200: with it, it can; the connection is the same one', async () => {
    const before = await only();
    await connect({ access: 'write' });
    const { uuid, access, calendars } = await only();
    expect([uuid, access]).toEqual([before.uuid, 'write']);
    const { status } = await app.patch(`/calendar-connections/${uuid}`, {
      calendars: [{ id: calendars[0].id, isWritten: true }],
    });
    expect(status).toBe(200);
  });
});

describe('access that ends', () => {
  test('an access token is renewed before its time is over', async () => {
    const { uuid } = await only();
    const { refreshes } = google.grants;
    nowMs += 56 * 60_000;
    expect((await syncNow(app, uuid)).connection.state).toBe('ok');
    expect(google.grants.refreshes).toBe(refreshes + 1);
    expect((await syncNow(app, uuid)).connection.state).toBe('ok');
    expect(google.grants.refreshes).toBe(refreshes + 1);
  });

  test('one that is refused before its time is renewed once', async () => {
    const { uuid } = await only();
    const { refreshes } = google.grants;
    google.forgetAccessTokens();
    expect((await syncNow(app, uuid)).connection.state).toBe('ok');
    expect(google.grants.refreshes).toBe(refreshes + 1);
  });

  test('a new refresh token takes the place of the old one', async () => {
    const { uuid } = await only();
    google.consent.rotates = true;
    for (let hours = 0; hours < 3; hours += 1) {
      nowMs += 3_600_000;
      expect((await syncNow(app, uuid)).connection).toMatchObject({ state: 'ok', error: null });
    }
  });

  test('two that need it at once renew it once, and none is left without', async () => {
    google.consent.rotates = true;
    google.consent.slowMs = 400;
    nowMs += 3_600_000;
    const { refreshes } = google.grants;
    const { rows } = await app.runtime.database.pool.query('select * from calendar_connection');
    const { withAuth } = await import('./credentials.ts');
    const tokens = await Promise.all(
      Array.from({ length: 5 }, () => withAuth(app.runtime, rows[0], async ({ token }) => token)),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(google.grants.refreshes).toBe(refreshes + 1);
    const { uuid } = await only();
    expect((await syncNow(app, uuid)).connection.state).toBe('ok');
  });

  test('a provider that does not answer is no reason to sign in again', async () => {
    const { uuid } = await only();
    nowMs += 3_600_000;
    const tokenUrl = google.app.tokenUrl;
    Object.assign(google.app, { tokenUrl: 'http://127.0.0.1:9/token' });
    expect((await syncNow(app, uuid)).connection).toMatchObject({
      state: 'failing',
      error: expect.stringContaining('didn’t renew'),
    });
    Object.assign(google.app, { tokenUrl });
    expect((await syncNow(app, uuid)).connection).toMatchObject({ state: 'ok', error: null });
  });

  test('a grant that was revoked needs its owner, keeps what is known, and is repaired by connecting again', async () => {
    const before = await only();
    google.revoke();
    const { connection } = await syncNow(app, before.uuid);
    expect(connection).toMatchObject({
      state: 'needs_sign_in',
      error: expect.stringContaining('revoked or has expired. Reconnect the account.'),
      failingSince: expect.any(String),
    });
    expect(await listBusyTimes(app)).toEqual(['2027-01-12T09:00/10:00']);
    await connect({ access: 'write' });
    const repaired = await only();
    expect(repaired).toMatchObject({ uuid: before.uuid, state: 'ok', error: null, failingSince: null });
    expect(repaired.calendars).toMatchObject([{ isRead: true, isWritten: true }]);
    expect((await syncNow(app, repaired.uuid)).connection.state).toBe('ok');
  });
});

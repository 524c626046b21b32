import { createServer } from 'node:http';
import { googleAccess } from '../../src/calendars/google/access.ts';
import { pairSettings } from '../runtime.ts';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGoogle } from '../../src/calendars/google/test-google.ts';
import { connectAccount } from '../../src/calendars/test-connect.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';
import { bookPage, fixedClock, createPage, monday, getInviteePagePath } from '../booking.ts';
import { dumpDatabase } from '../dump.ts';
import { useApp, type Answer } from '../harness.ts';
import { setPassword, signIn, withCookie } from '../session.ts';
import { generateTotpCode } from '../totp.ts';

/** Secrets of every kind that users give to Daybook or get from it. A copy of the database has none of them. */

const google = await startGoogle(fixedClock);
const app = useApp({
  clock: fixedClock,
  config: { outboundAllow: ['127.0.0.0/8'] },
  settings: [pairSettings(googleAccess.settings, google.app)],
});
const receiver = useReceiver();

const secrets = new Map<string, string>();
let text: string;

const plant = (kind: string, secret: string | undefined): string => {
  if (secret === undefined || secret.length < 10) throw new Error(`No secret for ${kind}: ${secret}`);
  secrets.set(`${kind} ${secrets.size}`, secret);
  return secret;
};
const chosen = (kind: string): string => plant(kind, `Planted${secrets.size}kQ7zR4wLx${kind.length}Vb9`);

const made = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

beforeAll(async () => {
  await plantAccounts();
  await plantWebhooks();
  await plantCalendars();
  await plantPublicPages();
  text = await dumpDatabase(app);
}, 60_000);

async function plantAccounts(): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    const [email, password] = [`planted${n}@juniper.example`, chosen('password')];
    await made(app.post('/organizations/users', { email, firstName: 'Pia', lastName: 'Planted', password }));
    const { cookie } = await signIn(app, email, password);
    plant('session', cookie.split('=')[1]);
    if (n > 0) continue;
    const { secret } = await made(app.post('/session/totp', undefined, withCookie(cookie)));
    plant('authenticator', secret);
    const code = generateTotpCode(secret, monday.getTime());
    const { recoveryCodes } = await made(app.put('/session/totp', { code }, withCookie(cookie)));
    for (const recovery of recoveryCodes) plant('recovery code', recovery);
  }
  for (let n = 0; n < 4; n += 1) {
    const headers = { 'idempotency-key': `planted ${n}` };
    const { token, resource } = await made(
      app.post('/tokens', { name: 'Planted', scopes: ['booking'] }, { headers }),
    );
    plant('token', token);
    plant('token', (await made(app.post(`/tokens/${resource.uuid}/rotate`))).token);
  }
  await made(
    app.patch('/organization', {
      conferencing: {
        jitsi: { url: 'https://meet.juniper.example', appId: 'daybook', secret: chosen('jitsi') },
        zoom: { accountId: 'account', clientId: 'client', clientSecret: chosen('zoom') },
      },
    }),
  );
}

async function plantWebhooks(): Promise<void> {
  for (let n = 0; n < 6; n += 1) {
    const hook = {
      callbackUrl: receiver.url,
      events: ['invitee.scheduled'],
      scope: 'user',
      token: chosen('webhook token'),
      headers: { 'X-Planted': chosen('webhook header') },
    };
    const headers = { 'idempotency-key': `hook ${n}` };
    const body = await made(app.post('/webhooks', hook, { headers }));
    plant('webhook secret', body.signingSecret);
    const rotated = await made(app.post(`/webhooks/${body.resource.uuid}/rotate-secret`, {}));
    plant('webhook secret', rotated.signingSecret ?? rotated.resource.signingSecret);
  }
  const { resource } = await made(app.post('/webhook-catchers'));
  plant('catcher', String(resource.url).split('/').at(-1));
}

async function plantCalendars(): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    const url = new URL(`/${chosen('calendar address')}.ics`, receiver.url).href;
    const email = `planted${n}@juniper.example`;
    await made(app.post('/calendar-connections', { provider: 'ics', url, email }));
  }
  const password = chosen('calendar password');
  const davUrl = `http://127.0.0.1:${(dav.address() as AddressInfo).port}/mara/`;
  await made(
    app.post('/calendar-connections', { provider: 'caldav', url: davUrl, username: 'mara', password }),
  );
  await connectGoogle();
  const { url: feed } = await made(app.post('/calendar-feed'));
  plant('calendar feed', String(feed).split('/').at(-1)?.replace('.ics', ''));
}

async function connectGoogle(): Promise<void> {
  google.addCalendar('mara@gmail.example', { primary: true, summary: 'Work' });
  const password = chosen('password');
  await setPassword(app, 'mara@juniper.example', password);
  const { cookie } = await signIn(app, 'mara@juniper.example', password);
  await connectAccount(app, google, cookie, { provider: 'google' });
  for (const token of google.secrets()) plant('token of Google', token);
}

/** A CalDAV server with one calendar, which describes everything alike. */
const dav = createServer((request, response) => {
  request.resume();
  response.writeHead(207, { 'content-type': 'application/xml' });
  response.end(`<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>/mara/</href><propstat>
    <prop><resourcetype><collection/><c:calendar/></resourcetype><displayname>Work</displayname>
      <c:calendar-home-set><href>/mara/</href></c:calendar-home-set></prop>
    <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`);
}).listen(0, '127.0.0.1');

afterAll(async () => {
  dav.closeAllConnections();
  dav.close();
  await google.close();
});

async function plantPublicPages(): Promise<void> {
  const page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
  for (let n = 0; n < 3; n += 1) {
    const { resource } = await made(app.post('/links', { eventTypeUuid: page.uuid }));
    plant('link', resource.token);
    const event = await made(bookPage(app, page, { start: `1${n}:00` }));
    plant('page of an invitee', (await getInviteePagePath(app, event.invitees[0].uuid)).split('key=')[1]);
  }
}

test('at least 50 secrets of 16 kinds are planted, and what is no secret is in the dump', () => {
  const kinds = new Set([...secrets.keys()].map((name) => name.replace(/ \d+$/, '')));
  expect(secrets.size).toBeGreaterThanOrEqual(50);
  expect(kinds.size).toBeGreaterThanOrEqual(16);
  expect(text).toContain('planted0@juniper.example');
  expect(text).toContain('x-planted');
  expect(google.secrets().length).toBeGreaterThanOrEqual(2);
});

test('none of them is in the database, as text, hex or base64', () => {
  const found = [...secrets].filter(([, secret]) =>
    [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').slice(0, -4)].some(
      (spelled) => text.includes(spelled.toLowerCase()),
    ),
  );
  expect(found.map(([kind]) => kind)).toEqual([]);
});

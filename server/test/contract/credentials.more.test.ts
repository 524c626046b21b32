import type { AnyRoute } from '@daybook/contract/route';
import { routes } from '@daybook/contract/routes';
import { scopes } from '@daybook/contract/scopes';
import { beforeAll, expect, test, vi } from 'vitest';
import { createPasskey } from '../../src/identity/factors/test-authenticator.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';
import { fixedClock } from '../booking.ts';
import { useApp, type Answer } from '../harness.ts';
import { findLinkTo } from '../mail.ts';
import {
  operations,
  requests,
  sendRequest,
  createWorld,
  type Credentials,
  type Request,
} from '../operations.ts';
import { setPassword, signIn, withCookie } from '../session.ts';

/**
 * What sessions, tokens and what a deactivated user leaves behind can still do, tried over all operations. The outcome is
 * docs/run/sessions.md: `npx vitest run server/test/contract/credentials.more.test.ts -u` writes it.
 */

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const app = useApp({
  clock: fixedClock,
  config: { outboundAllow: ['127.0.0.0/8'], rateLimit: 'off' },
});
const receiver = useReceiver();
const [email, password] = ['mara@juniper.example', 'nine patient otters'];
const query = (text: string, values: unknown[] = []) => app.runtime.database.pool.query(text, values);
const own = [...routes].filter(([, { access }]) => access.kind === 'session');
const guarded: readonly (readonly [string, AnyRoute])[] = [...operations, ...own];

beforeAll(() => setPassword(app, email, password));

/** A session of the owner that began so long ago, and was used a while ago. */
async function sessionOf({ age, unused = '0 minutes' }: { age: string; unused?: string }) {
  const { cookie } = await signIn(app, email, password);
  await query(
    `update session set created_at = now() - $1::interval, last_seen_at = now() - $2::interval,
      expires_at = now() - $1::interval + interval '30 days' where created_at > now() - interval '1 minute'`,
    [age, unused],
  );
  return { cookie };
}

const needsSignIn = ({ headers }: Answer) =>
  String(headers['www-authenticate']).includes('insufficient_user_authentication');

/** Requests for what only sessions may do. */
const ownRequests: Record<string, (cookie: string) => Promise<Request>> = {
  addPasskey: async (cookie) => {
    const { body } = await app.post('/session/passkeys/challenge', {}, withCookie(cookie));
    return { body: { credential: createPasskey().attest(body) } };
  },
  changePassword: async () => ({ body: { currentPassword: password, password } }),
};
const anyOwnRequest: Request = {
  params: { uuid: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' },
  body: { code: '123456' },
};

/** What is refused until somebody signs in again. */
async function findRefused(): Promise<string[]> {
  const world = createWorld(app, receiver.url);
  const refused: string[] = [];
  for (const [name, route] of operations) {
    // It ends the session.
    if (name === 'signOut') continue;
    const request = (await requests[name]?.(world)) ?? {};
    if (needsSignIn(await sendRequest(app, route, request, await oldSession()))) refused.push(name);
  }
  for (const [name, route] of own) {
    const fresh = await signIn(app, email, password);
    const request = (await ownRequests[name]?.(fresh.cookie)) ?? anyOwnRequest;
    await query(`update session set created_at = now() - interval '6 days'`);
    if (needsSignIn(await sendRequest(app, route, request, fresh))) refused.push(name);
  }
  return refused;
}

let old: Credentials = null;
/** The same one, as long as nothing has ended it. */
async function oldSession(): Promise<Credentials> {
  const isOpen =
    old && (await sendRequest(app, routes.get('readSession') as AnyRoute, {}, old)).status === 200;
  if (!isOpen) old = await sessionOf({ age: '6 days' });
  return old;
}

/** Whether every operation refuses these credentials as none. One after the other, or the server would have too many. */
async function opensNothing(credentials: Credentials): Promise<boolean> {
  for (const [, route] of guarded) {
    const { status } = await sendRequest(app, route, { params: anyOwnRequest.params ?? {} }, credentials);
    if (status !== 401) return false;
  }
  return true;
}

const list = (names: readonly string[]) =>
  names.length === 0
    ? 'none'
    : [...names]
        .sort()
        .map((name) => `\`${name}\``)
        .join(', ');

/** Its request here makes somebody an admin; the text says which changes are meant. */
const dependsOnBody = 'updateUser';

async function describeSessions(): Promise<string[]> {
  const refused = await findRefused();
  const ended = [
    ['unused for 7 days', await sessionOf({ age: '8 days', unused: '7 days' })],
    ['older than 30 days', await sessionOf({ age: '30 days' })],
  ] as const;
  const rows = ended.map(
    async ([what, credentials]) =>
      `| ${what} | ${(await opensNothing(credentials)) ? 'nothing' : 'SOMETHING'} |`,
  );
  return [
    '| A session | Can use these of the operations that its user’s role allows |',
    '|---|---|',
    '| within 15 minutes after signing in | all |',
    `| from 15 minutes to 30 days old | all except ${list(refused.filter((name) => name !== dependsOnBody))} |`,
    ...(await Promise.all(rows)),
  ];
}

/** The operations that a token with just this scope gets past the guard of, beside those for every token. */
async function openTo(scope: (typeof scopes)[number]): Promise<string[]> {
  const token = await app.tokenOf(email, [scope]);
  // The guard refuses before anything is read, so that what is sent need not make sense.
  const request = { params: anyOwnRequest.params ?? {}, query: { page: '0' } };
  const open: string[] = [];
  for (const [name, route] of guarded) {
    if (route.access.kind === 'token' && route.access.scopes.length === 0) continue;
    const { status } = await sendRequest(app, route, request, { token });
    if (status !== 401 && status !== 403) open.push(name);
  }
  return open;
}

async function describeScopes(): Promise<string[]> {
  const rows: string[] = [];
  for (const scope of scopes) {
    const open = await openTo(scope);
    const names = scope === 'admin:full' ? 'all except CRM and session operations' : list(open);
    rows.push(`| \`${scope}\` | ${open.length} | ${names} |`);
  }
  return ['| Scope | Operations | Which |', '|---|---|---|', ...rows];
}

async function describeDeactivated(): Promise<string[]> {
  const leaver = {
    email: 'leaver@juniper.example',
    firstName: 'Lea',
    lastName: 'Ver',
    role: 'admin',
    password,
  };
  const { uuid } = (await app.post('/organizations/users', leaver)).body.resource;
  const session = await signIn(app, leaver.email, password);
  const asLeaver = withCookie(session.cookie);
  const make = async (fields: object, options: object = asLeaver) =>
    (await app.post('/tokens', { name: 'x', scopes: ['tokens:write', 'booking'], ...fields }, options))
      .body as {
      token: string;
    };
  const [ownToken, forColleague] = [await make({}), await make({ userEmail: 'aiko@juniper.example' })];
  const madeByToken = await make({}, { token: forColleague.token });
  const passkey = createPasskey();
  const { body: challenge } = await app.post('/session/passkeys/challenge', {}, asLeaver);
  await app.post('/session/passkeys', { credential: passkey.attest(challenge) }, asLeaver);
  const { body: made } = await app.post('/calendar-feed', {}, asLeaver);
  const feed = `/public/calendars/${String(made.url).split('/').at(-1)}`;
  expect((await app.inject({ url: feed })).status).toBe(200);
  await app.post('/invitations', { email: 'friend@elm.example', role: 'admin' }, asLeaver);
  const invitation = (await findLinkTo(app, 'friend@elm.example')).token;
  expect((await app.delete(`/organizations/users/${uuid}`)).status).toBe(200);

  const signInByPasskey = async () => {
    const { body } = await app.post('/public/passkeys/challenge', {}, { token: null });
    return app.post('/public/passkeys/session', { credential: passkey.assert(body) }, { token: null });
  };
  const outcomes: readonly (readonly [string, boolean])[] = [
    ['sessions', await opensNothing({ cookie: session.cookie })],
    ['API tokens', await opensNothing(ownToken)],
    ['API tokens that they created for others', await opensNothing(forColleague)],
    ['API tokens created with those tokens', await opensNothing(madeByToken)],
    ['password', (await signIn(app, leaver.email, password)).answer.status === 422],
    ['passkeys', (await signInByPasskey()).status === 422],
    [
      'invitations that they sent',
      (await app.get(`/public/invitations/${invitation}`, { token: null })).status >= 400,
    ],
    ['calendar feed URL', (await app.inject({ url: feed })).status === 404],
  ];
  return [
    '| A deactivated user’s | Opens |',
    '|---|---|',
    ...outcomes.map(([what, isClosed]) => `| ${what} | ${isClosed ? 'nothing' : 'SOMETHING'} |`),
  ];
}

test('docs/run/sessions.md says what every kind of credentials still opens', async () => {
  const text = [
    '# What credentials open',
    '',
    '`server/test/contract/credentials.more.test.ts` tries all operations and writes this page. The reasons are in [0142](../decisions/0142-stolen-sessions-and-tokens.md).',
    '',
    '## Sessions',
    '',
    ...(await describeSessions()),
    '',
    'In addition, a session older than 15 minutes can’t set a password, change an email address or grant the role of owner or admin (`createUser`, `updateUser`, `invite`).',
    '',
    '## Tokens',
    '',
    `With any scope, a token can use ${list(operations.flatMap(([name, { access }]) => (access.kind === 'token' && access.scopes.length === 0 ? [name] : [])))}. No token can use ${list(own.map(([name]) => name))}.`,
    '',
    ...(await describeScopes()),
    '',
    '## What a deactivated user leaves behind',
    '',
    ...(await describeDeactivated()),
    '',
  ].join('\n');
  expect(text).not.toContain('SOMETHING');
  await expect(text).toMatchFileSnapshot('../../../docs/run/sessions.md');
});

import { expect, test } from 'vitest';
import { chooseCell } from './choose.ts';

const ask = (method: string, url: string, headers: Record<string, string> = {}, body?: string) =>
  chooseCell({ method, url, headers, body });
const secret = (value: string) => [{ kind: 'secret', value }];

test.each([
  ['/ada-byron/intro?month=2026-12', 'slug', 'ada-byron'],
  ['/ada-byron', 'slug', 'ada-byron'],
  ['/team/sales/demo/', 'slug', 'sales'],
  ['/public/pages/ada-byron/intro/availability', 'slug', 'ada-byron'],
  ['/v2/public/pages/team/sales/demo', 'slug', 'sales'],
  ['/forms/contact', 'form', 'contact'],
  ['/public/forms/contact/submissions', 'form', 'contact'],
  ['/s/4kZtq8LmW2xR7vB1nYc0Ds', 'secret', '4kZtq8LmW2xR7vB1nYc0Ds'],
  ['/public/links/4kZtq8LmW2xR7vB1nYc0Ds/availability', 'secret', '4kZtq8LmW2xR7vB1nYc0Ds'],
  ['/public/calendars/abc.ics', 'secret', 'abc'],
  ['/bookings/dbk-8fK2mZ0qWv3Xy7Ab?key=k1', 'secret', 'k1'],
  ['/bookings/requests/sealed', 'secret', 'sealed'],
  ['/app/invitations/t0', 'secret', 't0'],
  ['/connect/google/changes/sealed', 'secret', 'sealed'],
])('%s is found by its %s', (url, kind, value) => {
  expect(ask('GET', url, { cookie: 'daybook_session=other' }).keys).toEqual([{ kind, value }]);
});

test('a token comes before a cookie, and both decide about the API, MCP and the dashboard', () => {
  const both = { authorization: 'Bearer t1', cookie: 'a=b; __Host-daybook_session=s1' };
  for (const url of ['/v2/whoami', '/v2/live', '/mcp', '/scim/v2/Users'])
    expect(ask('GET', url, both).keys).toEqual(secret('t1'));
  expect(ask('GET', '/app/events', { cookie: both.cookie }).keys).toEqual(secret('s1'));
});

test('a sign-in is found by its address, as JSON and as a form, and goes on in the same cell', () => {
  const json = ask(
    'POST',
    '/v2/session',
    { 'content-type': 'application/json' },
    '{"email":" Ada@Example.org"}',
  );
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const expected = { keys: [{ kind: 'email', value: 'ada@example.org' }], cells: 'first', isSticky: true };
  expect(json).toMatchObject(expected);
  expect(ask('POST', '/app/sign-in', form, 'email=ada%40example.org&password=x')).toMatchObject(expected);
  expect(ask('POST', '/app/sign-in', form, 'email=ada%40Example.org').keys).toEqual([
    { kind: 'sign_in_domain', value: 'example.org' },
    { kind: 'email', value: 'ada@example.org' },
  ]);
  expect(ask('POST', '/app/password-reset', form, 'email=ada%40example.org').keys).toEqual(expected.keys);
  expect(ask('GET', '/v2/session', { cookie: 'daybook_session=s1' }).keys).toEqual(secret('s1'));
  expect(ask('POST', '/v2/session/steps', {}, '{"challenge":"c1"}').keys).toEqual(secret('c1'));
});

test('a signed reference names its workspace', () => {
  const id = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
  const token = Buffer.concat([Buffer.alloc(16, 7), Buffer.from(`${id} more`)]).toString('base64url');
  const provider = [`/auth/providers/${token}/start`, `/saml/${token}/acs`];
  for (const url of [
    `/bookings/polls/${token}`,
    `/join/${token}`,
    `/connect/stripe/events/${token}`,
    ...provider,
  ])
    expect(ask('GET', url).keys).toEqual([{ kind: 'workspace', value: id }]);
  expect(ask('GET', '/join/nonsense').keys).toEqual([]);
});

test('a new workspace goes to an open cell, a picture to the cell that has it, and the rest anywhere', () => {
  expect(ask('POST', '/app/sign-up')).toEqual({ keys: [], otherwise: 'open' });
  expect(ask('GET', '/app/sign-up')).toEqual({ keys: [], otherwise: 'any' });
  expect(
    ask('POST', '/app/sign-up', { 'content-type': 'application/x-www-form-urlencoded' }, 'region=eu'),
  ).toEqual({
    keys: [],
    otherwise: 'open',
    region: 'eu',
  });
  expect(ask('GET', '/images/a.png').otherwise).toBe('every');
  for (const url of [
    '/',
    '/docs',
    '/assets/app.js',
    '/openapi.json',
    '/.well-known/oauth-authorization-server',
  ])
    expect(ask('GET', url)).toEqual({ keys: [], otherwise: 'any' });
});

test('an app that acts for itself is asked for in every cell, and an embed link leads to its workspace', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const everywhere = { keys: [], otherwise: 'every', unknownStatus: 401 };
  for (const body of ['grant_type=client_credentials&client_id=a', 'subject_token=u1&audience=w1'])
    expect(ask('POST', '/oauth/token', form, body)).toEqual(everywhere);
  expect(ask('POST', '/oauth/token', form, 'code=c1').keys).toEqual(secret('c1'));
  const signedIn = { cookie: 'daybook_session=s1' };
  expect(ask('GET', '/app/availability?embed=k1', signedIn).keys).toEqual(secret('k1'));
  expect(ask('GET', '/app/availability', signedIn).keys).toEqual(secret('s1'));
});

test('single sign-on goes where its invitation or another cell says', () => {
  const sticky = { otherwise: 'any', isSticky: true };
  expect(ask('GET', '/auth/oidc/start?invitation=i1')).toEqual({ keys: secret('i1'), ...sticky });
  expect(ask('GET', '/auth/oidc/start?cell=two')).toEqual({ keys: [], cell: 'two', ...sticky });
  expect(ask('GET', '/auth/oidc/callback?code=c&state=s')).toEqual({ keys: [], ...sticky });
});

test('a workspace’s own domain decides before the path, and a proxy asks the cell that has it', () => {
  const visited = chooseCell({
    method: 'GET',
    url: '/ada/intro',
    headers: {},
    body: '',
    hostName: 'book.a.example',
  });
  expect(visited.keys).toEqual([
    { kind: 'domain', value: 'book.a.example' },
    { kind: 'slug', value: 'ada' },
  ]);
  expect(ask('GET', '/internal/domains/allowed?domain=Book.A.example&token=t').keys).toEqual([
    { kind: 'domain', value: 'book.a.example' },
  ]);
});

test('what can’t be decoded or read is no reason to fail', () => {
  expect(ask('GET', '/%E0%A4%A').otherwise).toBe('any');
  expect(ask('POST', '/v2/session', { 'content-type': 'application/json' }, '[').keys).toEqual([]);
  expect(ask('POST', '/v2/session', { 'content-type': 'application/json' }, 'null').keys).toEqual([]);
});

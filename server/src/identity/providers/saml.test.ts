import { beforeAll, describe, expect, test } from 'vitest';
import { useDns } from '../../../test/dns.ts';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { parseCookies, withCookie } from '../../../test/session.ts';
import {
  connectSaml,
  finishTrip,
  postResponse,
  signInBySaml,
  startTrip,
  verifyDomain,
} from '../../../test/single-sign-on.ts';
import { listAttacks, listEncryptedAttacks } from '../saml/test-attacks.ts';

const dns = useDns();
const app = useApp({
  config: {
    get outboundDns() {
      return dns.servers;
    },
    outboundAllow: ['127.0.0.0/8'],
  },
});

let connection: Awaited<ReturnType<typeof connectSaml>>;
let people = 0;

beforeAll(async () => {
  await verifyDomain(app, dns, 'juniper.example');
  connection = await connectSaml(app, {
    domains: ['juniper.example'],
    attributes: { groups: 'groups' },
    roleMapping: [{ group: 'Daybook admins', role: 'admin' }],
  });
});

/** Somebody who was never here. */
const person = (attributes: Record<string, readonly string[]> = {}) => {
  people += 1;
  const mail = `nadia${people}@juniper.example`;
  return {
    nameId: `subject-${people}`,
    attributes: { mail: [mail], givenName: ['Nadia'], sn: ['Rahal'], ...attributes },
  };
};

const readUser = async (session: string) =>
  (await app.get('/session', withCookie(session))).body.resource.user;

describe('sign-in that begins here', () => {
  test('303: creates a user of a verified domain, with the default role', async () => {
    const { status, session, headers } = await signInBySaml(app, connection, person());
    expect([status, headers['location']]).toEqual([303, '/app']);
    expect(await readUser(session)).toMatchObject({ firstName: 'Nadia', lastName: 'Rahal', role: 'user' });
  });

  test('303: an encrypted assertion', async () => {
    const { certificate } = connection.provider.service;
    const { session } = await signInBySaml(app, connection, { ...person(), encryptFor: certificate });
    expect(session).not.toBe('');
  });

  test('303: the subject stays the user when the address changes', async () => {
    const who = person();
    const first = await signInBySaml(app, connection, who);
    const again = await signInBySaml(app, connection, {
      ...who,
      attributes: { mail: ['elsewhere@other.example'] },
    });
    expect((await readUser(again.session)).uuid).toBe((await readUser(first.session)).uuid);
  });

  test('303: an existing user by an address of a verified domain, whose role follows the groups', async () => {
    const fields = { email: 'iris@juniper.example', firstName: 'Iris', lastName: 'Moor' };
    const { body } = await app.post('/organizations/users', fields);
    const who = {
      nameId: 'iris',
      attributes: { mail: ['Iris@Juniper.example'], groups: ['Daybook admins'] },
    };
    const { session } = await signInBySaml(app, connection, who);
    expect(await readUser(session)).toMatchObject({ uuid: body.resource.uuid, role: 'admin' });
    const later = await signInBySaml(app, connection, { ...who, attributes: { groups: ['Others'] } });
    expect((await readUser(later.session)).role).toBe('user');
  });

  test('303: an owner keeps the role, whatever the groups are', async () => {
    const who = { nameId: 'mara', attributes: { mail: ['mara@juniper.example'], groups: ['Others'] } };
    const { session } = await signInBySaml(app, connection, who);
    expect((await readUser(session)).role).toBe('owner');
  });

  test.each([
    [
      'an address of a domain that is not verified',
      { nameId: 'x1', attributes: { mail: ['nadia@other.example'] } },
    ],
    ['no address', { nameId: 'x2' }],
    ['an address of a subdomain', { nameId: 'x3', attributes: { mail: ['nadia@sub.juniper.example'] } }],
    [
      'the address of a user who is another subject',
      { nameId: 'x4', attributes: { mail: ['mara@juniper.example'] } },
    ],
  ])('403: %s', async (_name, fields) => {
    const { status, session } = await signInBySaml(app, connection, fields);
    expect([status, session]).toEqual([403, '']);
  });

  test('403: a deactivated user stays out, by subject and by address', async () => {
    const who = person();
    const { session } = await signInBySaml(app, connection, who);
    const { uuid } = await readUser(session);
    await app.delete(`/organizations/users/${uuid}`);
    expect((await app.get('/session', withCookie(session))).status).toBe(401);
    expect((await signInBySaml(app, connection, who)).status).toBe(403);
    expect((await signInBySaml(app, connection, { ...who, nameId: 'another-subject' })).status).toBe(403);
  });

  test('400: another browser', async () => {
    const { requestId } = await startTrip(app, connection.provider.service.startUrl);
    const response = await connection.saml.respond({ ...person(), inResponseTo: requestId });
    const posted = await postResponse(app, connection.provider.service.acsUrl, response);
    const answer = await finishTrip(app, posted, 'daybook_provider=another');
    expect([answer.status, parseCookies(answer).cookie]).toEqual([400, '']);
  });
});

describe('attacks', () => {
  const refused = async (response: string) => {
    const posted = await postResponse(app, connection.provider.service.acsUrl, response);
    expect(posted.status).toBe(400);
    expect(parseCookies(posted).cookie).toBe('');
  };

  test('400: none of the table is let in, and none is an error of ours', async () => {
    const { service } = connection.provider;
    const attacks = [...listAttacks(service.acsUrl), ...listEncryptedAttacks(service.certificate)];
    expect(attacks.length).toBeGreaterThan(40);
    for (const { fields } of attacks) {
      const { requestId } = await startTrip(app, service.startUrl);
      await refused(
        await connection.saml.respond({ ...person(), nameId: 'nadia', inResponseTo: requestId, ...fields }),
      );
    }
  });

  test('400: a response that was used', async () => {
    const { requestId, cookie } = await startTrip(app, connection.provider.service.startUrl);
    const response = await connection.saml.respond({ ...person(), inResponseTo: requestId });
    const posted = await postResponse(app, connection.provider.service.acsUrl, response);
    expect((await finishTrip(app, posted, cookie)).status).toBe(303);
    await refused(response);
    expect((await finishTrip(app, posted, cookie)).status).toBe(400);
  });

  test('400: an assertion that was used, as the answer to another request', async () => {
    const id = '_used-before';
    expect((await signInBySaml(app, connection, { ...person(), id })).status).toBe(303);
    expect((await signInBySaml(app, connection, { ...person(), id })).status).toBe(400);
  });

  test('303 once: of two servers that get a response at once, one accepts it', async () => {
    const { requestId } = await startTrip(app, connection.provider.service.startUrl);
    const response = await connection.saml.respond({ ...person(), inResponseTo: requestId });
    const both = await Promise.all(
      [1, 2].map(() => postResponse(app, connection.provider.service.acsUrl, response)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  });

  test('400: a request that nobody made', async () => {
    await refused(await connection.saml.respond({ ...person(), inResponseTo: '_nobody' }));
  });

  test('400: a sign-in that begins at the provider, unless the workspace allows it', async () => {
    await refused(await connection.saml.respond(person()));
  });

  test('400: an assertion for another workspace of the same provider', async () => {
    const { token } = await createNeighbour(app.runtime);
    const other = await connectSaml(app, {}, { token });
    const { requestId } = await startTrip(app, other.provider.service.startUrl);
    const { service } = connection.provider;
    await refused(await other.saml.respond({ ...person(), inResponseTo: requestId }));
    const response = await connection.saml.respond({ ...person(), inResponseTo: requestId });
    expect((await postResponse(app, other.provider.service.acsUrl, response)).status).toBe(400);
    expect(service.acsUrl).not.toBe(other.provider.service.acsUrl);
  });

  test('404: an address of no connection', async () => {
    const url = connection.provider.service.acsUrl.replace(/.\/acs$/, '0/acs');
    expect((await postResponse(app, url, 'x')).status).toBe(404);
  });
});

describe('sign-in that begins at the provider', () => {
  test.each([
    ['/app/scheduled-events', '/app/scheduled-events'],
    ['https://evil.example/', '/app'],
    ['//evil.example', '/app'],
    ['/app\\evil', '/app'],
    ['javascript:alert(1)', '/app'],
  ])('303: RelayState %s leads to %s', async (relayState, path) => {
    const { uuid, service } = connection.provider;
    await app.patch(`/identity-providers/${uuid}`, { allowsUnsolicited: true });
    const posted = await postResponse(
      app,
      service.acsUrl,
      await connection.saml.respond(person()),
      relayState,
    );
    const answer = await finishTrip(app, posted, '');
    expect([answer.status, answer.headers['location']]).toEqual([303, path]);
    expect(parseCookies(answer).cookie).not.toBe('');
    await app.patch(`/identity-providers/${uuid}`, { allowsUnsolicited: false });
  });
});

test('a session of the provider signs in again there', async () => {
  const { session } = await signInBySaml(app, connection, person());
  const { signInPath, features } = (await app.get('/session', withCookie(session))).body.resource;
  expect(signInPath).toBe(`${new URL(connection.provider.service.startUrl).pathname}?again=1`);
  expect(features.singleSignOn).toBe(true);
  expect((await app.get('/session')).body.resource.signInPath).toBeNull();
});

test('200: the metadata names our addresses and key, and asks for signed assertions', async () => {
  const { service } = connection.provider;
  const answer = await app.inject({
    method: 'GET',
    url: service.metadataUrl.replace(/^https?:\/\/[^/]+/, ''),
  });
  expect(answer.headers['content-type']).toContain('samlmetadata+xml');
  for (const part of [
    service.entityId,
    service.acsUrl,
    service.sloUrl,
    service.certificate,
    'WantAssertionsSigned="true"',
  ])
    expect(answer.body).toContain(part);
});

test('a test shows what the provider says, also while disabled, and signs nobody in', async () => {
  const { provider, saml } = await connectSaml(app);
  await app.patch(`/identity-providers/${provider.uuid}`, { isEnabled: false });
  expect((await app.inject({ method: 'GET', url: new URL(provider.service.startUrl).pathname })).status).toBe(
    404,
  );
  const { requestId, cookie } = await startTrip(app, provider.service.testUrl);
  const response = await saml.respond({ ...person(), inResponseTo: requestId });
  const shown = await finishTrip(app, await postResponse(app, provider.service.acsUrl, response), cookie);
  expect([shown.status, parseCookies(shown).cookie]).toEqual([200, '']);
  expect(shown.body).toContain('Nadia Rahal');
});

test('sessions end when the connection is disabled and when it is deleted', async () => {
  const other = await connectSaml(app, { domains: ['juniper.example'] });
  const { uuid } = other.provider;
  const isSignedIn = async (session: string) =>
    (await app.get('/session', withCookie(session))).status === 200;
  const first = await signInBySaml(app, other, person());
  expect(await isSignedIn(first.session)).toBe(true);
  await app.patch(`/identity-providers/${uuid}`, { isEnabled: false });
  expect(await isSignedIn(first.session)).toBe(false);
  await app.patch(`/identity-providers/${uuid}`, { isEnabled: true });
  const second = await signInBySaml(app, other, person());
  expect(await isSignedIn(second.session)).toBe(true);
  await app.delete(`/identity-providers/${uuid}`);
  expect(await isSignedIn(second.session)).toBe(false);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { useDns } from '../../../test/dns.ts';
import { useApp } from '../../../test/harness.ts';
import { pollUntil } from '../../../test/process/daybook.ts';
import { setPassword, signIn, withCookie } from '../../../test/session.ts';
import {
  connectSaml,
  finishTrip,
  postResponse,
  signInBySaml,
  startTrip,
  verifyDomain,
} from '../../../test/single-sign-on.ts';
import { buildMetadata } from '../saml/test-provider.ts';

/** How somebody could get into an account that isn’t theirs, or stay in one, by an identity provider or around it. */

const dns = useDns();
const app = useApp({
  config: {
    get outboundDns() {
      return dns.servers;
    },
  },
});

const password = 'a long and odd sentence';
const owner = 'mara@juniper.example';
let connection: Awaited<ReturnType<typeof connectSaml>>;
let ownerUuid = '';
const change = (changes: object) => app.patch(`/identity-providers/${connection.provider.uuid}`, changes);
const query = (text: string, values: unknown[] = []) => app.runtime.database.pool.query(text, values);

/** Somebody who can sign in with a password, unless a provider is enforced. */
async function addUser(email: string, fields: object = {}): Promise<{ uuid: string; cookie: string }> {
  const { body } = await app.post('/organizations/users', {
    email,
    firstName: 'Some',
    lastName: 'Body',
    ...fields,
  });
  await setPassword(app, email, password);
  const { cookie } = await signIn(app, email, password);
  return { uuid: body.resource.uuid, cookie };
}

const byProvider = (nameId: string, mail: string) =>
  signInBySaml(app, connection, { nameId, attributes: { mail: [mail] } });
const byPassword = async (email: string) => (await signIn(app, email, password)).answer.status;
const emailOf = async (session: string) =>
  (await app.get('/session', withCookie(session))).body.resource.user.email;

beforeAll(async () => {
  await setPassword(app, owner, password);
  ownerUuid = (await app.get('/session')).body.resource.uuid;
  await verifyDomain(app, dns, 'juniper.example');
  connection = await connectSaml(app, { domains: ['juniper.example'] });
});

describe('an address that somebody gives themselves', () => {
  test.each([
    ['into a domain of the provider', 'guest@elsewhere.example', 'chief@juniper.example', 'user'],
    ['within it', 'within@juniper.example', 'chief@juniper.example', 'user'],
    ['out of it', 'out@juniper.example', 'out@elsewhere.example', 'user'],
    ['out of it, as an admin', 'out2@juniper.example', 'out2@elsewhere.example', 'admin'],
  ])('403: %s', async (_, from, to, role) => {
    const { uuid, cookie } = await addUser(from, { role });
    const moved = await app.patch(`/organizations/users/${uuid}`, { email: to }, withCookie(cookie));
    expect([moved.status, moved.body.message]).toEqual([403, expect.stringContaining('identity provider')]);
  });

  test('200: other fields, other domains, and by an admin', async () => {
    const { uuid, cookie } = await addUser('free@elsewhere.example');
    const as = withCookie(cookie);
    const path = `/organizations/users/${uuid}`;
    expect((await app.patch(path, { email: 'free@other.example' }, as)).status).toBe(200);
    expect((await app.patch(path, { firstName: 'Free', email: 'free@other.example' }, as)).status).toBe(200);
    expect((await app.patch(path, { email: 'free@juniper.example' })).status).toBe(200);
  });
});

describe('a domain of the provider', () => {
  test('403: an admin does not remove it, and one that an admin adds leads to no provider', async () => {
    const { cookie } = await addUser('admin@elsewhere.example', { role: 'admin' });
    const as = withCookie(cookie);
    const domains = (await app.get('/domains', as)).body.collection;
    const { uuid } = domains.find((one: { name: string }) => one.name === 'juniper.example');
    expect((await app.delete(`/domains/${uuid}`, undefined, as)).status).toBe(403);
    const added = await verifyDomain(app, dns, 'branch.example', as);
    expect([added.state, added.identityProviderUuid]).toEqual(['verified', null]);
    expect((await app.delete(`/domains/${added.uuid}`, undefined, as)).status).toBe(200);
  });
});

describe('enforced', () => {
  beforeAll(async () => {
    await addUser('colleague@juniper.example');
    await byProvider('linked', 'linked@juniper.example');
    await change({ isEnforced: true, breakGlassUserUuid: ownerUuid });
  });

  test('a user whom the provider knows needs it under every address', async () => {
    const users = (await app.get('/organizations/users?count=100')).body.collection;
    const { uuid } = users.find((one: { email: string }) => one.email === 'linked@juniper.example');
    await app.patch(`/organizations/users/${uuid}`, { email: 'linked@elsewhere.example' });
    await setPassword(app, 'linked@elsewhere.example', password);
    expect(await byPassword('linked@elsewhere.example')).toBe(422);
    const { session } = await byProvider('linked', 'linked@juniper.example');
    expect(await emailOf(session)).toBe('linked@elsewhere.example');
  });

  test('every owner is let in once the named one has neither password nor passkey', async () => {
    await app.post('/organizations/users', {
      email: 'second@juniper.example',
      firstName: 'Second',
      lastName: 'Owner',
      role: 'owner',
    });
    await setPassword(app, 'second@juniper.example', password);
    expect(await byPassword('second@juniper.example')).toBe(422);
    await query('update member set password_hash = null where id = $1', [ownerUuid]);
    const withoutNamed = await byPassword('second@juniper.example');
    await setPassword(app, owner, password);
    expect(withoutNamed).toBe(201);
  });

  test('a domain whose proof has lapsed lets no password in, and finds and creates nobody by an address', async () => {
    await query(`update domain set state = 'failing', verified_at = null where name = 'juniper.example'`);
    await query(`delete from sign_in_domain where name = 'juniper.example'`);
    expect(await byPassword('colleague@juniper.example')).toBe(422);
    expect(await byPassword(owner)).toBe(201);
    expect((await byProvider('colleague', 'colleague@juniper.example')).status).toBe(403);
    expect((await byProvider('fresh', 'fresh@juniper.example')).status).toBe(403);
    expect((await byProvider('linked', 'linked@juniper.example')).status).toBe(303);
    await change({ isEnforced: false });
    expect(await byPassword('colleague@juniper.example')).toBe(201);
  });
});

test('no session begins at a provider that is disabled while somebody signs in', async () => {
  const { provider, saml } = connection;
  const { requestId, cookie } = await startTrip(app, provider.service.startUrl);
  const response = await saml.respond({ nameId: 'linked', inResponseTo: requestId });
  const posted = await postResponse(app, provider.service.acsUrl, response);
  const client = await app.runtime.database.pool.connect();
  await client.query('begin');
  await client.query(`select set_config('daybook.workspace', '*', true)`);
  await client.query('update identity_provider set is_enabled = false where id = $1', [provider.uuid]);
  const finished = finishTrip(app, posted, cookie);
  try {
    await pollUntil(async () => {
      const { rows } = await query('select from pg_locks where not granted');
      return rows.length > 0 || undefined;
    });
  } finally {
    await client.query('commit');
    client.release();
  }
  expect((await finished).status).toBe(404);
  await change({ isEnabled: true });
});

test('another provider in the same connection knows nobody, and ends the sessions of the former one', async () => {
  await verifyDomain(app, dns, 'birch.example');
  connection = await connectSaml(app, { domains: ['birch.example'] });
  const before = await byProvider('1', 'first@birch.example');
  const issuer = 'https://other.example/saml';
  await change({ metadata: buildMetadata(issuer, [connection.saml.key.certificate]) });
  expect((await app.get('/session', withCookie(before.session))).status).toBe(401);
  const { session } = await signInBySaml(app, connection, {
    ...{ issuer, responseIssuer: issuer, nameId: '1' },
    attributes: { mail: ['other@birch.example'] },
  });
  expect(await emailOf(session)).toBe('other@birch.example');
});

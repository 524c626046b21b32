import { beforeAll, describe, expect, test } from 'vitest';
import { useDns } from '../../../test/dns.ts';
import { useApp } from '../../../test/harness.ts';
import { setPassword, signIn } from '../../../test/session.ts';
import { connectSaml, signInBySaml, verifyDomain } from '../../../test/single-sign-on.ts';

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
const user = 'aiko@juniper.example';
let connection: Awaited<ReturnType<typeof connectSaml>>;
let ownerUuid = '';
const change = (changes: object) => app.patch(`/identity-providers/${connection.provider.uuid}`, changes);

beforeAll(async () => {
  for (const email of [owner, user]) await setPassword(app, email, password);
  ownerUuid = (await app.get('/session')).body.resource.uuid;
});

const submit = (form: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: '/app/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: new URLSearchParams(form).toString(),
  });

describe('sign-in by domain', () => {
  test('the page asks for a password while no domain is verified', async () => {
    const { body } = await app.inject({ method: 'GET', url: '/app', headers: { accept: 'text/html' } });
    expect(body).toContain('name="password"');
  });

  test('then it asks for the address, which leads to the provider of its domain', async () => {
    await verifyDomain(app, dns, 'juniper.example');
    connection = await connectSaml(app, { domains: ['juniper.example'] });
    const page = await app.inject({ method: 'GET', url: '/app', headers: { accept: 'text/html' } });
    expect(page.body).not.toContain('name="password"');
    const known = await submit({ email: 'Anyone@Juniper.example' });
    expect(known.status).toBe(303);
    expect(String(known.headers['location'])).toContain(
      new URL(connection.provider.service.startUrl).pathname,
    );
    const other = await submit({ email: 'someone@other.example' });
    expect([other.status, other.body]).toEqual([200, expect.stringContaining('name="password"')]);
  });

  test('a password still signs in while the provider is not enforced', async () => {
    expect((await signIn(app, user, password)).answer.status).toBe(201);
  });
});

describe('enforced', () => {
  test('422: without a domain, an owner who can do without it, or while disabled', async () => {
    expect((await change({ isEnforced: true })).body.errors).toHaveProperty('breakGlassUserUuid');
    const aiko = (await app.get('/organizations/users?count=100')).body.collection.find(
      (one: { email: string }) => one.email === user,
    );
    const refused = await change({ isEnforced: true, breakGlassUserUuid: aiko.uuid });
    expect(refused.body.errors).toHaveProperty('breakGlassUserUuid');
    const disabled = await change({ isEnabled: false, isEnforced: true, breakGlassUserUuid: ownerUuid });
    expect(disabled.body.errors).toHaveProperty('isEnforced');
    const none = await connectSaml(app);
    const without = await app.patch(`/identity-providers/${none.provider.uuid}`, {
      isEnforced: true,
      breakGlassUserUuid: ownerUuid,
    });
    expect(without.body.errors).toHaveProperty('isEnforced');
    await app.delete(`/identity-providers/${none.provider.uuid}`);
  });

  test('a right and a wrong password are refused alike, and the named owner is let in', async () => {
    expect((await change({ isEnforced: true, breakGlassUserUuid: ownerUuid })).status).toBe(200);
    const right = await signIn(app, user, password);
    const wrong = await signIn(app, user, 'another sentence');
    const nobody = await signIn(app, 'nobody@juniper.example', password);
    expect(right.answer.status).toBe(422);
    expect(wrong.answer.body).toEqual(right.answer.body);
    expect(nobody.answer.body).toEqual(right.answer.body);
    expect((await signIn(app, owner, password)).answer.status).toBe(201);
    expect(
      (await signInBySaml(app, connection, { nameId: 'aiko', attributes: { mail: [user] } })).session,
    ).not.toBe('');
  });

  test('403: an invitation is not accepted with a password', async () => {
    const { body } = await app.post('/invitations', { email: 'fresh@juniper.example' });
    const { rows } = await app.runtime.database.pool.query(
      'select token_sealed from invitation where id = $1',
      [body.resource.uuid],
    );
    const token = app.runtime.secrets.unseal(rows[0].token_sealed);
    const accepted = await app.put(
      `/public/invitations/${token}`,
      { name: 'Fresh Face', password },
      { token: null },
    );
    expect(accepted.status).toBe(403);
  });

  test('an address of another domain is not affected', async () => {
    const { body } = await app.post('/organizations/users', {
      email: 'guest@elsewhere.example',
      firstName: 'Guest',
      lastName: 'Of',
    });
    expect(body.resource.uuid).toBeTruthy();
    await setPassword(app, 'guest@elsewhere.example', password);
    expect((await signIn(app, 'guest@elsewhere.example', password)).answer.status).toBe(201);
  });

  test('every owner is let in once the named one is not there any more', async () => {
    const { body } = await app.post('/organizations/users', {
      email: 'second@juniper.example',
      firstName: 'Second',
      lastName: 'Owner',
      role: 'owner',
    });
    await setPassword(app, 'second@juniper.example', password);
    expect((await signIn(app, 'second@juniper.example', password)).answer.status).toBe(422);
    const { database } = app.runtime;
    await database.pool.query(`update member set role = 'admin' where id = $1`, [ownerUuid]);
    expect((await signIn(app, 'second@juniper.example', password)).answer.status).toBe(201);
    await database.pool.query(`update member set role = 'owner' where id = $1`, [ownerUuid]);
    expect((await signIn(app, 'second@juniper.example', password)).answer.status).toBe(422);
    expect(body.resource.uuid).toBeTruthy();
  });

  test('disabling the provider lets passwords in again', async () => {
    await change({ isEnabled: false });
    expect((await signIn(app, user, password)).answer.status).toBe(201);
  });
});

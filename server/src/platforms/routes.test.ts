import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { identify, sendForm } from '../../test/oauth.ts';
import {
  createCustomer,
  createPlatform,
  createServiceApp,
  exchangeFor,
  owner,
  sorrel,
  type TestPlatform,
} from '../../test/platform.ts';
import { executeSql } from '../../test/postgres.ts';
import { allowPlatform, endPlatform } from './public.ts';

const app = useApp();
let platform: TestPlatform;
let other: TestPlatform;

beforeAll(async () => {
  platform = await createPlatform(app);
  other = await createPlatform(app, 'Foxglove');
});

const count = async (table: string, externalId: string): Promise<number> => {
  const { rows } = await app.runtime.database.pool.query(
    `select count(*)::int as total from ${table} where external_id = $1`,
    [externalId],
  );
  return rows[0].total;
};

describe('a workspace', () => {
  test('201: it has an owner, who has no password and gets no email', async () => {
    const { status, body } = await platform.call('POST', '/workspaces', sorrel);
    expect(status).toBe(201);
    expect(body.resource).toMatchObject({
      externalId: 'customer-1',
      name: 'Sorrel Dental',
      timezone: 'Europe/Berlin',
      isSuspended: false,
    });
    const users = await platform.call('GET', `/workspaces/${body.resource.uuid}/users`);
    expect(users.body.collection).toEqual([
      expect.objectContaining({ ...owner, role: 'owner', isActive: true }),
    ]);
    const { rows } = await app.runtime.database.pool.query(
      `select password_hash from member where email = $1`,
      [owner.email],
    );
    expect(rows).toEqual([{ password_hash: null }]);
    const mail = await app.runtime.database.pool.query(`select from mail_message where workspace_id = $1`, [
      body.resource.uuid,
    ]);
    expect(mail.rows).toEqual([]);
  });

  test('200: the same external ID again is the same workspace; 409: not with another owner', async () => {
    const [first] = (await platform.call('GET', '/workspaces?externalId=customer-1')).body.collection;
    const again = await platform.call('POST', '/workspaces', { ...sorrel, name: 'Renamed' });
    expect(again.status).toBe(200);
    expect(again.body.resource).toEqual(first);
    const changed = { ...sorrel, owner: { ...owner, externalId: 'someone-else' } };
    expect((await platform.call('POST', '/workspaces', changed)).status).toBe(409);
    expect(await count('platform_workspace', 'customer-1')).toBe(1);
  });

  test('of requests at once with one external ID one creates, and all get the same workspace', async () => {
    const fields = { ...sorrel, externalId: 'raced' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => platform.call('POST', '/workspaces', fields)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.resource.uuid)).size).toBe(1);
    const { rows } = await app.runtime.database.pool.query(
      `select from workspace w where not exists (select from member m where m.workspace_id = w.workspace_id)`,
    );
    expect(rows).toEqual([]);
  });

  test('422: every invalid field at once, those of the owner by their path', async () => {
    const { status, body } = await platform.call('POST', '/workspaces', {
      externalId: 'has spaces',
      name: '',
      owner: { ...owner, email: 'nobody' },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).toSorted()).toEqual(['externalId', 'name', 'owner.email']);
    const taken = { ...sorrel, externalId: 'new', owner: { ...owner, slug: 'mara-lindqvist' } };
    const refused = await platform.call('POST', '/workspaces', taken);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['owner.slug']);
    expect(await count('platform_workspace', 'new')).toBe(0);
  });

  test('two platforms can use the same external ID', async () => {
    const { status, body } = await other.call('POST', '/workspaces', sorrel);
    expect(status).toBe(201);
    const [ours] = (await platform.call('GET', '/workspaces?externalId=customer-1')).body.collection;
    expect(body.resource.uuid).not.toBe(ours.uuid);
  });

  test('its pages and emails don’t name Daybook', async () => {
    const { workspace, users, owner: ownerId } = await createCustomer(platform);
    const { body } = await exchangeFor(app, platform.client, workspace, ownerId);
    const as = { token: String(body.access_token) };
    await app.post('/event-types', { title: 'Checkup', duration: 30, slug: 'checkup' }, as);
    const { slug } = (await platform.call('GET', `${users}/${ownerId}`)).body.resource;
    for (const url of [`/${slug}`, `/${slug}/checkup`]) {
      const page = await app.inject({ url, headers: { accept: 'text/html' } });
      expect([page.status, String(page.body).includes('Daybook')]).toEqual([200, false]);
    }
    const times = await app.get(`/availability/${slug}/event-types/checkup?timeZone=UTC`, as);
    const { date, slots } = times.body.availability.find((day: { slots: string[] }) => day.slots.length > 0);
    const invitee = { name: 'Kofi Mensah', email: 'kofi@baobab.example', timeZone: 'UTC' };
    const booking = { ownerSlug: slug, eventTypeSlug: 'checkup', date, start: slots[0], ...invitee };
    expect((await app.post('/event', booking, as)).status).toBe(200);
    const [mail] = await listMailsTo(app, invitee.email);
    expect(mail?.text).toContain('Sent by Sorrel Dental.');
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('Daybook');
  });
});

describe('a user', () => {
  test('200: the same external ID again is the same user; 409: not with another address', async () => {
    const { users, user } = await createCustomer(platform);
    const fields = { externalId: 'user-2', email: 'Piet@sorrel.example', firstName: 'Piet', lastName: 'S' };
    const again = await platform.call('POST', users, fields);
    expect([again.status, again.body.resource.uuid]).toEqual([200, user]);
    const changed = await platform.call('POST', users, { ...fields, email: 'else@sorrel.example' });
    expect(changed.status).toBe(409);
    const taken = await platform.call('POST', users, { ...fields, externalId: 'user-3' });
    expect(taken.status).toBe(422);
  });

  test('of requests at once with one external ID one creates, and all get the same user', async () => {
    const { users } = await createCustomer(platform);
    const fields = {
      externalId: 'raced-user',
      email: 'rosa@sorrel.example',
      firstName: 'Rosa',
      lastName: '',
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => platform.call('POST', users, fields)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.resource.uuid)).size).toBe(1);
    expect(await count('platform_user', 'raced-user')).toBe(1);
  });

  test('is deactivated and activated again; 409: the last owner stays', async () => {
    const { users, user, owner: ownerId } = await createCustomer(platform);
    const change = (id: string, isActive: boolean) => platform.call('PATCH', `${users}/${id}`, { isActive });
    expect((await change(user, false)).body.resource.isActive).toBe(false);
    expect((await change(user, true)).body.resource.isActive).toBe(true);
    expect((await change(ownerId, false)).status).toBe(409);
  });

  test('404: a user whom someone else added', async () => {
    const { users, workspace, owner: ownerId } = await createCustomer(platform);
    const { body } = await exchangeFor(app, platform.client, workspace, ownerId);
    const token = body.access_token;
    const person = { email: 'finn@sorrel.example', firstName: 'Finn', lastName: 'Sorrel' };
    const added = await app.post('/organizations/users', person, { token });
    expect(added.status).toBe(201);
    expect((await platform.call('GET', `${users}/${added.body.resource.uuid}`)).status).toBe(404);
    const listed = await platform.call('GET', `${users}?count=100`);
    expect(JSON.stringify(listed.body)).not.toContain('finn@sorrel.example');
  });
});

describe('walls', () => {
  test('404: what another platform created, by every operation', async () => {
    const { workspace, users, user } = await createCustomer(platform);
    const mine = await createCustomer(other);
    const attempts = [
      other.call('GET', `/workspaces/${workspace}`),
      other.call('PATCH', `/workspaces/${workspace}`, { isSuspended: true }),
      other.call('GET', users),
      other.call('POST', users, { ...owner, externalId: 'intruder', email: 'x@sorrel.example' }),
      other.call('GET', `${users}/${user}`),
      other.call('PATCH', `${users}/${user}`, { isActive: false }),
      other.call('POST', `${users}/${user}/embed-links`, { area: 'pages' }),
      other.call('GET', `${mine.users}/${user}`),
      other.call('POST', `${mine.users}/${user}/embed-links`, { area: 'pages' }),
    ];
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(404);
    const listed = await other.call('GET', '/workspaces?count=100');
    expect(JSON.stringify(listed.body)).not.toContain(workspace);
  });

  test('404: a workspace that no platform created, such as that of its app', async () => {
    const { uuid } = (await app.get('/organization')).body.resource;
    expect((await platform.call('GET', `/workspaces/${uuid}`)).status).toBe(404);
  });

  test('401: the token of a platform opens nothing else', async () => {
    const { token } = platform;
    for (const path of [
      '/whoami',
      '/session',
      '/organization',
      '/organizations/users',
      '/apps',
      '/audit-log',
    ])
      expect((await app.get(path, { token })).status).toBe(401);
    expect((await app.post('/tokens', { name: 'x', scopes: ['booking'] }, { token })).status).toBe(401);
    const mcp = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}` },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(mcp.status).toBe(401);
  });

  test('403: nobody else manages workspaces, whatever their role; 401: without a token', async () => {
    expect((await app.get('/platform/workspaces')).status).toBe(403);
    expect((await app.post('/platform/workspaces', sorrel)).status).toBe(403);
    expect((await app.get('/platform/workspaces', { token: null })).status).toBe(401);
    const service = await createServiceApp(app, 'No platform');
    const { body } = await sendForm(app, '/oauth/token', {
      ...identify(service),
      grant_type: 'client_credentials',
    });
    expect((await app.get('/platform/workspaces', { token: body.access_token })).status).toBe(403);
    const { workspace, owner: ownerId } = await createCustomer(platform);
    const acting = await exchangeFor(app, platform.client, workspace, ownerId);
    expect((await app.get('/platform/workspaces', { token: acting.body.access_token })).status).toBe(403);
  });

  test('400: the token of a platform has no scopes and no other resource', async () => {
    const ask = (more: Record<string, string>) =>
      sendForm(app, '/oauth/token', {
        ...identify(platform.client),
        grant_type: 'client_credentials',
        ...more,
      });
    expect((await ask({ scope: 'admin:full' })).body.error).toBe('invalid_scope');
    expect((await ask({ resource: `${app.runtime.config.publicUrl}/v2` })).body.error).toBe('invalid_target');
    const named = await ask({ resource: `${app.runtime.config.publicUrl}/v2/platform` });
    expect([named.status, named.body.scope]).toEqual([200, '']);
  });
});

describe('a suspended workspace', () => {
  test('refuses everyone at once, by every door, until it is resumed', async () => {
    const customer = await createCustomer(platform, 'suspended');
    const path = `/workspaces/${customer.workspace}`;
    const { body } = await exchangeFor(app, platform.client, customer.workspace, customer.owner);
    const token = body.access_token;
    await executeSql(
      app.connection,
      `insert into session (workspace_id, id, member_id, expires_at)
       values ('${customer.workspace}', gen_random_uuid(), '${customer.owner}', now() + interval '1 day');
       insert into credential (secret_hash, workspace_id, session_id)
       select sha256(convert_to('${'s'.repeat(60)}', 'UTF8')), workspace_id, id from session
       where workspace_id = '${customer.workspace}'`,
    );
    const withSession = () =>
      app.get('/session', { token: null, headers: { cookie: `daybook_session=${'s'.repeat(60)}` } });
    expect((await app.get('/whoami', { token })).status).toBe(200);
    expect((await withSession()).status).toBe(200);
    const suspended = await platform.call('PATCH', path, { isSuspended: true });
    expect(suspended.body.resource.isSuspended).toBe(true);
    expect((await app.get('/whoami', { token })).status).toBe(401);
    expect((await withSession()).status).toBe(401);
    const refused = await exchangeFor(app, platform.client, customer.workspace, customer.owner);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
    const link = await platform.call('POST', `${customer.users}/${customer.owner}/embed-links`, {
      area: 'pages',
    });
    expect(link.status).toBe(409);
    await platform.call('PATCH', path, { isSuspended: false });
    expect((await withSession()).status).toBe(200);
    expect((await app.get('/whoami', { token })).status).toBe(401);
    const again = await exchangeFor(app, platform.client, customer.workspace, customer.owner);
    expect(again.status).toBe(200);
  });

  test('its log says that the platform did it', async () => {
    const customer = await createCustomer(platform, 'suspended');
    const { body } = await exchangeFor(app, platform.client, customer.workspace, customer.owner);
    const log = await app.get('/audit-log?action=platform_workspace.updated', { token: body.access_token });
    expect(log.body.collection.at(-1)).toMatchObject({
      actor: { kind: 'token', uuid: null, app: 'Larkspur' },
      after: { suspendedAt: expect.any(String) },
    });
  });
});

describe('a platform', () => {
  test('409: only an app with a secret and client_credentials becomes one', async () => {
    const { body } = await app.post('/apps', {
      name: 'Public',
      redirectUris: ['https://app.example/back'],
      scopes: ['booking'],
      isConfidential: false,
    });
    await expect(allowPlatform(app.runtime, body.resource.uuid, [])).rejects.toMatchObject({ status: 409 });
  });

  test('409: its app can’t be deleted by mistake', async () => {
    const { clientId } = platform.client;
    expect((await app.delete(`/apps/${clientId}`)).status).toBe(409);
  });

  test('ends at the operator’s word, with every token; its workspaces stay', async () => {
    const ended = await createPlatform(app, 'Ended');
    const { workspace, owner: ownerId } = await createCustomer(ended);
    const { body } = await exchangeFor(app, ended.client, workspace, ownerId);
    await endPlatform(app.runtime, ended.client.clientId);
    expect((await app.get('/whoami', { token: body.access_token })).status).toBe(401);
    expect((await ended.call('GET', '/workspaces')).status).toBe(403);
    const refused = await exchangeFor(app, ended.client, workspace, ownerId);
    expect(refused.body.error).toBe('unauthorized_client');
    const { rows } = await app.runtime.database.pool.query('select from workspace where workspace_id = $1', [
      workspace,
    ]);
    expect(rows).toHaveLength(1);
    expect((await app.delete(`/apps/${ended.client.clientId}`)).status).toBe(200);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { signIn, withCookie } from '../../test/session.ts';
import { executeSql } from '../../test/postgres.ts';
import { deleteOldEntries } from './store.ts';

const app = useApp();
const password = 'seven quiet herons';

interface Entry {
  id: string;
  action: string;
  object: { type: string; id: string };
  actor: { kind: string; email: string | null; credential: string | null; address: string | null };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  createdAt: string;
}

const log = async (query = ''): Promise<Entry[]> => {
  const { status, body } = await app.get(`/audit-log?count=100&${query}`);
  expect(status).toBe(200);
  return body.collection;
};

describe('an entry', () => {
  test('names who did it, by which token, from where, what it was and what it is', async () => {
    const { body } = await app.post('/teams', { title: 'Sales' });
    await app.patch(`/teams/${body.resource.uuid}`, { title: 'Sales North' });
    const [changed, created] = await log(`object=${body.resource.uuid}`);
    expect(created).toMatchObject({
      action: 'team.created',
      object: { type: 'team', id: body.resource.uuid },
      actor: { kind: 'token', email: 'mara@juniper.example', name: 'Mara Lindqvist', address: '127.0.0.1' },
      before: null,
      after: { title: 'Sales', slug: 'sales' },
    });
    expect(created?.actor.credential).toMatch(/^[0-9a-f-]{36}$/);
    expect(changed).toMatchObject({
      action: 'team.updated',
      before: { title: 'Sales' },
      after: { title: 'Sales North' },
    });
  });

  test('exists if and only if its change was committed', async () => {
    const before = await log();
    expect((await app.post('/teams', { title: 'Sales', slug: 'sales' })).status).toBe(422);
    expect((await app.patch('/organization', { timezone: 'Mars/Olympus' })).status).toBe(422);
    expect(await log()).toEqual(before);
  });

  test('is not written for what only looks like a change', async () => {
    const before = await log('object=organization');
    expect((await app.patch('/organization', { name: 'Juniper Studio' })).status).toBe(200);
    expect(await log('object=organization')).toEqual(before);
  });

  test('says that a secret was changed, and not the secret', async () => {
    const { body } = await app.post('/organizations/users', {
      email: 'noor@juniper.example',
      firstName: 'Noor',
      lastName: 'Haddad',
      password,
    });
    const token = await app.post('/tokens', { name: 'Website', scopes: ['booking'] });
    const [user] = await log(`object=${body.resource.uuid}&action=user.created`);
    expect(user?.after).toMatchObject({ email: 'noor@juniper.example', passwordHash: '(secret)' });
    const text = JSON.stringify(await log());
    for (const secret of [password, 'argon2', token.body.token]) expect(text).not.toContain(secret);
  });
});

describe('signing in', () => {
  test('is recorded with the user and the address, and so is signing out', async () => {
    const { cookie } = await signIn(app, 'noor@juniper.example', password);
    await app.delete('/session', undefined, withCookie(cookie));
    const [left, came] = await log('actor=Noor@juniper.example&object=session');
    expect(came).toMatchObject({
      action: 'session.created',
      actor: { kind: 'visitor', email: 'noor@juniper.example', address: '127.0.0.1' },
      after: { method: 'password' },
    });
    expect(left).toMatchObject({ action: 'session.deleted', actor: { kind: 'session' } });
    expect(left?.object.id).toBe(came?.object.id);
  });

  test('is recorded when it was refused, although its request failed', async () => {
    const noor = (await app.get('/organizations/users')).body.collection.at(-1).uuid;
    expect((await signIn(app, 'noor@juniper.example', 'a wrong password')).answer.status).toBe(422);
    expect((await signIn(app, 'nobody@juniper.example', 'a wrong password')).answer.status).toBe(422);
    const refused = await log('action=session.refused');
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      object: { type: 'user', id: noor },
      actor: { kind: 'visitor', email: null, address: '127.0.0.1' },
      after: { step: 'password' },
    });
    expect(await log(`action=session.refused&object=${noor}`)).toEqual(refused);
  });
});

describe('GET /audit-log', () => {
  test('200: filters by actor, action, object and time, and pages by cursor without gaps', async () => {
    const all = await log();
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    );
    const teams = await log('action=team.created');
    expect(teams.length).toBeGreaterThan(0);
    expect(new Set(teams.map(({ action }) => action))).toEqual(new Set(['team.created']));
    expect(await log('actor=nobody@juniper.example')).toEqual([]);
    const middle = all[3]?.createdAt ?? '';
    expect((await log(`since=${middle}`)).map(({ id }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
    expect((await log(`until=${middle}`))[0]?.id).toBe(all[3]?.id);
    const met: string[] = [];
    let path: string | null = '/v2/audit-log?count=2';
    while (path !== null) {
      const { body } = await app.get(path.replace('/v2', ''));
      met.push(...body.collection.map(({ id }: Entry) => id));
      if (met.length === 2) await app.post('/teams', { title: 'Added meanwhile' });
      path = body.pagination.nextPage;
    }
    expect(met.slice(0, all.length)).toEqual(all.map(({ id }) => id));
  });

  test.each(['action=nothing.happened', 'cursor=x', 'since=yesterday', 'count=0'])(
    '422: %s',
    async (query) => {
      expect((await app.get(`/audit-log?${query}`)).status).toBe(422);
    },
  );

  test('401, 403: without a token, and for a user who is neither owner nor admin', async () => {
    expect((await app.get('/audit-log', { token: null })).status).toBe(401);
    const { cookie } = await signIn(app, 'noor@juniper.example', password);
    for (const path of ['/audit-log', '/audit-log/export', '/audit-log/export.ndjson']) {
      expect((await app.get(path, withCookie(cookie))).status).toBe(403);
    }
  });

  test('200: another workspace sees none of it', async () => {
    const { token } = await createNeighbour(app.runtime);
    const { body } = await app.get('/audit-log?count=100', { token });
    expect(body.collection.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('juniper');
  });
});

describe('an export', () => {
  test('200: the same entries as CSV and as NDJSON, oldest first; that it was made is recorded', async () => {
    const entries = (await log()).reverse();
    const ndjson = await app.get('/audit-log/export.ndjson');
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = String(ndjson.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry);
    expect(lines.slice(-entries.length)).toEqual(entries);
    const csv = await app.get('/audit-log/export?action=team.created');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"');
    const rows = parse(csv.body, { columns: true }) as Record<string, string>[];
    expect(rows.at(-1)).toMatchObject({ action: 'team.created', actorEmail: 'mara@juniper.example' });
    expect(JSON.parse(rows.at(-1)?.['after'] ?? '')).toMatchObject({ title: 'Added meanwhile' });
    const made = await log('action=audit_log.exported');
    expect(made.map(({ after }) => after)).toEqual([
      { format: 'csv', action: 'team.created' },
      { format: 'ndjson' },
    ]);
  });

  test('of records is recorded as well, before anything is sent', async () => {
    await app.get('/crm/people/export?search=lena');
    const [entry] = await log('action=crm_object.exported');
    expect(entry).toMatchObject({ object: { id: 'people' }, after: { search: 'lena' } });
  });
});

describe('how long entries are kept', () => {
  beforeAll(async () => {
    await executeSql(
      app.connection,
      `insert into audit_entry (workspace_id, happened_at, action, object_type, object_id, actor_kind)
       select workspace_id, now() - make_interval(days => n), 'team.created', 'team', 'old-' || n, 'system'
       from workspace, generate_series(20, 400, 20) n where name = 'Juniper Studio'`,
    );
  });

  test('a setting of the workspace; what is older is deleted in batches', async () => {
    expect((await app.get('/organization')).body.resource.retention).toMatchObject({ auditDays: 365 });
    expect((await app.patch('/organization', { retention: { auditDays: 0 } })).status).toBe(422);
    const { body } = await app.patch('/organization', { retention: { auditDays: 90 } });
    expect(body.resource.retention.auditDays).toBe(90);
    const [change] = await log('action=organization.updated');
    expect(change).toMatchObject({ before: { auditDays: 365 }, after: { auditDays: 90 } });
    expect(await deleteOldEntries(app.runtime.database, 10)).toBe(10);
    expect(await deleteOldEntries(app.runtime.database, 10)).toBe(6);
    const left = (await log()).filter(({ object }) => object.id.startsWith('old-'));
    expect(left.map(({ object }) => object.id)).toEqual(['old-20', 'old-40', 'old-60', 'old-80']);
  });

  test.each([
    `update audit_entry set address = 'elsewhere'`,
    `delete from audit_entry where action = 'team.created'`,
    'truncate audit_entry',
  ])('nothing else changes them: %s', async (statement) => {
    await expect(executeSql(app.connection, statement)).rejects.toThrow(/never changed/);
  });

  test('they go with their workspace', async () => {
    const { token } = await createNeighbour(app.runtime, 'olga@sorrel.example');
    const { uuid } = (await app.get('/organization', { token })).body.resource;
    await executeSql(app.connection, `delete from workspace where workspace_id = '${uuid}'`);
    const { rows } = await app.runtime.database.pool.query(
      'select 1 from audit_entry where workspace_id = $1',
      [uuid],
    );
    expect(rows).toEqual([]);
  });
});

describe('GET /last-changes/{uuid}', () => {
  test('200: tells everyone in the workspace who changed an object last, and when', async () => {
    const { body } = await app.post('/teams', { title: 'Support' });
    const { uuid } = body.resource;
    await app.post('/organizations/users', {
      email: 'noor@juniper.example',
      firstName: 'Noor',
      lastName: 'Haddad',
      timezone: 'Europe/Berlin',
      password,
    });
    const { cookie } = await signIn(app, 'noor@juniper.example', password);
    const { status, body: answer } = await app.get(`/last-changes/${uuid}`, withCookie(cookie));
    expect(status).toBe(200);
    expect(answer.resource).toEqual({
      changedBy: { uuid: expect.any(String), name: 'Mara Lindqvist' },
      changedAt: expect.any(String),
    });
    expect(Object.keys(answer.resource)).toEqual(['changedBy', 'changedAt']);
  });

  test('404: nothing of another workspace, and nothing that nobody changed', async () => {
    const { body } = await app.post('/teams', { title: 'Hidden' });
    const { token } = await createNeighbour(app.runtime, 'nils@sorrel.example');
    const path = `/last-changes/${body.resource.uuid}`;
    expect((await app.get(path, { token })).status).toBe(404);
    expect((await app.get('/last-changes/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d')).status).toBe(404);
  });
});

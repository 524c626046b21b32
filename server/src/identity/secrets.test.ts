import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { signIn } from '../../test/session.ts';
import { ownerToken } from '../../test/runtime.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';

const app = useApp();
const mara = 'mara@juniper.example';
const aiko = 'aiko@juniper.example';
const create = async (scopes: string[], userEmail = mara) =>
  (await app.post('/tokens', { name: 'Website', scopes, userEmail })).body;
const rotate = (uuid: string, token?: string) =>
  app.post(`/tokens/${uuid}/rotate`, undefined, token === undefined ? {} : { token });

describe('POST /tokens/{uuid}/rotate', () => {
  test('201: the new secret authenticates the token, the old one nothing', async () => {
    const { resource, token } = await create(['booking']);
    const { status, body } = await rotate(resource.uuid);
    expect(status).toBe(201);
    expect(body.token).not.toBe(token);
    expect(body.resource).toEqual({ ...resource, prefix: body.token.slice(0, 8) });
    expect((await app.get('/whoami', { token })).status).toBe(401);
    expect((await app.get('/whoami', { token: body.token })).status).toBe(200);
  });

  test('201: after many rotations at once exactly one secret authenticates', async () => {
    const { resource, token } = await create(['booking']);
    const answers = await repeatConcurrently(6, () => rotate(resource.uuid));
    expect(countByStatus(answers)).toEqual({ 201: 6 });
    const secrets = [token, ...answers.map(({ body }) => body.token)];
    const uses = await repeatConcurrently(secrets.length, (index) =>
      app.get('/whoami', { token: secrets[index] }),
    );
    expect(countByStatus(uses)).toEqual({ 200: 1, 401: 6 });
  });

  test('403: a token can’t rotate one with more scopes, but it can rotate itself', async () => {
    const strong = await create(['admin:full', 'booking']);
    const weak = await create(['tokens:write']);
    const { status, body } = await rotate(strong.resource.uuid, weak.token);
    expect(status).toBe(403);
    expect(body.message).toContain('admin:full, booking');
    expect((await app.get('/whoami', { token: strong.token })).status).toBe(200);
    expect((await rotate(weak.resource.uuid, weak.token)).status).toBe(201);
  });

  test('404: a token that the caller may not manage, or one that does not exist', async () => {
    const theirs = await create(['booking']);
    const user = (await create(['tokens:write', 'booking'], aiko)).token;
    const admin = (await create(['admin:full'], 'tomas@juniper.example')).token;
    for (const token of [user, admin]) {
      const { status, body } = await rotate(theirs.resource.uuid, token);
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, message: 'Token not found.', status: 404 });
      expect((await app.delete(`/tokens/${theirs.resource.uuid}`, undefined, { token })).status).toBe(404);
    }
    expect((await rotate('nonsense')).status).toBe(404);
    expect((await app.get('/whoami', { token: theirs.token })).status).toBe(200);
  });
});

test('no secret is in the database as plain text', async () => {
  const password = 'seven quiet herons over the bay';
  const user = { email: 'sec@juniper.example', firstName: 'Sec', lastName: 'Ret', password };
  await app.post('/organizations/users', user);
  const { cookie } = await signIn(app, user.email, password);
  const headers = { 'idempotency-key': 'create-a-secret' };
  const { body } = await app.post('/tokens', { name: 'Kept', scopes: ['booking'] }, { headers });
  const rotated = (await rotate(body.resource.uuid)).body.token;
  const session = cookie.split('=')[1] ?? '';
  const dump = await dumpDatabase();
  expect(dump).toContain('sec@juniper.example');
  expect(dump).toContain(body.token.slice(0, 4));
  for (const secret of [password, session, body.token, rotated, ownerToken]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(dump.includes(secret)).toBe(false);
    expect(dump.includes(Buffer.from(secret).toString('hex'))).toBe(false);
    expect(dump.includes(Buffer.from(secret).toString('base64').slice(0, 30))).toBe(false);
  }
});

/** Every row of every table as text, the job queue's included; bytes appear as hex. */
async function dumpDatabase(): Promise<string> {
  const { pool } = app.runtime.database;
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPool } from '../../src/platform/db/connect.ts';
import { cloneDatabase } from '../databases.ts';
import { executeSql } from '../postgres.ts';
import { ownerToken } from '../runtime.ts';
import {
  formatDatabaseUrl,
  buildBearerHeader,
  createDataFolder,
  parseKeys,
  runProgram,
  startServer,
  stopProgram,
} from './daybook.ts';
import { useProcesses } from './use-processes.ts';

useProcesses();

const daybook = (variables: Record<string, string>, ...args: string[]) =>
  runProgram('daybook', variables, { args });

test('on the embedded database, while a server runs and after', async () => {
  const DATA_DIR = createDataFolder();
  expect(await daybook({ DATA_DIR }, 'doctor')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no database'),
  });
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false);

  const server = await startServer({ DATA_DIR });
  const made = await daybook(
    { DATA_DIR },
    'token',
    'create',
    '--user',
    'aiko@juniper.example',
    '--scopes',
    'booking, users:read',
  );
  const { token } = parseKeys(made.output);
  const reads = await server.call('/v2/organizations/users', { headers: buildBearerHeader(token) });
  const writes = await server.call('/v2/teams', { method: 'POST', headers: buildBearerHeader(token) });
  expect([reads.status, writes.status]).toEqual([200, 403]);
  expect(writes.body).toContain('insufficient_scope');
  expect(await daybook({ DATA_DIR }, 'doctor')).toMatchObject({ code: 0 });
  expect((await server.call('/readyz')).status).toBe(200);
  expect(await stopProgram(server)).toBe(0);

  const { code, output } = await daybook({ DATA_DIR }, 'doctor');
  expect(code).toBe(0);
  for (const word of [
    'PostgreSQL 18',
    'migrations',
    'security holds',
    'connections',
    'jobs',
    'IANA',
    'MB free',
  ]) {
    expect(output).toContain(word);
  }
  expect(existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('on the database of DATABASE_URL: workspaces, tokens, plans', async () => {
  const { connection, drop } = await cloneDatabase();
  const DATABASE_URL = formatDatabaseUrl(connection);
  const server = await startServer({ DATABASE_URL, ROLE: 'web' });
  const subscription = async (token: string) =>
    JSON.parse((await server.call('/v2/organization', { headers: buildBearerHeader(token) })).body).resource
      .subscription as unknown;

  expect(await daybook({ DATABASE_URL }, 'plan', 'set', 'inactive')).toMatchObject({ code: 0 });
  expect(await subscription(ownerToken)).toEqual({ status: 'inactive', plan: 'self-hosted' });
  const created = await daybook(
    { DATABASE_URL },
    'workspace',
    'create',
    '--owner',
    'Ann@second.example',
    '--timezone',
    'Asia/Tokyo',
  );
  const keys = parseKeys(created.output);
  expect(keys.email).toBe('ann@second.example');
  expect(await subscription(keys.token)).toEqual({ status: 'active', plan: 'self-hosted' });
  const unsure = await daybook({ DATABASE_URL }, 'plan', 'set', 'active');
  expect(unsure).toMatchObject({ code: 1, output: expect.stringContaining('Several workspaces match') });
  await daybook(
    { DATABASE_URL },
    'plan',
    'set',
    'active',
    '--plan',
    'gold',
    '--workspace',
    'mara@juniper.example',
  );
  expect(await subscription(ownerToken)).toEqual({ status: 'active', plan: 'gold' });

  await executeSql(connection, `delete from migration where name like '0400%'`);
  const behind = await daybook({ DATABASE_URL }, 'doctor');
  expect(behind).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^wrong +Migrations not applied: 0400_baseline/m),
  });
  await stopProgram(server);
  await drop();
});

test('people who can’t sign in, when email does not work', async () => {
  const { connection, drop } = await cloneDatabase();
  const DATABASE_URL = formatDatabaseUrl(connection);
  const server = await startServer({ DATABASE_URL, ROLE: 'web' });
  const json = { 'content-type': 'application/json' };
  const send = (method: string, path: string, body: object) =>
    server.call(path, { method, headers: json, body: JSON.stringify(body) });
  const tokenIn = (output: string): string => /\/(\w{40})$/m.exec(output)?.[1] ?? '';
  const email = 'ines@juniper.example';
  const [first, second] = ['seven quiet herons', 'eleven slow tortoises'];

  const invited = await daybook({ DATABASE_URL }, 'invite', '--email', email, '--role', 'admin');
  expect(invited).toMatchObject({ code: 0, output: expect.stringContaining('/app/invitations/') });
  const acceptance = { name: 'Ines Okafor', password: first };
  const accepted = await send('PUT', `/v2/public/invitations/${tokenIn(invited.output)}`, acceptance);
  expect(accepted.status).toBe(200);
  expect(accepted.body).toContain('"role":"admin"');
  const again = await daybook({ DATABASE_URL }, 'invite', '--email', email);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('belongs to a user') });

  const link = await daybook({ DATABASE_URL }, 'password', 'reset-link', '--email', email);
  const reset = await send('PUT', `/v2/public/password-resets/${tokenIn(link.output)}`, { password: second });
  expect(reset.status).toBe(200);
  expect((await send('POST', '/v2/session', { email, password: second })).status).toBe(201);

  const ended = await daybook({ DATABASE_URL }, 'session', 'end', '--email', email);
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('signed out everywhere') });
  const removed = await daybook({ DATABASE_URL }, 'factor', 'remove', '--email', email);
  expect(removed).toMatchObject({ code: 0, output: expect.stringContaining('had no second factor') });
  const nobody = await daybook({ DATABASE_URL }, 'session', 'end', '--email', 'nobody@juniper.example');
  expect(nobody.code).toBe(1);
  await stopProgram(server);
  await drop();
});

test('what is wrong is said in one sentence, with exit code 2', async () => {
  const { code, output } = await daybook({ DATA_DIR: '/nowhere' }, 'token', 'destroy');
  expect([code, output.trim()]).toEqual([2, 'Unknown command token destroy; try --help.']);
});

test('--help lists all commands, and the options of each', async () => {
  const { code, output } = await daybook({}, '--help');
  expect(code).toBe(0);
  for (const command of [
    'workspace create',
    'token create',
    'plan set',
    'backup',
    'import calendly',
    'doctor',
  ])
    expect(output).toContain(command);
  expect(await daybook({}, 'workspace', 'create', '--help')).toMatchObject({
    code: 0,
    output: expect.stringContaining('--first-name NAME'),
  });
});

test('failed effects are listed with their reason, and tried again when asked to', async () => {
  const { connection, drop } = await cloneDatabase();
  const DATABASE_URL = formatDatabaseUrl(connection);
  const id = '01a1e000-0000-7000-8000-000000000001';
  const pool = openPool(connection, 1);
  try {
    await pool.query(
      `insert into outbox (workspace_id, stream, id, name, payload, actor_kind, attempts, failed_at, error)
       select workspace_id, 's', $1, 'note.created', '{}', 'token', 12, now(), 'crm: no room' from workspace`,
      [id],
    );
    const listed = await daybook({ DATABASE_URL }, 'effects', 'list');
    expect(listed.code).toBe(1);
    for (const word of [id, 'note.created', '12 attempts', 'given up', 'crm: no room'])
      expect(listed.output).toContain(word);
    expect(await daybook({ DATABASE_URL }, 'effects', 'retry', '--id', id)).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 effect is due now'),
    });
    const { rows } = await pool.query('select attempts, failed_at from outbox');
    expect(rows).toEqual([{ attempts: 0, failed_at: null }]);
  } finally {
    await pool.end();
    await drop();
  }
});

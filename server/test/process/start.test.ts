import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { variableHelp } from '../../src/configuration.ts';
import { canTraverse } from '../../src/platform/embedded/folders.ts';
import { cloneDatabase } from '../databases.ts';
import { executeSql } from '../postgres.ts';
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

const token = 'a-token-that-somebody-made-up-for-this-test';

describe('a start on an empty folder', () => {
  test('prints addresses and working keys; the next start prints no secret', async () => {
    const DATA_DIR = createDataFolder();
    const first = await startServer({ DATA_DIR });
    const keys = parseKeys(first.output());
    expect(keys.token).toMatch(/^dbk_\w{46}$/);
    const pages = ['/v2', '/docs', '/dev/mail', '/mara-lindqvist/intro-call'].map((path) => first.url + path);
    for (const line of [...pages, DATA_DIR]) expect(first.output()).toContain(line);
    expect(await first.call('/v2/whoami', { headers: buildBearerHeader(keys.token) })).toEqual({
      status: 200,
      body: `{"email":"${keys.email}"}`,
    });
    expect((await first.call('/v2/whoami')).body).toBe('{"message":"Unauthenticated."}');
    const signIn = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(keys),
    };
    expect((await first.call('/v2/session', signIn)).status).toBeLessThan(300);
    expect(runReadme(first.url, keys.token)).toEqual({ email: keys.email });
    expect(await stopProgram(first)).toBe(0);

    const second = await startServer({ DATA_DIR });
    expect(second.output()).toContain(`ready at ${second.url}`);
    for (const secret of [keys.token, keys.password, 'dbk_', 'Password'])
      expect(second.output()).not.toContain(secret);
    expect((await second.call('/v2/whoami', { headers: buildBearerHeader(keys.token) })).status).toBe(200);
    expect(await stopProgram(second)).toBe(0);
  });

  test('creates just an owner with SEED=empty, and takes BOOTSTRAP_TOKEN without printing it', async () => {
    const server = await startServer({ DATA_DIR: createDataFolder(), SEED: 'empty', BOOTSTRAP_TOKEN: token });
    const users = await server.call('/v2/organizations/users', { headers: buildBearerHeader(token) });
    expect(JSON.parse(users.body).collection).toHaveLength(1);
    expect(server.output()).not.toContain(token);
    expect(server.output()).not.toContain('dbk_');
    expect(server.output()).not.toContain('mara-lindqvist');
  });
});

/** The README's first command with curl, as a reader would run it. */
function runReadme(url: string, given: string): unknown {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const block = [...readme.matchAll(/```sh\n([^`]*)```/g)]
    .map((match) => match[1] ?? '')
    .find((text) => /^curl /m.test(text));
  const script = (block ?? '').replaceAll('http://localhost:4000', url);
  return JSON.parse(
    execFileSync('sh', ['-c', script], {
      env: { PATH: process.env['PATH'], TOKEN: given },
      stdio: 'pipe',
    }).toString(),
  );
}

describe('a start that is refused', () => {
  const sentence = (output: string) => output.trim().split('\n');

  async function refusal(variables: Record<string, string>, uid?: number): Promise<string> {
    const { code, output } = await runProgram('start', variables, uid === undefined ? {} : { uid });
    expect(code, output).toBe(1);
    expect(sentence(output)).toHaveLength(1);
    return sentence(output)[0] ?? '';
  }

  test('on a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    const { port } = await new Promise<{ port: number }>((resolve) => {
      other.once('listening', () => resolve(other.address() as { port: number }));
    });
    const DATA_DIR = createDataFolder();
    expect(await refusal({ DATA_DIR, PORT: String(port) })).toContain(`Port ${port} is already in use`);
    other.close();
  });

  const asRoot = process.getuid?.() === 0;
  const nobody = { uid: 65534, gid: 65534 };
  const canBeNobody = canTraverse(import.meta.dirname, nobody) && canTraverse(process.execPath, nobody);

  const notTested = 'a folder that may not be written, because another user can’t reach this one.';
  test.skipIf(asRoot && !canBeNobody)(
    'in a folder that may not be written',
    { meta: { notTested } },
    async () => {
      const folder = join(createDataFolder(), 'sealed');
      mkdirSync(folder, { mode: 0o555 });
      // The folder belongs to root, inside a temporary folder of root: the user nobody can't even enter, with the same result.
      expect(await refusal({ DATA_DIR: folder }, asRoot ? nobody.uid : undefined)).toMatch(
        /isn’t writable for this user/,
      );
    },
  );

  test('in a folder that is a file', async () => {
    const path = join(createDataFolder(), 'file');
    writeFileSync(path, '');
    expect(await refusal({ DATA_DIR: path })).toContain('is not a folder');
  });

  test.each([
    ['postgres://daybook:hush@127.0.0.1:1/daybook', 'can’t be reached'],
    ['postgres://daybook:hush@nowhere.invalid/daybook', 'can’t be reached'],
    ['postgres://daybook:hush@host:port/daybook', 'can’t be reached'],
    ['mysql://daybook:hush@localhost/daybook', 'DATABASE_URL must start with'],
  ])('with DATABASE_URL=%s', async (DATABASE_URL, why) => {
    const said = await refusal({ DATABASE_URL });
    expect(said).toContain(why);
    expect(said).not.toContain('hush');
  });

  test('with a login that is refused, or a database that is not there', async () => {
    const server = inject('postgres');
    const missing =
      typeof server === 'string'
        ? new URL('/no_such_database', server).href
        : formatDatabaseUrl({ ...server, database: 'no_such' });
    expect(await refusal({ DATABASE_URL: missing })).toContain('does not exist');
  });

  test('on a database that is newer', async () => {
    const { connection, drop } = await cloneDatabase();
    await executeSql(connection, `insert into migration (name, checksum) values ('9999_of_next_year', '')`);
    expect(await refusal({ DATABASE_URL: formatDatabaseUrl(connection) })).toContain(
      'newer than this Daybook',
    );
    await drop();
  });

  test('with values that could never work: all of them in one line', async () => {
    const variables = {
      PORT: 'http',
      ROLE: 'king',
      BOOTSTRAP_TOKEN: `dbk_${'0'.repeat(46)}`,
      RATE_LIMIT: 'no',
    };
    const said = await refusal(variables);
    for (const name of Object.keys(variables)) expect(said).toContain(name);
  });
});

test('--help names every variable', async () => {
  const { code, output } = await runProgram('start', {}, { args: ['--help'] });
  expect(code).toBe(0);
  for (const [name, meaning] of variableHelp)
    expect(output).toMatch(new RegExp(`${name} +${escaped(meaning)}`));
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

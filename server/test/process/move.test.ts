import { afterEach, expect, inject, test } from 'vitest';
import { createClient } from '../../src/platform/db/connect.ts';
import { generateSecret } from '../../src/platform/ids.ts';
import { findFreePort } from '../cells.ts';
import { createDatabase, executeSql } from '../postgres.ts';
import { withDatabase } from '../runtime.ts';
import {
  buildBearerHeader,
  formatDatabaseUrl,
  parseKeys,
  runProgram,
  startServer,
  stopAll,
  type Variables,
} from './daybook.ts';
import { useProcesses } from './use-processes.ts';

useProcesses();

const names: string[] = [];

afterEach(async () => {
  await stopAll();
  for (const name of names.splice(0))
    await executeSql(inject('postgres'), `drop database ${name} with (force)`);
});

async function addDatabase(): Promise<string> {
  const name = `daybook_move_${generateSecret(12).toLowerCase()}`;
  await createDatabase(inject('postgres'), name);
  names.push(name);
  return formatDatabaseUrl(withDatabase(inject('postgres'), name));
}

test('the operator moves a workspace to another cell and back, and hears what is wrong', async () => {
  const [directoryUrl, ...urls] = [await addDatabase(), await addDatabase(), await addDatabase()] as const;
  const start = async (cell: string, url: string, key: string) => {
    const port = await findFreePort();
    const variables: Variables = {
      DIRECTORY_URL: directoryUrl,
      DATABASE_URL: url,
      CELL: cell,
      CELL_URL: `http://127.0.0.1:${port}`,
      HOST: '127.0.0.1',
      PORT: String(port),
      SECRET_KEY: key,
      SEED: 'empty',
      TRUST_PROXY: 'loopback',
    };
    return { variables, server: await startServer(variables) };
  };
  const key = 'the same key in both cells, long enough';
  const one = await start('one', urls[0], key);
  const two = await start('two', urls[1], key);
  const router = await startServer({ ROLE: 'router', DIRECTORY_URL: directoryUrl });
  const { token, email } = parseKeys(one.server.output());
  const databases = `one=${urls[0]} two=${urls[1]}`;
  const move = (...args: string[]) =>
    runProgram(
      'daybook',
      { ...one.variables, CELL_DATABASES: databases },
      { args: ['workspace', 'move', ...args] },
    );

  // The first workspaces of both cells have an owner with this address.
  const dry = await move(email, '--to', 'two', '--dry-run');
  expect(dry.output).toContain('Several workspaces have a user');
  const own = await findWorkspaceId(directoryUrl, 'one');
  const plan = await move(own, '--to', 'two', '--dry-run');
  expect(plan.output).toMatch(/\d+ rows of \d+ tables, .* would be moved\./);
  expect(plan.code).toBe(0);

  const moved = await move(own, '--to', 'two');
  expect(moved.output).toMatch(/The workspace is in the cell two\. Writes were refused for \d\.\d\d s\./);
  for (const { server, status } of [
    { server: one.server, status: 421 },
    { server: two.server, status: 200 },
    { server: router, status: 200 },
  ])
    expect((await server.call('/v2/whoami', { headers: buildBearerHeader(token) })).status).toBe(status);
  expect((await move(own, '--to', 'two')).output).toContain('The workspace is in the cell two already.');
  expect((await move(own, '--resume')).output).toContain('There is no interrupted move of this workspace.');

  const back = await move(own, '--back');
  expect(back.output).toContain('The workspace is in the cell one.');
  expect((await one.server.call('/v2/whoami', { headers: buildBearerHeader(token) })).status).toBe(200);

  const swapped = await runProgram(
    'daybook',
    { ...one.variables, CELL_DATABASES: `one=${urls[1]} two=${urls[0]}` },
    { args: ['workspace', 'move', own, '--to', 'two'] },
  );
  expect(swapped.output).toContain('The database for one in CELL_DATABASES is that of the cell two.');
});

async function findWorkspaceId(directoryUrl: string, cell: string): Promise<string> {
  const client = createClient(directoryUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'select workspace_id as id from directory.workspace_cell where cell = $1',
      [cell],
    );
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}

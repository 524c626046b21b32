import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '../src/operator/commands.ts';
import { createClient } from '../src/platform/db/connect.ts';
import { listFingerprints } from '../src/platform/secrets.ts';
import { readConfig } from '../src/configuration.ts';
import { executeSql } from './postgres.ts';
import { openCells, type TestCell, type TestCells } from './cells.ts';
import { createEmptyDatabase, type Scratch } from './databases.ts';
import { createMovedWorkspace, openMover } from './moves.ts';
import { formatDatabaseUrl } from './process/daybook.ts';

const key = 'the key of both cells, which is long enough';

let installation: TestCells;
let cells: [TestCell, TestCell];
let folder: string;
let scratch: Scratch;

beforeAll(async () => {
  installation = await openCells(['one', 'two']);
  cells = installation.cells as [TestCell, TestCell];
  folder = await mkdtemp(join(tmpdir(), 'daybook-restore-'));
  scratch = await createEmptyDatabase();
  const [fingerprint] = listFingerprints(readConfig({ DATABASE_URL: 'postgres://nowhere', SECRET_KEY: key }));
  await executeSql(
    cells[0].connection,
    `insert into installation (name, value) values ('secret_key_fingerprint', '${fingerprint}')
     on conflict (name) do update set value = excluded.value`,
  );
}, 60_000);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await installation.close();
  await scratch.drop();
  await rm(folder, { recursive: true });
});

async function run(connection: Scratch['connection'], ...args: string[]): Promise<string> {
  const url = typeof connection === 'string' ? connection : formatDatabaseUrl(connection);
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('DIRECTORY_URL', cells[0].runtime.config.directoryUrl ?? '');
  vi.stubEnv('SECRET_KEY', key);
  vi.stubEnv('CELL', 'one');
  vi.stubEnv('CELL_URL', 'http://127.0.0.1:1');
  const said: string[] = [];
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((text: unknown) => void said.push(String(text)));
  await runCommand(args);
  return said.join('\n');
}

test('a cell restored from a backup doesn’t own what has moved since, and says what it lacks', async () => {
  const [one, two] = cells;
  const leaver = await createMovedWorkspace(one, 'leaver@one.example');
  const stayer = await createMovedWorkspace(one, 'stayer@one.example');
  const file = join(folder, 'one.tar');
  expect(await run(one.connection, 'backup', '--to', file)).toContain(`are in ${file}`);
  const mover = await openMover(installation, [one, two], leaver.id);
  await mover.run();
  await mover.close();
  const newcomer = await createMovedWorkspace(one, 'newcomer@one.example');

  const said = await run(scratch.connection, 'restore', file);
  expect(said).toContain('are restored');
  expect(said).toContain('Workspaces that have moved to other cells since: 1.');
  expect(said).toContain(`The backup lacks ${newcomer.id}, which belongs to this cell.`);
  expect(said).not.toContain(stayer.id);
  const client = createClient(scratch.connection);
  await client.connect();
  try {
    await client.query(`set daybook.workspace = '*'`);
    const { rows } = await client.query<{ id: string; cell: string | null; state: string | null }>(
      `select w.workspace_id as id, w.moved_to as cell, m.state from workspace w
       left join workspace_move m using (workspace_id) order by w.moved_to`,
    );
    expect(rows).toEqual([
      { id: leaver.id, cell: 'two', state: 'left' },
      { id: stayer.id, cell: null, state: null },
    ]);
  } finally {
    await client.end();
  }
});

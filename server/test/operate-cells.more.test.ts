import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '../src/operator/commands.ts';
import type { OwnerCredentials } from '../src/identity/public.ts';
import { loadAppliedMigrations, migrate } from '../src/platform/db/migrate.ts';
import { readMigrations } from '../src/platform/db/migration-files.ts';
import { createClient, type Connection } from '../src/platform/db/connect.ts';
import { reportLoad } from '../src/platform/directory/load.ts';
import { reportCell } from '../src/platform/directory/report-cell.ts';
import { programVersion } from '../src/platform/directory/versions.ts';
import { requireCompatibleCells } from '../src/platform/directory/directory.ts';
import { joinDirectory } from '../src/platform/directory/reconcile.ts';
import { openCells, type TestCell, type TestCells } from './cells.ts';
import { createEmptyDatabase, type Scratch } from './databases.ts';
import { bookNth, createMovedWorkspace } from './moves.ts';
import { executeSql } from './postgres.ts';
import { formatDatabaseUrl } from './process/daybook.ts';

let installation: TestCells;
let [one, far]: TestCell[] = [];
let variables: Record<string, string>;
const scratches: Scratch[] = [];

const toUrl = (connection: Connection): string =>
  typeof connection === 'string' ? connection : formatDatabaseUrl(connection);

beforeAll(async () => {
  installation = await openCells([
    { name: 'eu-1', region: 'eu' },
    { name: 'eu-2', region: 'eu' },
    { name: 'us-1', region: 'us' },
  ]);
  [one, , far] = installation.cells as [TestCell, TestCell, TestCell];
  variables = {
    DIRECTORY_URL: cellOf(one).runtime.config.directoryUrl ?? '',
    CELL: 'eu-1',
    CELL_URL: 'http://127.0.0.1:1',
    SECRET_KEY: 'the same key in all cells, long enough',
    CELL_DATABASES: installation.cells.map((cell) => `${cell.name}=${toUrl(cell.connection)}`).join(' '),
  };
}, 60_000);
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const { drop } of scratches.splice(0)) await drop();
});
afterAll(() => installation.close());

const cellOf = (cell: TestCell | undefined): TestCell => cell as TestCell;

async function run(args: readonly string[], more: Record<string, string> = {}) {
  for (const [name, value] of Object.entries({ ...variables, ...more })) vi.stubEnv(name, value);
  const said: string[] = [];
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((text: unknown) => void said.push(String(text)));
  const code = await runCommand([...args]);
  return { code, text: said.join('\n') };
}

const readCells = async () =>
  JSON.parse((await run(['cells', '--json'])).text) as Record<string, string | number | null>[];

async function whereIs(email: string): Promise<string | undefined> {
  const { rows } = await installation.directory.query<{ cell: string }>(
    `select cell from directory.workspace_cell join directory.name using (workspace_id)
     where kind = 'email' and value = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
    [email],
  );
  return rows[0]?.cell;
}

async function setLoad({ email }: OwnerCredentials, requests: number): Promise<void> {
  await installation.directory.query(
    `insert into directory.workspace_load (workspace_id, requests, bookings)
     select workspace_id, $2, 0 from directory.name where kind = 'email'
       and value = encode(sha256(convert_to($1, 'UTF8')), 'hex')
     on conflict (workspace_id) do update set requests = excluded.requests, bookings = 0, counted_at = now()`,
    [email, requests],
  );
}

test('cells are listed with what each has measured', async () => {
  const of = await createMovedWorkspace(cellOf(one), 'booked@eu.example');
  await reportLoad(cellOf(one).runtime.directory!);
  const [before] = await readCells();
  const { rows } = await installation.directory.query<{ url: string }>(
    `select url from directory.cell where name = 'eu-1'`,
  );
  for (let n = 0; n < 5; n += 1) expect((await bookNth(rows[0]?.url ?? '', of, n)).status).toBe(200);
  await reportLoad(cellOf(one).runtime.directory!);
  await reportCell(cellOf(one).runtime);
  const [first, second] = await readCells();
  expect(first).toMatchObject({
    name: 'eu-1',
    region: 'eu',
    state: 'open',
    program: programVersion,
    workspaces: 1,
    lagSeconds: null,
  });
  // Five in the last five minutes are one a minute, less what is forgotten meanwhile.
  expect(Number(first?.['bookingsPerMinute'])).toBeGreaterThan(0.9);
  expect(Number(first?.['bookingsPerMinute'])).toBeLessThanOrEqual(1);
  expect(Number(first?.['requestsPerMinute'])).toBeGreaterThan(Number(before?.['requestsPerMinute']));
  expect(Number(first?.['bytes'])).toBeGreaterThan(1_000_000);
  expect(second).toMatchObject({ name: 'eu-2', bookingsPerMinute: 0, program: null, reportedAt: null });
  const { text } = await run(['cells']);
  expect(text).toMatch(/^cell +region +state +program/);
  expect(text).toMatch(/^eu-1 +eu +open .* just now$/m);
  expect(text).toMatch(/^us-1 +us +open .* never$/m);
});

test('rebalance moves the workspace that relieves the busiest cell, within its region', async () => {
  const [busy, busier] = [
    await cellOf(one).createWorkspace('busy@eu.example'),
    await cellOf(one).createWorkspace('busier@eu.example'),
  ];
  await setLoad(busy, 30_000);
  await setLoad(busier, 40_000);
  const plan = await run(['rebalance', '--plan']);
  expect(plan.text).toMatch(/ eu-1 +eu-2 +40000\.0 +70\.\d% to 30\.\d% +0\.\d% to 40\.\d%/);
  expect(plan.text).not.toContain('us-1');
  expect(await whereIs(busier.email)).toBe('eu-1');
  expect((await run(['rebalance', '--run'])).code).toBe(0);
  expect([await whereIs(busy.email), await whereIs(busier.email)]).toEqual(['eu-1', 'eu-2']);
  expect((await run(['rebalance', '--plan'])).text).toBe('No move would relieve a busy cell.');
  expect((await run(['rebalance'])).code).toBe(2);
});

test('a drained cell gets no new workspaces, gives its own away, and gets some again', async () => {
  const plan = await run(['cells', 'drain', 'eu-2', '--plan']);
  expect(plan.text).toMatch(/ eu-2 +eu-1 /);
  expect((await readCells()).find(({ name }) => name === 'eu-2')).toMatchObject({ state: 'closed' });
  expect((await run(['cells', 'drain', 'eu-2', '--run'])).code).toBe(0);
  expect((await readCells()).find(({ name }) => name === 'eu-2')).toMatchObject({ workspaces: 0 });
  expect(await whereIs('busier@eu.example')).toBe('eu-1');
  await run(['cells', 'undrain', 'eu-2']);
  expect((await readCells()).find(({ name }) => name === 'eu-2')).toMatchObject({ state: 'open' });
  expect(await run(['cells', 'drain', 'eu-9'])).toEqual({ code: 1, text: 'There is no cell eu-9.' });
});

test('what no cell of the region can carry stays, and the command says so', async () => {
  const { email } = await cellOf(far).createWorkspace('alone@us.example');
  const { code, text } = await run(['cells', 'drain', 'us-1', '--run']);
  expect(code).toBe(1);
  expect(text).toMatch(/Stays: \S+\. No open cell of the region has the capacity for it\./);
  expect(await whereIs(email)).toBe('us-1');
  await run(['cells', 'undrain', 'us-1']);
});

test('a workspace leaves its region only if somebody says so', async () => {
  const email = 'alone@us.example';
  const refused = await run(['workspace', 'move', email, '--to', 'eu-2']);
  expect(refused.text).toContain('add --other-region to take its data there');
  expect(await whereIs(email)).toBe('us-1');
  expect((await run(['workspace', 'move', email, '--to', 'eu-2', '--other-region'])).code).toBe(0);
  expect(await whereIs(email)).toBe('eu-2');
});

test('a cell with workspaces can’t be declared to be in another region', async () => {
  const { runtime } = cellOf(one);
  const cell = { name: 'eu-1', url: 'http://127.0.0.1:1', region: 'us', capacity: 1 };
  await expect(joinDirectory({ ...runtime, config: { ...runtime.config, cell } })).rejects.toThrow(
    'The cell eu-1 has workspaces in the region eu: set CELL_REGION=eu',
  );
});

test('cells of versions too far apart don’t start beside each other', async () => {
  const setVersion = (version: string) =>
    installation.directory.query(
      `update directory.cell set program = $1, reported_at = now() where name = 'us-1'`,
      [version],
    );
  await setVersion('0.9.0');
  await expect(requireCompatibleCells(installation.directory)).rejects.toThrow('us-1 has Daybook 0.9.0');
  expect((await run(['migrate', '--cells'])).text).toContain('us-1 has Daybook 0.9.0');
  await setVersion(programVersion);
  await requireCompatibleCells(installation.directory);
});

/** A database of a Daybook that lacks the last migrations. */
async function createOlder(cell: string): Promise<Scratch> {
  const scratch = await createEmptyDatabase();
  scratches.push(scratch);
  await migrate(scratch.connection, readMigrations().slice(0, -2));
  await executeSql(scratch.connection, `insert into installation (name, value) values ('cell', '${cell}')`);
  return scratch;
}

async function countMissing(connection: Connection): Promise<number> {
  const client = createClient(connection);
  await client.connect();
  try {
    const applied = await loadAppliedMigrations(client);
    return readMigrations().filter(({ name }) => !applied.has(name)).length;
  } finally {
    await client.end();
  }
}

test('cells are migrated one after another, up to the first that fails', async () => {
  const [first, failing, last] = [
    await createOlder('eu-1'),
    await createOlder('eu-2'),
    await createOlder('us-1'),
  ];
  const databases = [first, failing, last].map(
    ({ connection }, index) => `${['eu-1', 'eu-2', 'us-1'][index]}=${toUrl(connection)}`,
  );
  const missing = await run(['migrate', '--cells'], { CELL_DATABASES: databases.slice(0, 2).join(' ') });
  expect(missing.text).toBe('Add the database of the cell us-1 to CELL_DATABASES.');
  const swapped = await run(['migrate', '--cells'], {
    CELL_DATABASES: [databases[0], `eu-2=${toUrl(last.connection)}`, databases[2]].join(' '),
  });
  expect(swapped.text).toContain('is that of the cell us-1');
  expect(await Promise.all([first, failing, last].map((each) => countMissing(each.connection)))).toEqual([
    2, 2, 2,
  ]);

  const newest = readMigrations().at(-1)?.name;
  await executeSql(
    failing.connection,
    `alter table migration add constraint refused check (not starts_with(name, '${newest}'))`,
  );
  const stopped = await run(['migrate', '--cells'], { CELL_DATABASES: databases.join(' ') });
  expect(stopped.code).toBe(1);
  expect(stopped.text).toContain(`eu-1: has the schema of Daybook ${programVersion}.`);
  expect(stopped.text).toContain('The cells after it were left as they are.');
  expect(await Promise.all([first, last].map((each) => countMissing(each.connection)))).toEqual([0, 2]);

  await executeSql(failing.connection, 'alter table migration drop constraint refused');
  const done = await run(['migrate', '--cells'], { CELL_DATABASES: databases.join(' ') });
  expect(done.code).toBe(0);
  expect(await Promise.all([failing, last].map((each) => countMissing(each.connection)))).toEqual([0, 0]);

  await executeSql(last.connection, `update installation set value = '0.9.0' where name = 'version'`);
  const refused = await run(['migrate', '--cells'], { CELL_DATABASES: databases.join(' ') });
  expect(refused.text).toContain('us-1: The database has the schema of Daybook 0.9.0');
});

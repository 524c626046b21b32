import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { applyMigration, applyWithin, isPartial, getMigrationName } from './apply-migration.ts';
import { createClient, createPool, type Connection } from './connect.ts';
import { adaptBaseline, removeFormerNames } from './former-schema.ts';
import { readMigrations, type Migration } from './migration-files.ts';

/** Requests run as this role when the login would see past row level security. */
export const appRole = 'daybook_app';

const advisoryLock = 4_006_215;
const oldestServer = 15;
const jobQueue = `graphile-worker ${(createRequire(import.meta.url)('graphile-worker/package.json') as { version: string }).version}, functions 4`;

/**
 * Brings the database to the state this code expects. Safe to run from many processes at once: the first takes the
 * lock, the others wait and find nothing left to do. Returns whether requests must switch to the restricted role.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[] = readMigrations(),
): Promise<{ restrictRole: boolean }> {
  const client = await connect(connection);
  try {
    const { restrictRole } = await inspectServer(client);
    if (!(await isCurrent(client, migrations))) {
      await applyUnderLock(client, connection, migrations, restrictRole);
    }
    return { restrictRole };
  } catch (error) {
    throw (error as { code?: string }).code === '42501' ? notAllowed(error as Error) : error;
  } finally {
    await client.end();
  }
}

const notAllowed = (error: Error): StartError =>
  new StartError(
    `The database could not be set up (${error.message}); make the user in DATABASE_URL its owner, or ask an administrator to create the extensions btree_gist, btree_gin and pg_trgm in it.`,
  );

let expectedNames: readonly string[] | undefined;

/** What must have been applied, for `/readyz`. Read once: the files of a running program do not change. */
export function listExpectedMigrations(): readonly string[] {
  expectedNames ??= expected(readMigrations());
  return expectedNames;
}

export interface Inspection {
  readonly version: string;
  readonly restrictRole: boolean;
  readonly pending: readonly string[];
}

/** The same look as `migrate` takes, without changing anything. Refuses a database that is newer than this code. */
export async function inspectDatabase(
  connection: Connection,
  migrations: readonly Migration[] = readMigrations(),
): Promise<Inspection> {
  const client = await connect(connection);
  try {
    const server = await inspectServer(client);
    const applied = (await hasMigrations(client))
      ? await loadAppliedMigrations(client)
      : new Map<string, string>();
    rejectUnknownMigrations(applied, migrations);
    return { ...server, pending: expected(migrations).filter((name) => !applied.has(name)) };
  } finally {
    await client.end();
  }
}

export async function inspectServer(client: pg.Client): Promise<{ version: string; restrictRole: boolean }> {
  const { rows } = await client.query<{ version: string; sees_all: boolean }>(
    `select current_setting('server_version') as version, rolsuper or rolbypassrls as sees_all
     from pg_roles where rolname = current_user`,
  );
  const { version = '', sees_all: restrictRole = false } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < oldestServer) {
    throw new StartError(`The database is PostgreSQL ${version}; Daybook needs ${oldestServer} or later.`);
  }
  return { version, restrictRole };
}

export async function connect(connection: Connection): Promise<pg.Client> {
  try {
    const client = createClient(connection);
    // Without a listener, a server that goes away while we wait would end the process with a stack trace.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new StartError(`The database can’t be reached: ${reason(error)}. Check DATABASE_URL.`);
  }
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

function expected(migrations: readonly Migration[]): string[] {
  return [...migrations.map(({ name }) => name), jobQueue];
}

async function isCurrent(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  if (!(await hasMigrations(client))) return false;
  const applied = await loadAppliedMigrations(client);
  rejectUnknownMigrations(applied, migrations);
  return expected(migrations).every((name) => applied.has(name));
}

export async function hasMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('migration')::text as found`,
  );
  return Boolean(rows[0]?.found);
}

export async function loadAppliedMigrations(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  return removeFormerNames(await readMigrationTable(client));
}

async function readMigrationTable(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** For a copy of the rows, which is only right in a schema that a migration leaves behind. */
export async function loadCompletedMigrations(client: pg.Client): Promise<Record<string, string>> {
  const applied = await readMigrationTable(client);
  const partial = [...applied.keys()].find(isPartial);
  if (partial) {
    throw new StartError(
      `An upgrade was interrupted in ${getMigrationName(partial)}; start the server to complete it, then try again.`,
    );
  }
  return Object.fromEntries(applied);
}

/** Refuses what is newer than this code: the database, or a copy of one. */
export function rejectUnknownMigrations(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[] = readMigrations(),
  what = 'database',
): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (name.startsWith('graphile-worker ')) continue;
    const expectedChecksum = known.get(getMigrationName(name));
    if (expectedChecksum === undefined) {
      throw new StartError(
        `The ${what} is newer than this Daybook (it has migration ${name}); update Daybook.`,
      );
    }
    if (checksum !== expectedChecksum) {
      throw new StartError(`Migration ${name} was changed after it was applied; restore its file.`);
    }
  }
}

async function applyUnderLock(
  client: pg.Client,
  connection: Connection,
  migrations: readonly Migration[],
  restrictRole: boolean,
): Promise<void> {
  await waitForLock(client, 'pg_try_advisory_lock');
  try {
    await client.query(migrationTable);
    const applied = await loadAppliedMigrations(client);
    rejectUnknownMigrations(applied, migrations);
    for (const migration of await adaptBaseline(client, migrations)) {
      if (!applied.has(migration.name)) await applyMigration(client, migration);
    }
    if (!applied.has(jobQueue)) {
      await migrateJobQueue(connection);
      await createJobFunctions(client);
    }
    if (restrictRole) await grantToAppRole(client);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLock]);
  }
}

/** Asks again and again: a statement that waits has a snapshot, and `create index concurrently` waits for those to end. */
async function waitForLock(client: pg.Client, take: string): Promise<void> {
  const query = `select ${take}(${advisoryLock}) as taken`;
  while (!(await client.query<{ taken: boolean }>(query)).rows[0]?.taken) await pause(100);
}

const migrationTable = `create table if not exists migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

/** Applies missing migrations that are `wanted` in the transaction of the caller, who has the job queue's schema already. */
export async function migrateWithin(
  client: pg.Client,
  wanted: (name: string) => boolean,
  restrictRole: boolean,
): Promise<void> {
  await waitForLock(client, 'pg_try_advisory_xact_lock');
  await client.query(migrationTable);
  const applied = await loadAppliedMigrations(client);
  for (const migration of await adaptBaseline(client, readMigrations())) {
    if (wanted(migration.name) && !applied.has(migration.name)) await applyWithin(client, migration);
  }
  await createJobFunctions(client);
  if (restrictRole) await grantToAppRole(client);
}

/** The job queue brings its own schema. */
export async function migrateJobQueue(connection: Connection): Promise<void> {
  const { runMigrations, Logger } = await import('graphile-worker');
  const pgPool = createPool(connection, { max: 2 });
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
}

/** Jobs are added from inside requests, which don't own the schema of the job queue: hence functions. */
async function createJobFunctions(client: pg.Client): Promise<void> {
  await client.query(
    `create or replace function enqueue(task text, jobs json) returns void
     language sql security definer set search_path = pg_catalog
     as $$
       select from graphile_worker.add_jobs(array(
         select row(task, x.payload, null, x.run_at, null, x.key, null, null)::graphile_worker.job_spec
         from json_to_recordset(jobs) as x (payload json, run_at timestamptz, key text)))
     $$`,
  );
  await client.query(
    `create or replace function dead_jobs(workspace uuid, most integer)
     returns table (id text, task text, error text, failed_at timestamptz)
     language sql stable security definer set search_path = pg_catalog
     as $$
       select j.id::text, t.identifier, j.last_error, j.updated_at
       from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where j.attempts >= j.max_attempts and j.locked_at is null and j.payload ->> 'workspaceId' = workspace::text
       order by j.updated_at desc limit most
     $$`,
  );
  await client.query(
    `create or replace function retry_dead_job(workspace uuid, job text) returns boolean
     language sql security definer set search_path = pg_catalog
     as $$
       with retried as (
         update graphile_worker._private_jobs j set attempts = 0, run_at = now(), updated_at = now()
         where j.id::text = job and j.attempts >= j.max_attempts and j.locked_at is null
           and j.payload ->> 'workspaceId' = workspace::text
         returning j.id)
       select exists (select from retried)
     $$`,
  );
  await client.query('insert into migration (name, checksum) values ($1, $2) on conflict (name) do nothing', [
    jobQueue,
    '',
  ]);
}

async function grantToAppRole(client: pg.Client): Promise<void> {
  // Roles belong to the whole server: another database's Daybook may be creating the same one at this moment.
  await client.query(
    `do $$ begin
       create role ${appRole} nologin;
     exception when duplicate_object or unique_violation then null;
     end $$`,
  );
  await client.query(
    `do $$ begin
       execute format('grant usage on schema %I to ${appRole}', current_schema());
       execute format('grant select, insert, update, delete on all tables in schema %I to ${appRole}', current_schema());
     end $$`,
  );
}

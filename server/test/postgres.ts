import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openPool, createClient, type Connection } from '../src/platform/db/connect.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { startEmbedded } from '../src/platform/embedded/embedded.ts';
import { seedOnce } from '../src/seed.ts';
import { createMemoryFolder } from './memory.ts';
import { withDatabase, createTestRuntime } from './runtime.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Connection;
    template: string;
  }
}

/**
 * One PostgreSQL for the whole run: the one of DATABASE_URL, or an embedded one. Its template database is migrated and has
 * the demo company in it; each test file clones it within milliseconds.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { connection, stop } = await openServer(Number(project.vitest.config.maxWorkers));
  const template = `daybook_template_${process.pid}`;
  const close = async () => {
    await executeSql(connection, `drop database if exists ${template}`);
    await stop();
  };
  try {
    await createDatabase(connection, template);
    await prepareTemplate(withDatabase(connection, template));
  } catch (error) {
    await close();
    throw error;
  }
  project.provide('postgres', connection);
  project.provide('template', template);
  return close;
}

async function openServer(workers: number): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const address = process.env['DATABASE_URL'];
  if (address) return { connection: address, stop: async () => {} };
  const dataDir = createMemoryFolder();
  const postgres = await startEmbedded({
    dataDir,
    settings: { ...withoutDurability, max_connections: String(100 + 100 * workers) },
  });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: postgres.connection, stop };
}

/** Tests that kill PostgreSQL start their own. */
const withoutDurability = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** The demo's bookings are around this day, far from those of the tests, whatever day it is today. */
const seedClock = { now: () => new Date('2026-11-16T09:00:00Z') };

async function prepareTemplate(connection: Connection): Promise<void> {
  const { restrictRole } = await migrate(connection);
  const pool = openPool(connection, 2);
  try {
    await seedOnce(createTestRuntime({ pool, restrictRole }, { clock: seedClock }));
    // To tests, the demo company is one like any other: the dashboard does not offer to empty it.
    await pool.query(`set daybook.workspace = '*'; delete from demo`);
  } finally {
    await pool.end();
  }
}

/** Files are copied as such: through the log, as is usual, a copy takes three times the CPU time. A server of others has its own way. */
export async function createDatabase(server: Connection, name: string, options = ''): Promise<void> {
  const strategy = typeof server === 'string' ? '' : 'strategy file_copy';
  await executeSql(server, `create database ${name} ${options} ${strategy}`);
}

export async function executeSql(connection: Connection, sql: string): Promise<void> {
  const client = createClient(connection);
  // A test may end all connections while this one is closing.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Whether row level security does not apply to the login, as with superusers. */
export async function isRowSecurityBypassed(connection: Connection): Promise<boolean> {
  const client = createClient(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ sees_all: boolean }>(
      'select rolsuper or rolbypassrls as sees_all from pg_roles where rolname = current_user',
    );
    return rows[0]?.sees_all ?? false;
  } finally {
    await client.end();
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDatabase, openBench } from '../bench/parts/server.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import { inspectDatabase, migrate, migrateJobQueue } from '../server/src/platform/db/migrate.ts';
import { bundleSource } from '../server/test/bundle.ts';
import { createFormerSchema } from '../server/test/former-schema.ts';
import { afterUpgrade } from '../server/test/later-migrations.ts';
import { formatDatabaseUrl, pollUntil } from '../server/test/process/daybook.ts';
import { queryRows } from './upgrade-database.ts';
import { diffDigests, computeDigests, fillBookings, listLostWrites } from './upgrade-rows.ts';
import { startWriting, type WriterResult } from './upgrade-writer.ts';

/**
 * Migrates a database of before the baseline with bookings in it to the schema of a later Daybook, while somebody writes, and checks
 * that every row is as it was and how long a write had to wait. With `--kills`, a process that migrates is killed halfway first.
 *
 *   npx tsx chaos/upgrade.ts --events 1000000 --kills 3
 */

interface Options {
  /** An empty database. */
  readonly connection: Connection;
  readonly events: number;
  readonly kills: number;
}

export interface Result extends WriterResult {
  readonly migrations: number;
  readonly seconds: number;
  readonly kills: number;
  /** What was being applied during the longest write. */
  readonly longestDuring: string;
  /** What took longer than a second, and how long. */
  readonly slow: readonly string[];
  readonly wrong: readonly string[];
}

export async function runUpgrade({ connection, events, kills }: Options): Promise<Result> {
  await migrateJobQueue(connection);
  await createFormerSchema(connection);
  await fillBookings(connection, events);
  const { pending } = await inspectDatabase(connection, afterUpgrade);
  const before = await computeDigests(connection);
  const startedAt = Date.now() / 1000;
  const { errors, longestAt, ...upgraded } = await upgradeWhileWriting(connection, kills);
  const wrong = [
    ...errors.slice(0, 5),
    ...(await diffDigests(connection, before)),
    ...(await listLostWrites(connection, upgraded.writes)),
  ];
  const left = (await inspectDatabase(connection, afterUpgrade)).pending;
  if (left.length > 0) wrong.push(`Not applied: ${left.join(', ')}.`);
  const slow = await slowMigrations(connection, startedAt);
  const longestDuring = await appliedAfter(connection, longestAt);
  return {
    migrations: pending.length,
    ...upgraded,
    longestDuring,
    slow,
    wrong,
  };
}

async function upgradeWhileWriting(connection: Connection, kills: number) {
  const writing = startWriting(connection);
  const began = performance.now();
  let killed = 0;
  try {
    for (let round = 0; round < kills; round += 1) killed += (await killHalfway(connection)) ? 1 : 0;
    await migrate(connection, afterUpgrade);
  } catch (error) {
    await writing.stop();
    throw error;
  }
  const seconds = (performance.now() - began) / 1000;
  return { seconds, kills: killed, ...(await writing.stop()) };
}

async function slowMigrations(connection: Connection, startedAt: number): Promise<string[]> {
  const rows = await queryRows<{ name: string; seconds: number }>(
    connection,
    `select name, seconds from (
       select name, extract(epoch from applied_at - lag(applied_at, 1, to_timestamp(${startedAt})) over (order by applied_at))::float as seconds
       from migration where applied_at >= to_timestamp(${startedAt})) m
     where seconds >= 1 order by name`,
  );
  return rows.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`);
}

async function appliedAfter(connection: Connection, instant: number): Promise<string> {
  const [row] = await queryRows<{ name: string }>(
    connection,
    `select name from migration where applied_at >= to_timestamp(${instant}) order by applied_at limit 1`,
  );
  return row?.name ?? 'nothing';
}

/** The lock under which migrations are applied. */
const isMigrating = `select 1 from pg_locks where locktype = 'advisory' and objid = 4006215 and granted`;

/** Starts to migrate in another process and kills it halfway; false if it was done before. */
async function killHalfway(connection: Connection): Promise<boolean> {
  const program = await bundleSource(join(import.meta.dirname, 'upgrade-migrate.ts'));
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], DATABASE_URL: formatDatabaseUrl(connection) },
    stdio: 'inherit',
  });
  const exit = once(child, 'exit');
  const isAtWork = await pollUntil(async () => {
    if (child.exitCode !== null) return false;
    return (await queryRows(connection, isMigrating)).length > 0 ? true : undefined;
  }, 120_000);
  await pause(Math.random() * 300);
  child.kill('SIGKILL');
  await exit;
  // Its session ends once the current statement does.
  await pollUntil(
    async () => ((await queryRows(connection, isMigrating)).length === 0 ? true : undefined),
    600_000,
  );
  return isAtWork && (await inspectDatabase(connection, afterUpgrade)).pending.length > 0;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      smoke: { type: 'boolean', default: false },
      events: { type: 'string' },
      kills: { type: 'string' },
    },
  });
  const bench = await openBench();
  try {
    const standard = values.smoke ? { events: '200', kills: '0' } : { events: '1000000', kills: '2' };
    const chosen = { ...standard, ...values };
    const [events, kills] = [Number(chosen.events), Number(chosen.kills)];
    const connection = await addDatabase(bench, 'former');
    const result = await runUpgrade({ connection, events, kills });
    console.log(
      `${events} events, ${result.migrations} migrations in ${result.seconds.toFixed(1)} s, ${result.kills} kills halfway; ` +
        `${result.writes} writes meanwhile, ${result.deadlocks} tried again after a deadlock, the longest took ${result.longestWriteMs.toFixed(0)} ms, during ${result.longestDuring}`,
    );
    console.log(`Longer than a second: ${result.slow.join(', ')}`);
    for (const text of result.wrong) console.log(`WRONG ${text}`);
    if (result.writes === 0 || result.kills < kills)
      console.log('Inconclusive: nothing was written, or nothing was killed in time.');
    console.log(`Node ${process.versions.node}, ${cpus().length} cores`);
    const isSlow = !values.smoke && result.longestWriteMs > 1000;
    return result.wrong.length > 0 || isSlow ? 1 : 0;
  } finally {
    await bench.close();
  }
}

if (process.argv[1] === import.meta.filename) process.exit(await main());

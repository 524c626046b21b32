import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { addDatabase, openBench } from '../bench/parts/server.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import { inspectDatabase, migrate } from '../server/src/platform/db/migrate.ts';
import { createFormerSchema } from '../server/test/former-schema.ts';
import { buildIfStale } from '../tools/build.mjs';
import {
  formatDatabaseUrl,
  launchProgram,
  startServer,
  stopProgram,
  stopAll,
  pollUntil,
} from '../server/test/process/daybook.ts';
import { detectProgram } from './upgrade-beside.ts';
import { queryRows } from './upgrade-database.ts';
import { diffDigests, computeDigests, fillBookings, listLostWrites } from './upgrade-rows.ts';
import { startWriting, type WriterResult } from './upgrade-writer.ts';

/**
 * Migrates a database of an older schema with bookings in it, while somebody writes, and checks that every row is as it was and
 * how long a write had to wait. With `--kills` the server that migrates is killed in the middle first.
 *
 *   npx tsx chaos/upgrade.ts --from 0111_catchers --events 1000000 --kills 3
 */

/** The last migration of each state that was installed somewhere. */
export const schemas = [
  '0017_effects',
  '0043_single_sign_on',
  '0080_audit_attributes',
  '0111_catchers',
  '0135_conferencing',
  '0165_mail_bounces',
  '0224_link_times',
] as const;

interface Options {
  /** An empty database. */
  readonly connection: Connection;
  readonly from: string;
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

export async function runUpgrade({ connection, from, events, kills }: Options): Promise<Result> {
  await createFormerSchema(connection, from);
  const program = await detectProgram(connection);
  await fillBookings(connection, program, events);
  const { pending } = await inspectDatabase(connection);
  const before = await computeDigests(connection);
  const writing = startWriting(connection, program);
  const began = performance.now();
  const startedAt = Date.now() / 1000;
  let killed = 0;
  for (let round = 0; round < kills; round += 1) killed += (await killInTheMiddle(connection)) ? 1 : 0;
  await migrate(connection);
  const seconds = (performance.now() - began) / 1000;
  const { errors, longestAt, ...written } = await writing.stop();
  const wrong = [
    ...errors.slice(0, 5),
    ...(await diffDigests(connection, before)),
    ...(await listLostWrites(connection, program, written.writes)),
  ];
  const left = (await inspectDatabase(connection)).pending;
  if (left.length > 0) wrong.push(`Not applied: ${left.join(', ')}.`);
  const slow = await slowMigrations(connection, startedAt);
  const longestDuring = await appliedAfter(connection, longestAt);
  return {
    migrations: pending.length,
    seconds,
    kills: killed,
    ...written,
    longestDuring,
    slow,
    wrong,
  };
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

/** Starts a server on the database and kills it while it migrates; false if it was done before. */
async function killInTheMiddle(connection: Connection): Promise<boolean> {
  const program = launchProgram('start', {
    DATABASE_URL: formatDatabaseUrl(connection),
    SEED: 'empty',
    LOG_LEVEL: 'silent',
  });
  const isAtWork = await pollUntil(async () => {
    if (program.output().includes('ready at')) return false;
    return (await queryRows(connection, isMigrating)).length > 0 ? true : undefined;
  }, 120_000);
  await pause(Math.random() * 300);
  await stopProgram(program, 'SIGKILL');
  // Its session ends once the statement under way does.
  await pollUntil(
    async () => ((await queryRows(connection, isMigrating)).length === 0 ? true : undefined),
    600_000,
  );
  return isAtWork && (await inspectDatabase(connection)).pending.length > 0;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      smoke: { type: 'boolean', default: false },
      from: { type: 'string' },
      events: { type: 'string' },
      kills: { type: 'string' },
    },
  });
  await buildIfStale();
  const bench = await openBench();
  let code = 0;
  try {
    const smallest = { events: '200', kills: '0', from: schemas.at(-1) };
    const full = { events: '1000000', kills: '2', from: undefined };
    const chosen = { ...(values.smoke ? smallest : full), ...values };
    for (const from of chosen.from === undefined ? schemas : [chosen.from]) {
      const connection = await addDatabase(bench, `from_${from}`);
      const [events, kills] = [Number(chosen.events), Number(chosen.kills)];
      const result = await runUpgrade({ connection, from, events, kills });
      const server = await startServer({
        DATABASE_URL: formatDatabaseUrl(connection),
        SEED: 'empty',
        LOG_LEVEL: 'silent',
      });
      await stopProgram(server);
      console.log(
        `${from}: ${events} events, ${result.migrations} migrations in ${result.seconds.toFixed(1)} s, ${result.kills} kills in the middle; ` +
          `${result.writes} writes meanwhile, ${result.deadlocks} tried again after a deadlock, the longest took ${result.longestWriteMs.toFixed(0)} ms, during ${result.longestDuring}`,
      );
      console.log(`Longer than a second: ${result.slow.join(', ')}`);
      for (const text of result.wrong) console.log(`WRONG ${text}`);
      if (result.writes === 0 || result.kills < kills)
        console.log('Inconclusive: nothing was written, or nothing was killed in time.');
      const isSlow = !values.smoke && result.longestWriteMs > 1000;
      if (result.wrong.length > 0 || isSlow) code = 1;
    }
  } finally {
    await stopAll();
    await bench.close();
  }
  console.log(`Node ${process.versions.node}, ${cpus().length} cores`);
  return code;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();

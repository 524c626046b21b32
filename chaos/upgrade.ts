import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { addDatabase, openBench } from '../bench/server.ts';
import { settings, type Connection } from '../server/src/platform/db/connect.ts';
import { inspect, migrate, migrateJobQueue, migrateWithin } from '../server/src/platform/db/migrate.ts';
import { addressOf, launch, startServer, stop, stopAll, until } from '../server/test/process/daybook.ts';

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

export interface Result {
  readonly migrations: number;
  readonly seconds: number;
  readonly kills: number;
  readonly writes: number;
  /** By the clock of the database: from when a write arrived until it was done. */
  readonly longestWriteMs: number;
  readonly wrong: readonly string[];
}

export async function upgrade({ connection, from, events, kills }: Options): Promise<Result> {
  await createSchema(connection, from);
  await fill(connection, events);
  const { pending } = await inspect(connection);
  const before = await digest(connection);
  const writing = startWriting(connection);
  const began = performance.now();
  let killed = 0;
  for (let round = 0; round < kills; round += 1) killed += (await killInTheMiddle(connection)) ? 1 : 0;
  await migrate(connection);
  const seconds = (performance.now() - began) / 1000;
  const { writes, longestWriteMs, errors } = await writing.stop();
  const wrong = [...errors.slice(0, 5), ...(await differences(connection, before))];
  const left = (await inspect(connection)).pending;
  if (left.length > 0) wrong.push(`Not applied: ${left.join(', ')}.`);
  const sequences = await query<{ sum: string }>(connection, 'select sum(sequence) from scheduled_event');
  if (Number(sequences[0]?.sum) !== writes)
    wrong.push(`${writes} writes, but ${sequences[0]?.sum} are there.`);
  return { migrations: pending.length, seconds, kills: killed, writes, longestWriteMs, wrong };
}

async function createSchema(connection: Connection, from: string): Promise<void> {
  await migrateJobQueue(connection);
  await withClient(connection, async (client) => {
    await client.query('begin');
    await migrateWithin(client, (name) => name <= from, true);
    await client.query('commit');
  });
}

const workspace = '0198c2f4-6a10-7c3e-9d51-000000000001';
const page = '0198c2f4-6a10-7c3e-9d51-000000000002';
const hosts = 20;

/** As many bookings as asked for, half an hour each, one after the other for each of the hosts. */
async function fill(connection: Connection, events: number): Promise<void> {
  const start = `timestamptz '2020-01-01 08:00Z' + interval '30 minutes' * (n / ${hosts})`;
  await query(
    connection,
    `insert into workspace (workspace_id, name, timezone) values ('${workspace}', 'Juniper', 'Europe/Berlin');
     insert into member (workspace_id, id, email, first_name, last_name, slug, language, timezone, role)
     select '${workspace}', 'MEMBER' || n, n || '@juniper.example', 'Mara', 'Lindqvist', 'mara-' || n, 'en', 'Europe/Berlin',
       case n when 0 then 'owner' else 'user' end from generate_series(0, ${hosts - 1}) n;
     insert into event_type (workspace_id, id, owner_member_id, title, slug, type, duration, durations)
     values ('${workspace}', '${page}', 'MEMBER0', 'Intro', 'intro', 'ONE_ON_ONE', 30, '{30}');
     insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats, seats_taken)
     select '${workspace}', 'dbk-' || lpad(n::text, 16, '0'), '${page}', 'Intro', 'ONE_ON_ONE', ${start},
       ${start} + interval '30 minutes', 30, 1, 1 from generate_series(0, ${events - 1}) n;
     insert into event_host (workspace_id, event_id, host_id, busy_from, busy_to, starts_at, ends_at, event_type_id)
     select '${workspace}', 'dbk-' || lpad(n::text, 16, '0'), 'MEMBER' || (n % ${hosts}), ${start}, ${start} + interval '30 minutes',
       ${start}, ${start} + interval '30 minutes', '${page}' from generate_series(0, ${events - 1}) n;
     insert into invitee (workspace_id, id, event_id, full_name, email, timezone, key_hash, key_sealed)
     select '${workspace}', 'dbk-I' || lpad(n::text, 15, '0'), 'dbk-' || lpad(n::text, 16, '0'), 'Ines Okafor',
       'ines' || n % 5000 || '@okafor.example', 'Europe/Berlin', decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex')
     from generate_series(0, ${events - 1}) n`,
  );
  await query(connection, 'analyze');
}

const filled = ['workspace', 'member', 'event_type', 'scheduled_event', 'event_host', 'invitee'];
/** What the writer changes, and the address of a picture, which 0072_images replaced by the picture. */
const ignored = new Set(['sequence', 'updated_at', 'avatar_url']);

interface Digest {
  readonly columns: readonly string[];
  readonly hash: string;
}

async function digest(connection: Connection, known?: Map<string, Digest>): Promise<Map<string, Digest>> {
  const found = new Map<string, Digest>();
  for (const table of filled) {
    const rows = await query<{ name: string }>(
      connection,
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = '${table}' order by column_name`,
    );
    const columns =
      known?.get(table)?.columns ?? rows.map(({ name }) => name).filter((name) => !ignored.has(name));
    const [row] = await query<{ hash: string }>(
      connection,
      `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${columns.join(', ')})::text, 0)::numeric), 0) as hash from ${table}`,
    );
    found.set(table, { columns, hash: row?.hash ?? '' });
  }
  return found;
}

async function differences(connection: Connection, before: Map<string, Digest>): Promise<string[]> {
  const after = await digest(connection, before);
  return [...before].flatMap(([table, { hash }]) =>
    after.get(table)?.hash === hash ? [] : [`${table}: ${hash} became ${after.get(table)?.hash}.`],
  );
}

interface Writing {
  stop(): Promise<{ writes: number; longestWriteMs: number; errors: string[] }>;
}

/** Somebody who changes one event after the other. */
function startWriting(connection: Connection): Writing {
  let going = true;
  let [writes, longestWriteMs] = [0, 0];
  const errors: string[] = [];
  const work = withClient(connection, async (client) => {
    while (going) {
      try {
        const { rows } = await client.query<{ ms: number }>(
          `with changed as (
             update scheduled_event set sequence = sequence + 1
             where workspace_id = '${workspace}' and id = 'dbk-0000000000000000' returning clock_timestamp() as at)
           select extract(epoch from max(at) - statement_timestamp())::float * 1000 as ms from changed`,
        );
        writes += 1;
        longestWriteMs = Math.max(longestWriteMs, rows[0]?.ms ?? 0);
      } catch (error) {
        errors.push(`A write failed: ${String(error)}`);
      }
      await pause(2);
    }
  });
  return {
    async stop() {
      going = false;
      await work;
      return { writes, longestWriteMs, errors };
    },
  };
}

/** The lock under which migrations are applied. */
const isMigrating = `select 1 from pg_locks where locktype = 'advisory' and objid = 4006215 and granted`;

/** Starts a server on the database and kills it while it migrates; false if it was done before. */
async function killInTheMiddle(connection: Connection): Promise<boolean> {
  const program = launch('start', {
    DATABASE_URL: addressOf(connection),
    SEED: 'empty',
    LOG_LEVEL: 'silent',
  });
  const isAtWork = await until(async () => {
    if (program.output().includes('ready at')) return false;
    return (await query(connection, isMigrating)).length > 0 ? true : undefined;
  }, 120_000);
  await pause(Math.random() * 300);
  await stop(program, 'SIGKILL');
  // Its session ends once the statement under way does.
  await until(async () => ((await query(connection, isMigrating)).length === 0 ? true : undefined), 120_000);
  return isAtWork && (await inspect(connection)).pending.length > 0;
}

async function query<Row extends object>(connection: Connection, sql: string): Promise<Row[]> {
  return withClient(connection, async (client) => (await client.query<Row>(sql)).rows);
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(settings(connection));
  await client.connect();
  try {
    await client.query(`set daybook.workspace = '*'`);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      events: { type: 'string', default: '1000000' },
      kills: { type: 'string', default: '2' },
    },
  });
  const bench = await openBench();
  let code = 0;
  try {
    for (const from of values.from === undefined ? schemas : [values.from]) {
      const connection = await addDatabase(bench, `from_${from}`);
      const [events, kills] = [Number(values.events), Number(values.kills)];
      const result = await upgrade({ connection, from, events, kills });
      const server = await startServer({
        DATABASE_URL: addressOf(connection),
        SEED: 'empty',
        LOG_LEVEL: 'silent',
      });
      await stop(server);
      console.log(
        `${from}: ${events} events, ${result.migrations} migrations in ${result.seconds.toFixed(1)} s, ${result.kills} kills in the middle; ` +
          `${result.writes} writes meanwhile, the longest took ${result.longestWriteMs.toFixed(0)} ms`,
      );
      for (const text of result.wrong) console.log(`WRONG ${text}`);
      if (result.writes === 0 || result.kills < kills)
        console.log('Inconclusive: nothing was written, or nothing was killed in time.');
      if (result.wrong.length > 0 || result.longestWriteMs > 1000) code = 1;
    }
  } finally {
    await stopAll();
    await bench.close();
  }
  console.log(`Node ${process.versions.node}, ${cpus().length} cores`);
  return code;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { addDatabase, openBench } from '../bench/server.ts';
import { settings, type Connection } from '../server/src/platform/db/connect.ts';
import { inspect, migrate } from '../server/src/platform/db/migrate.ts';
import { createFormerSchema } from '../server/test/former-schema.ts';
import { buildIfStale } from '../tools/build.mjs';
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
  /** Writes that were tried again after one, as the server does. */
  readonly deadlocks: number;
  /** By the clock of the database: from when a write arrived until it was done. */
  readonly longestWriteMs: number;
  /** What was being applied then. */
  readonly longestDuring: string;
  /** What took longer than a second, and how long. */
  readonly slow: readonly string[];
  readonly wrong: readonly string[];
}

export async function upgrade({ connection, from, events, kills }: Options): Promise<Result> {
  await createFormerSchema(connection, from);
  await fill(connection, events);
  const { pending } = await inspect(connection);
  const before = await digest(connection);
  const writing = startWriting(connection);
  const began = performance.now();
  const startedAt = Date.now() / 1000;
  let killed = 0;
  for (let round = 0; round < kills; round += 1) killed += (await killInTheMiddle(connection)) ? 1 : 0;
  await migrate(connection);
  const seconds = (performance.now() - began) / 1000;
  const { errors, longestAt, ...written } = await writing.stop();
  const wrong = [
    ...errors.slice(0, 5),
    ...(await differences(connection, before)),
    ...(await lostWrites(connection, written.writes)),
  ];
  const left = (await inspect(connection)).pending;
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
  const rows = await query<{ name: string; seconds: number }>(
    connection,
    `select name, seconds from (
       select name, extract(epoch from applied_at - lag(applied_at, 1, to_timestamp(${startedAt})) over (order by applied_at))::float as seconds
       from migration where applied_at >= to_timestamp(${startedAt})) m
     where seconds >= 1 order by name`,
  );
  return rows.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`);
}

async function appliedAfter(connection: Connection, instant: number): Promise<string> {
  const [row] = await query<{ name: string }>(
    connection,
    `select name from migration where applied_at >= to_timestamp(${instant}) order by applied_at limit 1`,
  );
  return row?.name ?? 'nothing';
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
     from generate_series(0, ${events - 1}) n;
     insert into mail_message (workspace_id, id, dedupe_key, kind, event_id, to_email, content_sealed, status)
     select '${workspace}', md5(n::text)::uuid, 'mail ' || n, 'confirmation', 'dbk-' || lpad(n::text, 16, '0'),
       'ines' || n % 5000 || '@okafor.example', decode(md5(n::text), 'hex'), 'sent' from generate_series(0, ${events - 1}) n`,
  );
  await query(connection, 'analyze');
}

const bookingTables = {
  scheduled_event: 'id',
  event_host: 'event_id',
  invitee: 'event_id',
  mail_message: 'event_id',
};
const filled = ['workspace', 'member', 'event_type', ...Object.keys(bookingTables)];
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
      `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${columns.join(', ')})::text, 0)::numeric), 0) as hash
       from ${table} where ${isFilled(table)}`,
    );
    found.set(table, { columns, hash: row?.hash ?? '' });
  }
  return found;
}

/** What the writer added since is not compared. */
function isFilled(table: string): string {
  const column = (bookingTables as Record<string, string | undefined>)[table];
  return column ? `${column} not like '${added}%'` : 'true';
}

async function differences(connection: Connection, before: Map<string, Digest>): Promise<string[]> {
  const after = await digest(connection, before);
  return [...before].flatMap(([table, { hash }]) =>
    after.get(table)?.hash === hash ? [] : [`${table}: ${hash} became ${after.get(table)?.hash}.`],
  );
}

/** Where a row that was written is missing, or says something else than what was written. */
async function lostWrites(connection: Connection, writes: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const [table, column] of Object.entries(bookingTables)) {
    const [row] = await query<{ count: string }>(
      connection,
      `select count(*) from ${table} where ${column} like '${added}%'`,
    );
    if (Number(row?.count) !== writes) wrong.push(`${writes} writes, but ${row?.count} in ${table}.`);
  }
  const [row] = await query<{ sum: string }>(
    connection,
    `select sum(sequence) from scheduled_event where id = '${changed}'`,
  );
  if (Number(row?.sum) !== writes) wrong.push(`${writes} changes, but ${row?.sum} are there.`);
  const [unfilled] = await query<{ count: string }>(
    connection,
    'select count(*) from event_host where hold_id is null and booked_event_id is distinct from event_id',
  );
  if (Number(unfilled?.count) > 0) wrong.push(`${unfilled?.count} hosts of events refer to none.`);
  return wrong;
}

interface Writing {
  stop(): Promise<
    Pick<Result, 'writes' | 'deadlocks' | 'longestWriteMs'> & { longestAt: number; errors: string[] }
  >;
}

const changed = 'dbk-0000000000000000';
const added = 'dbk-W';

/** Somebody who books one time after the other and changes an event, as a program of the oldest schema does. */
function startWriting(connection: Connection): Writing {
  let going = true;
  let [writes, deadlocks, longestWriteMs, longestAt] = [0, 0, 0, 0];
  const errors: string[] = [];
  const work = withClient(connection, async (client) => {
    let lostMs = 0;
    while (going) {
      const sentAt = performance.now();
      try {
        const { began, ms } = await book(client, writes);
        writes += 1;
        if (lostMs + ms > longestWriteMs) [longestWriteMs, longestAt] = [lostMs + ms, began];
        lostMs = 0;
        await pause(2);
      } catch (error) {
        await client.query('rollback');
        lostMs += performance.now() - sentAt;
        if ((error as pg.DatabaseError).code === '40P01') deadlocks += 1;
        else errors.push(`A write failed: ${String(error)}`);
      }
    }
  });
  return {
    async stop() {
      going = false;
      await work;
      return { writes, deadlocks, longestWriteMs, longestAt, errors };
    },
  };
}

/** All of it is sent at once, so that the time of this program is no part of what is measured. */
async function book(client: pg.Client, number: number): Promise<{ began: number; ms: number }> {
  const results = (await client.query(booking(number))) as unknown as pg.QueryResult[];
  return results.at(-2)?.rows[0] as { began: number; ms: number };
}

function booking(number: number): string {
  const id = `${added}${String(number).padStart(15, '0')}`;
  const start = `timestamptz '2100-01-01 08:00Z' + interval '30 minutes' * ${number}`;
  const end = `${start} + interval '30 minutes'`;
  return `begin;
    insert into event_host (workspace_id, event_id, host_id, busy_from, busy_to, starts_at, ends_at, event_type_id)
    values ('${workspace}', '${id}', 'MEMBER0', ${start}, ${end}, ${start}, ${end}, '${page}');
    insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats, seats_taken)
    values ('${workspace}', '${id}', '${page}', 'Intro', 'ONE_ON_ONE', ${start}, ${end}, 30, 1, 1);
    insert into invitee (workspace_id, id, event_id, full_name, email, timezone, key_hash, key_sealed)
    values ('${workspace}', '${id}', '${id}', 'Ines Okafor', 'ines@okafor.example', 'Europe/Berlin', '${id}', '${id}');
    insert into mail_message (workspace_id, id, dedupe_key, kind, event_id, to_email, content_sealed, status)
    values ('${workspace}', gen_random_uuid(), '${id}', 'confirmation', '${id}', 'ines@okafor.example', '${id}', 'sent');
    update scheduled_event set sequence = sequence + 1 where workspace_id = '${workspace}' and id = '${changed}';
    set constraints all immediate;
    select extract(epoch from now())::float as began,
      extract(epoch from clock_timestamp() - now())::float * 1000 as ms;
    commit`;
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
  await until(async () => ((await query(connection, isMigrating)).length === 0 ? true : undefined), 600_000);
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
  await buildIfStale();
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
          `${result.writes} writes meanwhile, ${result.deadlocks} tried again after a deadlock, the longest took ${result.longestWriteMs.toFixed(0)} ms, during ${result.longestDuring}`,
      );
      console.log(`Longer than a second: ${result.slow.join(', ')}`);
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

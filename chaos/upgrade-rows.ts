import type { Connection } from '../server/src/platform/db/connect.ts';
import { addedBeside, checkBeside, fillCalendars, fillCrm } from './upgrade-beside.ts';
import { added, changed, page, queryRows, workspace } from './upgrade-database.ts';

/** The rows of a database that is upgraded, and whether they are the same afterwards. */

const hosts = 20;

/** As many bookings as asked for, half an hour each, one after the other for each of the hosts, and what stands beside them. */
export async function fillBookings(connection: Connection, events: number): Promise<void> {
  const start = `timestamptz '2020-01-01 08:00Z' + interval '30 minutes' * (n / ${hosts})`;
  await queryRows(
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
  await fillCrm(connection, events);
  await fillCalendars(connection, events, hosts);
  await queryRows(connection, 'analyze');
}

const bookingTables = {
  scheduled_event: 'id',
  event_host: 'event_id',
  invitee: 'event_id',
  mail_message: 'event_id',
};
const filled = [
  'workspace',
  'member',
  'event_type',
  ...Object.keys(bookingTables),
  ...Object.keys(addedBeside),
];
/** What the writer changes. */
const ignored = new Set(['sequence', 'updated_at']);

interface Digest {
  readonly columns: readonly string[];
  readonly hash: string;
}

export async function computeDigests(
  connection: Connection,
  known?: Map<string, Digest>,
): Promise<Map<string, Digest>> {
  const found = new Map<string, Digest>();
  for (const table of filled) {
    const rows = await queryRows<{ name: string }>(
      connection,
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = '${table}' order by column_name`,
    );
    if (rows.length === 0) continue;
    const columns =
      known?.get(table)?.columns ?? rows.map(({ name }) => name).filter((name) => !ignored.has(name));
    const [row] = await queryRows<{ hash: string }>(
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
  const beside = addedBeside[table];
  if (beside !== undefined) return `not (${beside})`;
  const column = (bookingTables as Record<string, string | undefined>)[table];
  return column ? `${column} not like '${added}%'` : 'true';
}

export async function diffDigests(connection: Connection, before: Map<string, Digest>): Promise<string[]> {
  const after = await computeDigests(connection, before);
  return [...before].flatMap(([table, { hash }]) =>
    after.get(table)?.hash === hash ? [] : [`${table}: ${hash} became ${after.get(table)?.hash}.`],
  );
}

/** Where a row that was written is missing, or says something else than what was written. */
export async function listLostWrites(connection: Connection, writes: number): Promise<string[]> {
  const wrong = await checkBeside(connection, writes);
  for (const [table, column] of Object.entries(bookingTables)) {
    const [row] = await queryRows<{ count: string }>(
      connection,
      `select count(*) from ${table} where ${column} like '${added}%'`,
    );
    if (Number(row?.count) !== writes) wrong.push(`${writes} writes, but ${row?.count} in ${table}.`);
  }
  const [row] = await queryRows<{ sum: string }>(
    connection,
    `select sum(sequence) from scheduled_event where id = '${changed}'`,
  );
  if (Number(row?.sum) !== writes) wrong.push(`${writes} changes, but ${row?.sum} are there.`);
  const [unfilled] = await queryRows<{ count: string }>(
    connection,
    'select count(*) from event_host where hold_id is null and booked_event_id is distinct from event_id',
  );
  if (Number(unfilled?.count) > 0) wrong.push(`${unfilled?.count} hosts of events refer to none.`);
  return wrong;
}

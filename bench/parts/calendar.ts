import { createClient, type Connection } from '../../server/src/platform/db/connect.ts';

/** A workspace with many hosts, each with a page, and events on the days around a month. */

export const hosts = 2000;
const eventsPerDay = 8;
/** At least this many days around the month are full at every size; with few events, fewer hosts have any. */
const fullDays = 60;

/** How many hosts have events; the calendars of the others are empty. */
export const countBusyHosts = (events: number) =>
  Math.min(hosts, Math.ceil(events / (eventsPerDay * fullDays)));

/** Hosts and pages, once, in one workspace or in the only one. Everyone works Mon-Fri 09:00-17:00 in Berlin. */
export async function loadHosts(connection: Connection, workspaceId?: string, count = hosts): Promise<void> {
  const where = workspaceId ? `where w.workspace_id = '${workspaceId}'` : '';
  await execute(connection, [
    `insert into member (workspace_id, id, email, first_name, last_name, slug, language, timezone, role)
     select w.workspace_id, 'HOST' || lpad(n::text, 11, '0'), 'host' || n || '@bench.example', 'Host', n::text,
       'host-' || n, 'en', 'Europe/Berlin', 'user'
     from workspace w, generate_series(1, ${count}) n ${where}`,
    `insert into owner_slug (slug, workspace_id, member_id)
     select slug, workspace_id, id from member where slug like 'host-%'`,
    `insert into schedule (workspace_id, id, member_id, title, is_default, timezone, weekly_hours)
     select workspace_id, 'S' || right(id, 9), id, 'Working hours', true, 'Europe/Berlin',
       jsonb_build_object('Sun', '[]'::jsonb, 'Sat', '[]'::jsonb) || (
         select jsonb_object_agg(day, '[["09:00","17:00"]]'::jsonb) from unnest(array['Mon','Tue','Wed','Thu','Fri']) day)
     from member where slug like 'host-%'`,
    `insert into event_type (workspace_id, id, owner_member_id, title, slug, type, duration, durations, booking_window)
     select workspace_id, gen_random_uuid(), id, 'Call', 'call', 'ONE_ON_ONE', 30, '{30}', '{"type":"unlimited"}'
     from member where slug like 'host-%'`,
    `insert into event_type_host (workspace_id, event_type_id, member_id, position)
     select workspace_id, id, owner_member_id, 0 from event_type where slug = 'call'`,
    'analyze',
  ]);
}

/**
 * Fills the calendar with events: day after day, outwards from `around`, so that a host's month is the same at every size
 * and only the past and the future grow. Indexes are created afterwards. The exclusion constraint is replaced by its index
 * alone: these events do not overlap, and checking that row by row would take an hour. Triggers do not run; what they fill is given.
 */
export async function loadEvents(connection: Connection, events: number, around: string): Promise<void> {
  const days = Math.ceil(events / (countBusyHosts(events) * eventsPerDay));
  const indexes = await plainIndexes(connection, ['scheduled_event', 'event_host']);
  await execute(connection, [
    'alter table event_host drop constraint event_host_never_twice',
    ...indexes.map(({ name }) => `drop index ${name}`),
    "set session_replication_role = replica; set work_mem = '256MB'",
    `create unlogged table planted as
     select p.workspace_id, 'dbk-' || lpad(to_hex(row_number() over ()), 16, '0') as id, p.id as event_type_id,
       p.owner_member_id as host_id, '${around}'::timestamptz + make_interval(days => day, mins => 480 + slot * 60) as starts
     from event_type p
     join generate_series(-${Math.floor(days / 2)}, ${Math.ceil(days / 2) - 1}) day on true
     join generate_series(0, ${eventsPerDay - 1}) slot on true
     where p.slug = 'call' and right(p.owner_member_id, 9)::int <= ${countBusyHosts(events)}`,
    `insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats,
       seats_taken, search)
     select workspace_id, id, event_type_id, 'Call', 'ONE_ON_ONE', starts, starts + interval '30 min', 30, 1, 1, 'call'
     from planted`,
    `insert into event_host (workspace_id, event_id, host_id, busy_from, busy_to, starts_at, ends_at, event_type_id,
       booked_event_id)
     select workspace_id, id, host_id, starts, starts + interval '30 min', starts, starts + interval '30 min', event_type_id,
       id
     from planted`,
    'drop table planted',
    "set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2",
    ...indexes.map(({ definition }) => definition),
    'create index event_host_never_twice on event_host using gist (workspace_id, host_id, during) where (blocking)',
    'vacuum analyze',
  ]);
}

/** The indexes of these tables that are not constraints. */
async function plainIndexes(
  connection: Connection,
  tables: readonly string[],
): Promise<{ name: string; definition: string }[]> {
  const client = createClient(connection);
  await client.connect();
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = any ($1)
       and indexname not in (select conname from pg_constraint)`,
    [tables],
  );
  await client.end();
  return rows;
}

async function execute(connection: Connection, statements: readonly string[]): Promise<void> {
  const client = createClient(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

import type { Connection } from '../server/src/platform/db/connect.ts';
import { endOfUpgrade } from '../server/test/later-migrations.ts';
import { added, queryRows, workspace } from './upgrade-database.ts';

/** What stands beside bookings: records of the CRM with their changes, and calendars of hosts. */

const people = '0198c2f4-6a10-7c3e-9d51-000000000003';
/** The object of what the writer adds. */
const addedObject = '0198c2f4-6a10-7c3e-9d51-000000000004';
/** The entry that the writer reads again and again, and how often it makes its owner busy. */
const changedEntry = 'read-again';
const busyOfChanged = 2;
const busyOfEntry = 10;

/** The one that runs when an upgrade begins, or the one that takes over at its end. */
export type Program = 'former' | 'later';

/** Fails once the last migration has begun, however late that is seen: what a former program wrote since does not count. */
export const requireNotEnded = `do $$ begin
  if exists (select from migration where starts_with(name, '${endOfUpgrade}')) then raise 'This program has ended.'; end if;
end $$;`;

const calendarOf = (n: string): string => `md5('calendar ' || ${n})::uuid`;

/** A change of a record for each event, and a record for every fourth. */
export async function fillCrm(connection: Connection, events: number): Promise<void> {
  const records = Math.ceil(events / 4);
  await queryRows(
    connection,
    `insert into crm_object (workspace_id, id, slug, singular_name, plural_name) values
       ('${workspace}', '${people}', 'people', 'Person', 'People'),
       ('${workspace}', '${addedObject}', 'added', 'Added', 'Added');
     insert into crm_record (workspace_id, object_id, id, data, search)
     select '${workspace}', '${people}', md5('record ' || n)::uuid, jsonb_build_object('name', 'Søren ' || n),
       case n % 3 when 0 then 'soren ' else 'ines ' end || n from generate_series(0, ${records - 1}) n;
     insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind, detail)
     select '${workspace}', md5('change ' || n)::uuid, '${people}', md5('record ' || n % ${records})::uuid,
       case n % 5 when 0 then 'note.created' else 'record.updated' end, 'member',
       case n % 5 when 0 then '{}' else '{"because": "booking"}' end::jsonb from generate_series(0, ${events - 1}) n`,
  );
}

/** A busy time and an entry in a calendar for each event. */
export async function fillCalendars(connection: Connection, events: number, hosts: number): Promise<void> {
  const start = `timestamptz '2020-01-01 08:00Z' + interval '30 minutes' * n`;
  await queryRows(
    connection,
    `insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
     select '${workspace}', ${calendarOf('n')}, 'MEMBER' || n, 'google', n, 'Google', '' from generate_series(0, ${hosts - 1}) n;
     insert into calendar (workspace_id, id, connection_id, member_id, external_id, name, can_write, is_read)
     select '${workspace}', ${calendarOf('n')}, ${calendarOf('n')}, 'MEMBER' || n, 'work', 'Work', true, true
     from generate_series(0, ${hosts - 1}) n;
     insert into calendar_entry (workspace_id, calendar_id, external_id, content)
     select '${workspace}', ${calendarOf(`(n % ${hosts})`)}, 'entry ' || n / ${hosts * busyOfEntry}, 'An entry'
     from generate_series(0, ${events - 1}) n on conflict do nothing;
     insert into calendar_entry (workspace_id, calendar_id, external_id, content)
     values ('${workspace}', ${calendarOf('0')}, '${changedEntry}', 'An entry');
     insert into calendar_busy (workspace_id, member_id, calendar_id, external_id, starts_at, ends_at, position)
     select '${workspace}', 'MEMBER' || n % ${hosts}, ${calendarOf(`(n % ${hosts})`)}, 'entry ' || n / ${hosts * busyOfEntry},
       ${start}, ${start} + interval '30 minutes', n / ${hosts} from generate_series(0, ${events - 1}) n;
     insert into calendar_copy (workspace_id, event_id, host_id, calendar_id, written_seq, calendar_external_id)
     select '${workspace}', 'dbk-' || lpad(n::text, 16, '0'), 'MEMBER' || n % ${hosts}, ${calendarOf(`(n % ${hosts})`)}, 1, 'work'
     from generate_series(0, ${events - 1}) n`,
  );
}

/** What follows from a booking: a person, an entry on their timeline, an entry in a calendar, and a calendar that is read again. */
export function followBooking(id: string): string {
  const start = `timestamptz '2100-01-01 08:00Z' + interval '1 day' * n`;
  return `insert into crm_record (workspace_id, object_id, id, data, search)
    values ('${workspace}', '${addedObject}', md5('${id}')::uuid, '{"name": "Søren"}', 'soren');
    insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind, detail)
    values ('${workspace}', md5('${id}')::uuid, '${addedObject}', md5('${id}')::uuid, 'note.created', 'member', '{}');
    insert into calendar_copy (workspace_id, event_id, host_id, calendar_id, calendar_external_id)
    values ('${workspace}', '${id}', 'MEMBER0', ${calendarOf('0')}, 'work');
    delete from calendar_busy
    where workspace_id = '${workspace}' and calendar_id = ${calendarOf('0')} and external_id = '${changedEntry}';
    insert into calendar_busy (workspace_id, member_id, calendar_id, external_id, starts_at, ends_at, position)
    select '${workspace}', 'MEMBER0', ${calendarOf('0')}, '${changedEntry}', ${start}, ${start} + interval '1 hour', n
    from generate_series(1, ${busyOfChanged}) n;`;
}

/** Rows of each table that the writer added; those of the others are compared. */
export const addedBeside: Readonly<Record<string, string>> = {
  crm_record: `object_id = '${addedObject}'`,
  crm_change: `object_id = '${addedObject}'`,
  calendar_copy: `event_id like '${added}%'`,
  calendar_busy: `external_id = '${changedEntry}'`,
  calendar_entry: 'false',
  calendar: 'false',
};

/** What is wrong with rows that the writer added, or that a migration changed. */
export async function checkBeside(connection: Connection, writes: number): Promise<string[]> {
  const expected: readonly (readonly [string, string, number])[] = [
    ['records added', `crm_record where ${addedBeside['crm_record']}`, writes],
    ['changes added', `crm_change where ${addedBeside['crm_change']}`, writes],
    ['copies added', `calendar_copy where ${addedBeside['calendar_copy']}`, writes],
    [
      'busy times of the entry that is read again',
      `calendar_busy where ${addedBeside['calendar_busy']}`,
      writes && busyOfChanged,
    ],
    [
      'invitees without the domain of their address',
      `invitee where domain is distinct from split_part(email, '@', 2)`,
      0,
    ],
    [
      'feeds with gaps',
      `crm_feed_state s where position <> (select count(*) from crm_feed f where f.workspace_id = s.workspace_id)`,
      0,
    ],
  ];
  const wrong: string[] = [];
  for (const [what, rows, count] of expected) {
    const [row] = await queryRows<{ count: string }>(connection, `select count(*) from ${rows}`);
    if (Number(row?.count) !== count) wrong.push(`${row?.count} ${what}, not ${count}.`);
  }
  return wrong;
}

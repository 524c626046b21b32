import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createEmptyDatabase, createOrdinaryDatabase, type Scratch } from '../../../test/databases.ts';
import { executeSql, isRowSecurityBypassed } from '../../../test/postgres.ts';
import { buildClientConfig } from './connect.ts';
import { inspectDatabase, migrate, migrateJobQueue, migrateWithin } from './migrate.ts';

/* A database that was in use before: rows are written as each release knew them, and the migrations after it change them. */

const ws = '11111111-1111-4111-8111-111111111111';
const id = (n: number): string => `22222222-2222-4222-8222-${String(n).padStart(12, '0')}`;
const ids = { page: id(1), object: id(2), record: id(3), change: id(4), connection: id(5), calendar: id(6) };
const secretUrl = 'https://calendar.example/private-0123456789/basic.ics';

const atFirst = `
  insert into workspace (workspace_id, name, timezone) values ('${ws}', 'Old', 'UTC');
  insert into member (workspace_id, id, email, first_name, last_name, slug, language, timezone, role, is_active) values
    ('${ws}', 'OWNER', 'owner@old.example', 'O', 'O', 'owner', 'en', 'UTC', 'owner', true),
    ('${ws}', 'GONE', 'gone@old.example', 'G', 'G', 'gone', 'en', 'UTC', 'user', false);
  insert into event_type (workspace_id, id, owner_member_id, title, slug, type, duration, durations, locations) values
    ('${ws}', '${ids.page}', 'OWNER', 'Call', 'call', 'ONE_ON_ONE', 30, '{30}', '[{"type": "PHONE"}]');
  insert into event_type_host (workspace_id, event_type_id, member_id, position, weight, booked_count) values
    ('${ws}', '${ids.page}', 'OWNER', 0, 2, 5);
  insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats, seats_taken) values
    ('${ws}', 'dbk-old', '${ids.page}', 'Call', 'ONE_ON_ONE', '2026-03-02 09:00Z', '2026-03-02 09:30Z', 30, 1, 1);
  insert into invitee (workspace_id, id, event_id, full_name, email, timezone, payment, key_hash, key_sealed) values
    ('${ws}', 'INV', 'dbk-old', 'Ann', 'ann@x.example', 'UTC', '{"status": "open"}', 'hash', 'sealed');
  insert into crm_object (workspace_id, id, slug, singular_name, plural_name) values
    ('${ws}', '${ids.object}', 'boats', 'Boat', 'Boats');
  insert into crm_record (workspace_id, object_id, id, data, search) values
    ('${ws}', '${ids.object}', '${ids.record}', '{}', 'smørrebrød');
  insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind, detail) values
    ('${ws}', '${ids.change}', '${ids.object}', '${ids.record}', 'note.created', 'token', '{"note": "private"}');
  insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed) values
    ('${ws}', '${id(7)}', 'GONE', 'https://x.example', 'organization', '{invitee.scheduled}', ''),
    ('${ws}', '${id(8)}', 'GONE', 'https://x.example', 'user', '{invitee.scheduled}', '');
  insert into webhook_delivery (workspace_id, id, webhook_id, event_id, ordering_key) values
    ('${ws}', '${id(9)}', '${id(8)}', '${id(10)}', 'a');`;

const withInvitations = `
  insert into invitation (workspace_id, id, email, role, invited_by, token_sealed, sent_at, expires_at) values
    ('${ws}', '${id(11)}', 'owner@old.example', 'user', 'OWNER', '', now(), now() + interval '9 years'),
    ('${ws}', '${id(12)}', 'new@old.example', 'user', 'GONE', '', now(), now() + interval '9 years'),
    ('${ws}', '${id(13)}', 'other@old.example', 'user', 'OWNER', '', now(), now() + interval '9 years');`;

const withCalendars = `
  insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed) values
    ('${ws}', '${ids.connection}', 'OWNER', 'ics', '${secretUrl}', 'calendar.example', ''),
    ('${ws}', '${id(14)}', 'OWNER', 'google', 'owner@old.example', 'owner@old.example', '');
  insert into calendar (workspace_id, id, connection_id, member_id, external_id, name, can_write, is_read) values
    ('${ws}', '${ids.calendar}', '${ids.connection}', 'OWNER', 'work', 'Work', true, true);
  insert into calendar_entry (workspace_id, calendar_id, external_id, content) values ('${ws}', '${ids.calendar}', 'a', '');
  insert into calendar_busy (workspace_id, member_id, calendar_id, external_id, starts_at, ends_at) values
    ('${ws}', 'OWNER', '${ids.calendar}', 'a', '2026-03-03 09:00Z', '2026-03-03 10:00Z'),
    ('${ws}', 'OWNER', '${ids.calendar}', 'a', '2026-03-04 09:00Z', '2026-03-04 10:00Z');
  insert into calendar_copy (workspace_id, event_id, host_id, calendar_id) values ('${ws}', 'dbk-old', 'OWNER', '${ids.calendar}');
  delete from calendar_connection where id = '${id(14)}';`;

const withPolls = `
  insert into crm_record (workspace_id, object_id, id, data, search, t1, t8, rest) values
    ('${ws}', '${ids.object}', '${id(17)}', '{}', 'łodz o’brien', 'ærø', 'o''brien', '{"${id(18)}": "đang''s \\\\ \\"øre\\"", "${id(19)}": 5}');
  update scheduled_event set search = 'søren o’brien' where id = 'dbk-old';
  insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats, seats_taken) values
    ('${ws}', 'dbk-poll', '${ids.page}', 'Poll', 'GROUP', '2026-03-05 09:00Z', '2026-03-05 09:30Z', 30, 2, 2),
    ('${ws}', 'dbk-group', '${ids.page}', 'Group', 'GROUP', '2026-03-06 09:00Z', '2026-03-06 09:30Z', 30, 2, 2);
  insert into poll (workspace_id, id, event_type_id, member_id, host_ids, title, duration, starts, status, expires_at, chosen_start, event_id) values
    ('${ws}', '${id(15)}', '${ids.page}', 'OWNER', '{OWNER}', 'Booked', 30, '{29543580,29543640}', 'finalised', '2026-03-05 10:00Z', 29543580, 'dbk-poll'),
    ('${ws}', '${id(16)}', '${ids.page}', 'OWNER', '{OWNER}', 'Open', 30, '{29543580,29543640}', 'open', '2026-03-05 10:00Z', null, null);`;

/** Rows, and the last migration that they were written after. */
const releases = [
  ['0007', atFirst],
  ['0080', withInvitations],
  ['0132', withCalendars],
  ['0250', withPolls],
] as const;

// Both kinds of login are made here, which only a superuser can.
describe.runIf(await isRowSecurityBypassed(inject('postgres'))).each([
  ['a superuser', createEmptyDatabase],
  ['an ordinary login that owns the database', createOrdinaryDatabase],
] as const)('a database with rows, upgraded by %s', (_case, open) => {
  let scratch: Scratch;
  let client: pg.Client;
  const rowsOf = async (query: string): Promise<unknown[]> => (await client.query(query)).rows;

  beforeAll(async () => {
    scratch = await open();
    const { connection } = scratch;
    const restrictRole = await isRowSecurityBypassed(connection);
    client = new pg.Client(buildClientConfig(connection));
    await client.connect();
    await migrateJobQueue(connection);
    for (const [last, rows] of releases) {
      await client.query('begin');
      await migrateWithin(client, (name) => name.slice(0, 4) <= last, restrictRole);
      await client.query('commit');
      await executeSql(connection, `set daybook.workspace = '*'; ${rows}`);
    }
    await migrate(connection);
    await client.query(`set daybook.workspace = '*'`);
  }, 60_000);
  afterAll(async () => {
    await client.end();
    await scratch.drop();
  });

  test('is as new as one that was empty', async () => {
    expect((await inspectDatabase(scratch.connection)).pending).toEqual([]);
  });

  test('has its rows in the shape of today', async () => {
    expect(
      await rowsOf("select invitee_id, convert_from(key_hash, 'UTF8') as hash from invitee_key"),
    ).toEqual([{ invitee_id: 'INV', hash: 'hash' }]);
    expect(await rowsOf('select locations from event_type')).toEqual([
      { locations: [{ id: expect.stringMatching(/^[\da-f]{10}$/), type: 'PHONE' }] },
    ]);
    expect(await rowsOf('select payment from invitee')).toEqual([{ payment: { state: 'pending' } }]);
    expect(await rowsOf('select turn from event_type_host')).toEqual([{ turn: 2.5 }]);
    expect(await rowsOf('select record_id from crm_recency order by record_id')).toEqual([
      { record_id: ids.record },
      { record_id: id(17) },
    ]);
    expect(await rowsOf('select id, position::int from crm_feed')).toEqual([{ id: ids.change, position: 1 }]);
    expect(await rowsOf('select detail from crm_change')).toEqual([{ detail: {} }]);
    expect(await rowsOf('select search, t1, t8, rest from crm_record order by id')).toEqual([
      { search: 'smorrebrod', t1: null, t8: null, rest: {} },
      {
        search: 'lodz obrien',
        t1: 'aero',
        t8: 'obrien',
        rest: { [id(18)]: 'dangs \\ "ore"', [id(19)]: 5 },
      },
    ]);
    expect(await rowsOf(`select search from scheduled_event where id = 'dbk-old'`)).toEqual([
      { search: 'soren obrien' },
    ]);
  });

  test('lets nobody else join what a poll had booked, and others where they could before', async () => {
    expect(await rowsOf('select id, is_closed from scheduled_event order by id')).toEqual([
      { id: 'dbk-group', is_closed: false },
      { id: 'dbk-old', is_closed: false },
      { id: 'dbk-poll', is_closed: true },
    ]);
  });

  test('has left what ended with a user who was deactivated', async () => {
    expect(
      await rowsOf(
        `select scope, passed_at is not null as "isPassed", disabled_reason as why from webhook order by scope`,
      ),
    ).toEqual([
      { scope: 'organization', isPassed: true, why: null },
      { scope: 'user', isPassed: false, why: 'Its user was deactivated.' },
    ]);
    expect(await rowsOf('select status from webhook_delivery')).toEqual([{ status: 'skipped' }]);
    expect(await rowsOf('select email from invitation where withdrawn_at is null')).toEqual([
      { email: 'other@old.example' },
    ]);
  });

  test('has calendars with keys and entries of today', async () => {
    expect(await rowsOf('select position from calendar_busy order by starts_at')).toEqual([
      { position: 1 },
      { position: 2 },
    ]);
    expect(await rowsOf('select calendar_external_id as calendar from calendar_copy')).toEqual([
      { calendar: 'work' },
    ]);
    expect(await rowsOf('select account_key from calendar_connection')).toEqual([
      { account_key: `unknown ${ids.connection}` },
    ]);
  });

  test('keeps the audit log, but for the secret addresses of calendars that it had', async () => {
    const entries = await rowsOf(
      `select action, before, after from audit_entry where object_type = 'calendar_connection' order by happened_at, object_id`,
    );
    expect(entries).toEqual([
      {
        action: 'calendar_connection.created',
        before: null,
        after: expect.objectContaining({ provider: 'ics' }),
      },
      {
        action: 'calendar_connection.created',
        before: null,
        after: expect.objectContaining({ provider: 'google' }),
      },
      {
        action: 'calendar_connection.deleted',
        before: expect.objectContaining({ provider: 'google' }),
        after: null,
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/account_key|private-0123456789/);
    // What was allowed for the migration is allowed no longer.
    await expect(client.query('delete from audit_entry')).rejects.toThrow('never changed');
  });
});

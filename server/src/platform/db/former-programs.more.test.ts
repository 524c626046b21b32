import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../../../test/databases.ts';
import { isRowSecurityBypassed } from '../../../test/postgres.ts';
import { buildClientConfig } from './connect.ts';
import { migrate, migrateJobQueue, migrateWithin } from './migrate.ts';

/* While migrations run, programs of before go on writing. Triggers and defaults see to that, which the last migration drops. */

const ws = '11111111-1111-4111-8111-111111111111';
const ofWorkspace = `workspace_id = '${ws}'`;

const beforehand = `
  insert into workspace (workspace_id, name, timezone) values ('${ws}', 'Old', 'UTC');
  insert into member (workspace_id, id, email, first_name, last_name, slug, language, timezone, role)
  values ('${ws}', 'OWNER', 'owner@old.example', 'O', 'O', 'owner', 'en', 'UTC', 'owner');
  insert into event_type (workspace_id, id, owner_member_id, title, slug, type, duration, durations)
  values ('${ws}', '${ws}', 'OWNER', 'Call', 'call', 'ONE_ON_ONE', 30, '{30}');
  insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats, seats_taken)
  select '${ws}', 'dbk-' || n, '${ws}', 'Call', 'ONE_ON_ONE', '2026-03-02 09:00Z', '2026-03-02 09:30Z', 30, 1, 1
  from generate_series(1, 2) n;
  insert into crm_object (workspace_id, id, slug, singular_name, plural_name) values ('${ws}', '${ws}', 'boats', 'Boat', 'Boats');
  insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
  values ('${ws}', '${ws}', 'OWNER', 'google', 'key', 'account', '');
  insert into calendar (workspace_id, id, connection_id, member_id, external_id, name, can_write, is_read)
  values ('${ws}', '${ws}', '${ws}', 'OWNER', 'work', 'Work', true, true);
  insert into calendar_entry (workspace_id, calendar_id, external_id, content)
  select '${ws}', '${ws}', n::text, '' from generate_series(1, 2) n`;

const idOf = (n: number): string => `22222222-2222-4222-8222-${String(n).padStart(12, '0')}`;

/** What programs write that do not know a migration, and what becomes of it. */
const formerWrites: readonly {
  readonly write: (n: number) => string;
  readonly read: (n: number) => string;
  readonly becomes: unknown;
}[] = [
  {
    write: (n) => `insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind, detail)
      values ('${ws}', '${idOf(n)}', '${ws}', '${ws}', 'note.created', 'member', '{"note": "private", "id": 1}')`,
    read: (n) => `select detail as value from crm_change where ${ofWorkspace} and id = '${idOf(n)}'`,
    becomes: { id: 1 },
  },
  {
    write: (n) => `insert into crm_record (workspace_id, object_id, id, data, search)
      values ('${ws}', '${ws}', '${idOf(n)}', '{}', 'smørrebrød')`,
    read: (n) => `select search as value from crm_record where ${ofWorkspace} and id = '${idOf(n)}'`,
    becomes: 'smorrebrod',
  },
  {
    write: (
      n,
    ) => `insert into calendar_busy (workspace_id, member_id, calendar_id, external_id, starts_at, ends_at)
      select '${ws}', 'OWNER', '${ws}', '${n}', '2026-03-02 09:00Z', '2026-03-02 10:00Z' from generate_series(1, 2)`,
    read: (n) =>
      `select count(distinct position)::int as value from calendar_busy where ${ofWorkspace} and external_id = '${n}'`,
    becomes: 2,
  },
  {
    write: (n) => `insert into calendar_copy (workspace_id, event_id, host_id, calendar_id)
      values ('${ws}', 'dbk-${n}', 'OWNER', '${ws}')`,
    read: (n) =>
      `select calendar_external_id as value from calendar_copy where ${ofWorkspace} and event_id = 'dbk-${n}'`,
    becomes: 'work',
  },
  {
    write: (
      n,
    ) => `insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
      values ('${ws}', '${idOf(n)}', 'OWNER', 'ics', 'https://secret.example/${n}', 'account', '')`,
    read: (n) =>
      `select split_part(account_key, ' ', 1) as value from calendar_connection where ${ofWorkspace} and id = '${idOf(n)}'`,
    becomes: 'unknown',
  },
  {
    write: (n) => `insert into link (workspace_id, id, event_type_id, kind, token_sealed)
      values ('${ws}', '${idOf(n)}', '${ws}', 'single_use', '');
      update link set used_at = now() where ${ofWorkspace} and id = '${idOf(n)}'`,
    read: (n) =>
      `select json_build_array(max_uses, uses) as value from link where ${ofWorkspace} and id = '${idOf(n)}'`,
    becomes: [1, 1],
  },
];

// Roles are granted rights, as a superuser can.
test.runIf(await isRowSecurityBypassed(inject('postgres')))(
  'what a program of before writes during an upgrade becomes what the next one writes',
  async () => {
    const { connection, drop } = await createEmptyDatabase();
    const client = new pg.Client(buildClientConfig(connection));
    await client.connect();
    try {
      await migrateJobQueue(connection);
      await client.query('begin');
      await migrateWithin(client, (name) => name < '0276', true);
      await client.query('commit');
      await client.query(`set daybook.workspace = '*'`);
      await client.query(beforehand);
      for (const { write } of formerWrites) await client.query(write(1));
      const expected = formerWrites.map(({ becomes }) => becomes);
      expect(await valuesOf(client, 1)).toEqual(expected);

      await migrate(connection);
      expect(await valuesOf(client, 1)).toEqual(expected);
      const { rows } = await client.query(
        'select standard from workflow join workflow_version using (workspace_id, version) where id = workflow_id order by standard',
      );
      expect(rows).toEqual([{ standard: 'follow_up' }, { standard: 'reminders' }]);
      // The control: from then on, it is refused or stays as it was written.
      for (const { write } of formerWrites) await client.query(write(2)).catch(() => {});
      for (const [index, value] of (await valuesOf(client, 2)).entries()) {
        expect(value).not.toEqual(expected[index]);
      }
    } finally {
      await client.end();
      await drop();
    }
  },
  60_000,
);

async function valuesOf(client: pg.Client, n: number): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const { read } of formerWrites) values.push((await client.query(read(n))).rows[0]?.value);
  return values;
}

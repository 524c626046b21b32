import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createEmptyDatabase, createOrdinaryDatabase, type Scratch } from '../../../test/databases.ts';
import { afterUpgrade, duringUpgrade } from '../../../test/later-migrations.ts';
import { isRowSecurityBypassed } from '../../../test/postgres.ts';
import { createClient } from './connect.ts';
import { inspectDatabase, migrate } from './migrate.ts';

/* A database that is in use when a later Daybook upgrades it, while programs of before still write. */

const workspace = '11111111-1111-4111-8111-111111111111';
const page = '22222222-2222-4222-8222-222222222222';

const beforehand = `
  insert into workspace (workspace_id, name, timezone) values ('${workspace}', 'Old', 'UTC');
  insert into member (workspace_id, id, email, first_name, last_name, slug, language, timezone, role)
  values ('${workspace}', 'OWNER', 'owner@old.example', 'O', 'O', 'owner', 'en', 'UTC', 'owner');
  insert into event_type (workspace_id, id, owner_member_id, title, slug, type, duration, durations)
  values ('${workspace}', '${page}', 'OWNER', 'Call', 'call', 'GROUP', 30, '{30}');
  insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats, seats_taken)
  values ('${workspace}', 'dbk-old', '${page}', 'Call', 'GROUP', '2026-03-02 09:00Z', '2026-03-02 09:30Z', 30, 9, 1);`;

/** As a program of before writes it, which knows no domain. */
const addInvitee = (id: string): string =>
  `insert into invitee (workspace_id, id, event_id, full_name, email, timezone, key_hash, key_sealed)
   values ('${workspace}', '${id}', 'dbk-old', 'Ann', 'ann@${id}.example', 'UTC', '', '')`;

// Both kinds of login are made here, which only a superuser can.
describe.runIf(await isRowSecurityBypassed(inject('postgres'))).each([
  ['a superuser', createEmptyDatabase],
  ['an ordinary login that owns the database', createOrdinaryDatabase],
] as const)('a database with rows, upgraded by %s', (_case, open) => {
  let scratch: Scratch;
  let client: pg.Client;
  const listDomains = async (): Promise<string[]> => {
    const { rows } = await client.query<{ domain: string }>('select domain from invitee order by id');
    return rows.map(({ domain }) => domain);
  };

  beforeAll(async () => {
    scratch = await open();
    await migrate(scratch.connection);
    client = createClient(scratch.connection);
    await client.connect();
    await client.query(`set daybook.workspace = '*'; ${beforehand} ${addInvitee('before')}`);
    await migrate(scratch.connection, duringUpgrade);
  });
  afterAll(async () => {
    await client.end();
    await scratch.drop();
  });

  test('has its rows in the new form, and those that a program of before writes meanwhile', async () => {
    expect(await listDomains()).toEqual(['before.example']);
    await client.query(addInvitee('during'));
    expect(await listDomains()).toEqual(['before.example', 'during.example']);
  });

  test('is complete at the end, and refuses what a program of before writes', async () => {
    expect((await inspectDatabase(scratch.connection, afterUpgrade)).pending).toEqual([
      '9002_end_of_upgrade',
    ]);
    await migrate(scratch.connection, afterUpgrade);
    expect((await inspectDatabase(scratch.connection, afterUpgrade)).pending).toEqual([]);
    await expect(client.query(addInvitee('late'))).rejects.toThrow('null value in column "domain"');
  });
});

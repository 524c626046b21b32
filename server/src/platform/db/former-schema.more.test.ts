import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  cloneDatabase,
  createEmptyDatabase,
  createOrdinaryDatabase,
  type Scratch,
} from '../../../test/databases.ts';
import { createFormerSchema } from '../../../test/former-schema.ts';
import { executeSql, isRowSecurityBypassed } from '../../../test/postgres.ts';
import { describeSchema } from '../../../test/schema-digest.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import { createClient, type Connection } from './connect.ts';
import { inspectDatabase, migrate } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

const closing: (() => Promise<void>)[] = [];

async function open(kind: () => Promise<Scratch> = createEmptyDatabase): Promise<Connection> {
  const { connection, drop } = await kind();
  closing.push(drop);
  return connection;
}

async function readRows(connection: Connection, query: string): Promise<unknown[]> {
  const client = createClient(connection);
  await client.connect();
  try {
    await client.query(`set daybook.workspace = '*'`);
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const rows = `
  insert into workspace (workspace_id, name, timezone) values ('11111111-1111-4111-8111-111111111111', 'Old', 'UTC');
  insert into moved_in (workspace_id, source, kind, source_hash, object_id)
  values ('11111111-1111-4111-8111-111111111111', 'calendly', 'event', 'hash', 'dbk-old');`;

const logins = [
  ['a superuser', createEmptyDatabase],
  ['an ordinary login that owns the database', createOrdinaryDatabase],
] as const;

// Both kinds of login are made here, which only a superuser can.
describe.runIf(await isRowSecurityBypassed(inject('postgres'))).each(logins)(
  'a database of before the baseline, upgraded by %s',
  (_case, kind) => {
    test('has the schema of an empty one, its rows, and nothing that is still to be applied', async () => {
      const [former, fresh] = [await open(kind), await open(kind)];
      await createFormerSchema(former);
      await executeSql(former, `set daybook.workspace = '*'; ${rows}`);
      await repeatConcurrently(3, () => migrate(former));
      await migrate(fresh);
      // Rights name the login of each database.
      const names = /daybook_test_\w+/g;
      const [upgraded, expected] = [await describeSchema(former), await describeSchema(fresh)].map((lines) =>
        lines.map((line) => line.replaceAll(names, 'owner')),
      );
      expect(upgraded).toEqual(expected);
      expect((await inspectDatabase(former)).pending).toEqual([]);
      expect(await readRows(former, 'select source, object_id from import_mapping')).toEqual([
        { source: 'calendly', object_id: 'dbk-old' },
      ]);
    });
  },
);

test('servers of before that still run find the names of all their migrations, so that they stay ready', async () => {
  const connection = await open();
  await createFormerSchema(connection);
  const before = (await readRows(connection, 'select name from migration')) as { name: string }[];
  expect(before).toHaveLength(115);
  await migrate(connection);
  expect(await readRows(connection, 'select name from migration')).toEqual(expect.arrayContaining(before));
});

test.each([
  ['of an older migration', `delete from migration where name > '0330'`, '0311_uploads_and_sign_ups'],
  [
    'halfway in the last one',
    `update migration set name = name || ', part 1' where name > '0340'`,
    '0340_payment_providers, part 1',
  ],
])('a database %s is left alone, with a sentence', async (_case, state, last) => {
  const connection = await open();
  await createFormerSchema(connection);
  await executeSql(connection, state);
  const before = await describeSchema(connection);
  const sentence = `The database is from before the first release (its last migration is ${last}); upgrade it to 0340_payment_providers with an older Daybook first, as docs/run/upgrade.md explains.`;
  await expect(migrate(connection)).rejects.toThrow(sentence);
  await expect(inspectDatabase(connection)).rejects.toThrow(sentence);
  expect(await describeSchema(connection)).toEqual(before);
});

test('the baseline is the first migration, and each later one has a number of its own', () => {
  const names = readMigrations().map(({ name }) => name);
  expect(names[0]).toBe('0400_baseline');
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});

test('a new database holds no rows but the list of migrations', async () => {
  const connection = await open();
  await migrate(connection);
  const names = (await readRows(
    connection,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration'`,
  )) as { name: string }[];
  const query = names.map(({ name }) => `select '${name}' as table where exists (select from ${name})`);
  expect(await readRows(connection, query.join(' union all '))).toEqual([]);
});

describe('the comparison sees', () => {
  let scratch: Scratch;
  let last: string[];
  beforeAll(async () => {
    scratch = await cloneDatabase();
    last = await describeSchema(scratch.connection);
  });
  afterAll(() => scratch.drop());

  test.each([
    ['a column', 'alter table note add column extra text'],
    ['the type of a column', 'alter table note alter column note type varchar'],
    ['a default', 'alter table invitee alter column seats set default 2'],
    ['a column that may be empty', 'alter table note alter column note drop not null'],
    ['how a column is stored', 'alter table image alter column bytes set storage extended'],
    ['the collation of a column', 'alter table crm_unique alter column key_norm type text collate "default"'],
    ['the fill factor of a table', 'alter table crm_record reset (fillfactor)'],
    ['a constraint', 'alter table invitee drop constraint invitee_payment_state'],
    ['the name of a constraint', 'alter table note rename constraint note_pkey to note_key'],
    ['what a reference does', noteReference('restrict')],
    ['an index', 'drop index note_event'],
    ['the condition of an index', 'drop index payment_due; create index payment_due on payment (due_at)'],
    [
      'a function',
      `create or replace function live_webhook() returns trigger language plpgsql as 'begin end'`,
    ],
    ['a trigger', 'drop trigger live on audit_entry'],
    ['a trigger that is off', 'alter table event_host disable trigger booked_event'],
    ['a policy', 'drop policy own_workspace on note'],
    ['row level security', 'alter table note no force row level security'],
    ['a right', 'grant select on note to public'],
    ['a sequence', 'create sequence extra'],
    ['a view', 'create view one as select 1 as one'],
    ['a comment', `comment on column note.note is 'extra'`],
    ['an extension', 'drop extension btree_gin cascade'],
  ])('%s', async (_what, planted) => {
    await executeSql(scratch.connection, planted);
    const before = last;
    last = await describeSchema(scratch.connection);
    expect(last).not.toEqual(before);
  });
});

function noteReference(action: string): string {
  const name = 'note_workspace_id_event_id_fkey';
  return `alter table note drop constraint ${name}, add constraint ${name}
    foreign key (workspace_id, event_id) references scheduled_event on delete ${action}`;
}

import { afterEach, describe, expect, test } from 'vitest';
import { cloneDatabase, createEmptyDatabase, type Scratch } from '../../../test/databases.ts';
import { executeSql } from '../../../test/postgres.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import { StartError } from '../start-error.ts';
import { openPool, type Connection } from './connect.ts';
import { inspectDatabase, migrate } from './migrate.ts';

const opened: Scratch[] = [];
const open = async (kind: () => Promise<Scratch>): Promise<Connection> => {
  const scratch = await kind();
  opened.push(scratch);
  return scratch.connection;
};

afterEach(async () => {
  for (const { drop } of opened.splice(0)) await drop();
});

const refusal = async (connection: Connection): Promise<string> => {
  const error = await migrate(connection).catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
};

describe('migrate', () => {
  test('several at the same moment on an empty database: all come up, each migration applied once', async () => {
    const connection = await open(createEmptyDatabase);
    const results = await repeatConcurrently(3, () => migrate(connection));
    expect(new Set(results.map(({ restrictRole }) => restrictRole)).size).toBe(1);
    const pool = openPool(connection, 1);
    const { rows } = await pool.query<{ name: string; applied_at: string }>(
      'select * from migration order by applied_at',
    );
    expect((await inspectDatabase(connection)).pending).toEqual([]);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['0400_baseline']));
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    // Once more finds nothing to do.
    await migrate(connection);
    expect((await pool.query('select * from migration order by applied_at')).rows).toEqual(rows);
    await pool.end();
  });

  test('a database newer than the code is left alone, with a sentence', async () => {
    const connection = await open(cloneDatabase);
    await executeSql(connection, "insert into migration values ('9999_from_the_future', 'x')");
    expect(await refusal(connection)).toBe(
      'The database is newer than this Daybook (it has migration 9999_from_the_future); update Daybook.',
    );
  });

  test('a migration that was edited after it had been applied is a sentence too', async () => {
    const connection = await open(cloneDatabase);
    await executeSql(connection, "update migration set checksum = 'other' where name = '0400_baseline'");
    expect(await refusal(connection)).toBe(
      'Migration 0400_baseline was changed after it was applied; restore its file.',
    );
  });

  test('a migration that fails leaves nothing of itself, and the next attempt starts there', async () => {
    const connection = await open(createEmptyDatabase);
    await executeSql(connection, 'create table team_membership (in_the_way int)');
    await expect(migrate(connection)).rejects.toThrow('"team_membership" already exists');
    const pool = openPool(connection, 1);
    expect((await pool.query(`select to_regclass('workspace') as found`)).rows).toEqual([{ found: null }]);
    await pool.query('drop table team_membership');
    await migrate(connection);
    expect((await inspectDatabase(connection)).pending).toEqual([]);
    await pool.end();
  });

  test.each([
    ['nobody listens there', 'postgres://x:secret@127.0.0.1:1/daybook', 'ECONNREFUSED'],
    ['no such host', 'postgres://x:secret@no-such-host.invalid/daybook', 'no-such-host.invalid'],
    ['not an address', 'postgres://x:secret@:::/%%%', ''],
    ['a folder without a socket', 'postgres://x:secret@%2Ftmp%2Fnone/daybook', 'ENOENT'],
  ])('a wrong DATABASE_URL (%s) is one sentence without the password', async (_case, address, hint) => {
    const sentence = await refusal(address);
    expect(sentence).toMatch(/^The database can’t be reached: [^\n]+\. Check DATABASE_URL\.$/);
    expect(sentence).toContain(hint);
    expect(sentence).not.toContain('secret');
  });

  test('a database that is not there is one sentence', async () => {
    const { connection } = await createEmptyDatabase().then(async (scratch) => {
      await scratch.drop();
      return scratch;
    });
    expect(await refusal(connection)).toMatch(
      /^The database can’t be reached: database "\w+" does not exist\. Check/,
    );
  });
});

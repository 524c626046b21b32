import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../test/databases.ts';
import { executeSql } from '../../test/postgres.ts';
import { openPool, type Connection, type Pool } from '../platform/db/connect.ts';
import { kinds, remaining } from './kinds.ts';

let connection: Connection;
let pool: Pool;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ connection, drop } = await cloneDatabase());
  pool = openPool(connection, 2);
});

afterAll(async () => {
  await pool.end();
  await drop();
});

/** Names of columns for users, who may be several. */
const userColumn =
  '(^|_)(member|host|creator|owner|user|editor|actor|requester|author|assignee|sender|maker)_ids?$|_by$';

/** Columns that name a user: by a foreign key to their row, or by their own name. */
async function listUserColumns(): Promise<string[]> {
  const { rows } = await pool.query<{ column: string }>(
    `select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'f' and c.confrelid = 'member'::regclass and a.attname <> 'workspace_id'
     union
     select table_name || '.' || column_name from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'ARRAY') and column_name ~ $1
     order by 1`,
    [userColumn],
  );
  return rows.map(({ column }) => column);
}

const settled = () => new Set(Object.values(kinds).flatMap(({ columns }) => columns));
const undecided = async () =>
  (await listUserColumns()).filter((column) => !settled().has(column) && remaining[column] === undefined);

test('everything that names a user ends, is reassigned, kept or paused when they leave, or says why it stays', async () => {
  expect(await undecided()).toEqual([]);
});

test('the lists name what exists, and nothing twice', async () => {
  const columns = new Set(await listUserColumns());
  const listed = [...settled(), ...Object.keys(remaining)];
  expect(listed.filter((column) => !columns.has(column))).toEqual([]);
  expect(Object.keys(remaining).filter((column) => settled().has(column))).toEqual([]);
});

test('the check bites: neither has a new table with a user, by a foreign key, by its name, or in a list', async () => {
  await executeSql(
    connection,
    `create table robot (workspace_id uuid, id uuid, maker text, member_id text, host_ids text[], started_by text,
       foreign key (workspace_id, maker) references member)`,
  );
  expect(await undecided()).toEqual(['robot.host_ids', 'robot.maker', 'robot.member_id', 'robot.started_by']);
});

import type pg from 'pg';
import { createClient, type Connection } from '../server/src/platform/db/connect.ts';

export const workspace = '0198c2f4-6a10-7c3e-9d51-000000000001';
export const page = '0198c2f4-6a10-7c3e-9d51-000000000002';
/** The event that the writer changes, and how the ids of those begin that it adds. */
export const changed = 'dbk-0000000000000000';
export const added = 'dbk-W';

export async function queryRows<Row extends object>(connection: Connection, sql: string): Promise<Row[]> {
  return withClient(connection, async (client) => (await client.query<Row>(sql)).rows);
}

export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient(connection);
  await client.connect();
  try {
    await client.query(`set daybook.workspace = '*'`);
    return await work(client);
  } finally {
    await client.end();
  }
}

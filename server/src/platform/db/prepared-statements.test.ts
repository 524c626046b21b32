import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/databases.ts';
import { openPool, type Client, type Pool } from './connect.ts';
import { getStatementName } from './prepared-statements.ts';

let pool: Pool;
let drop: () => Promise<void>;
let client: Client;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  pool = openPool(clone.connection, 1);
  client = await pool.connect();
});
afterAll(async () => {
  client.release();
  await pool.end();
  await drop();
});

const most = 20;

async function run(text: string, value: number): Promise<number> {
  const name = getStatementName(client, text, most);
  const { rows } = await client.query<{ value: number }>({ text, values: [value], ...(name && { name }) });
  return rows[0]?.value ?? Number.NaN;
}

const prepared = async (): Promise<string[]> => {
  const { rows } = await client.query<{ statement: string }>(
    'select statement from pg_prepared_statements order by statement',
  );
  return rows.map(({ statement }) => statement);
};

test('a text gets a name when it comes again, always the same', () => {
  const text = 'select $1::int + 1 as value -- named';
  expect(getStatementName(client, text)).toBeUndefined();
  const name = getStatementName(client, text);
  expect(name).toMatch(/^q[\w-]{22}$/);
  expect(getStatementName({} as Client, text)).toBe(name);
});

test(
  'beyond 500 texts each is prepared like the first; a connection keeps those used last',
  { timeout: 60_000 },
  async () => {
    const texts = Array.from({ length: 520 }, (_, index) => `select $1::int + ${index} as value`);
    for (const [index, text] of texts.entries()) {
      expect(await run(text, 1)).toBe(index + 1);
      expect(await run(text, 2)).toBe(index + 2);
    }
    expect(await prepared()).toEqual(texts.slice(-most).toSorted());
    // One that was closed is prepared anew.
    expect(await run(texts[0] as string, 5)).toBe(5);
    expect(await prepared()).toEqual([texts[0], ...texts.slice(1 - most)].toSorted());
  },
);

test('closing one goes well in a transaction that has failed', async () => {
  await client.query('begin');
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
  const text = 'select $1::int as value -- in a failed transaction';
  getStatementName(client, text, most);
  await expect(run(text, 1)).rejects.toThrow('aborted');
  await client.query('rollback');
  expect(await run(text, 7)).toBe(7);
  expect((await prepared()).length).toBeLessThanOrEqual(most);
});

import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Client } from './connect.ts';
import { getStatementName } from './prepared-statements.ts';
import type { DB } from './schema.gen.ts';

/** A query builder on one client, for one transaction that the caller begins and ends. */
export function createQueryBuilder(client: Client, { isPooled = false } = {}): Kysely<DB> {
  const connection = connectionOn(client, isPooled);
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({ ...idleDriver, acquireConnection: () => Promise.resolve(connection) }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

function connectionOn(client: Client, isPooled: boolean): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const name = isPooled ? undefined : getStatementName(client, sql);
      const values = parameters as unknown[];
      const result = await client.query<R & object>(
        name ? { name, text: sql, values } : { text: sql, values },
      );
      return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('Queries in a transaction are not streamed.');
    },
  };
}

const nothing = () => Promise.resolve();

const idleDriver: Driver = {
  init: nothing,
  acquireConnection: () => Promise.reject(new Error('No connection')),
  beginTransaction: nothing,
  commitTransaction: nothing,
  rollbackTransaction: nothing,
  releaseConnection: nothing,
  destroy: nothing,
};

import { inject } from 'vitest';
import type { Connection } from '../src/platform/db/connect.ts';
import { generateSecret } from '../src/platform/ids.ts';
import { createDatabase, executeSql } from './postgres.ts';
import { withDatabase } from './runtime.ts';

export interface Scratch {
  readonly connection: Connection;
  drop(): Promise<void>;
}

/** A fresh copy of the template, and a function that drops it. */
export async function cloneDatabase(): Promise<Scratch> {
  const server = inject('postgres');
  const name = `daybook_test_${generateSecret(12).toLowerCase()}`;
  await createDatabase(server, name, `template ${inject('template')}`);
  return {
    connection: withDatabase(server, name),
    drop: () => executeSql(server, `drop database ${name} with (force)`),
  };
}

/** An empty database. */
export async function createEmptyDatabase(): Promise<Scratch> {
  const server = inject('postgres');
  const name = `daybook_test_${generateSecret(12).toLowerCase()}`;
  await createDatabase(server, name);
  return {
    connection: withDatabase(server, name),
    drop: () => executeSql(server, `drop database ${name} with (force)`),
  };
}

/** An empty database, with a login that owns it and has no other rights. */
export async function createOrdinaryDatabase(): Promise<Scratch> {
  const server = inject('postgres');
  const name = `daybook_test_${generateSecret(12).toLowerCase()}`;
  await executeSql(server, `create role ${name} login password 'ordinary'`);
  await createDatabase(server, name, `owner ${name}`);
  return {
    connection: asUser(withDatabase(server, name), name),
    async drop() {
      await executeSql(server, `drop database ${name} with (force)`);
      await executeSql(server, `drop role ${name}`);
    },
  };
}

function asUser(connection: Connection, user: string): Connection {
  if (typeof connection !== 'string') return { ...connection, user, password: 'ordinary' };
  const url = new URL(connection);
  url.username = user;
  url.password = 'ordinary';
  return url.toString();
}

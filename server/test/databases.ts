import { inject } from 'vitest';
import type { Connection } from '../src/platform/db/connect.ts';
import { newSecret } from '../src/platform/ids.ts';
import { createDatabase, execute } from './postgres.ts';
import { inDatabase } from './runtime.ts';

export interface Scratch {
  readonly connection: Connection;
  drop(): Promise<void>;
}

/** An empty database. */
export async function emptyDatabase(): Promise<Scratch> {
  const server = inject('postgres');
  const name = `daybook_test_${newSecret(12).toLowerCase()}`;
  await createDatabase(server, name);
  return {
    connection: inDatabase(server, name),
    drop: () => execute(server, `drop database ${name} with (force)`),
  };
}

/** An empty database, with a login that owns it and has no other rights. */
export async function ordinaryDatabase(): Promise<Scratch> {
  const server = inject('postgres');
  const name = `daybook_test_${newSecret(12).toLowerCase()}`;
  await execute(server, `create role ${name} login password 'ordinary'`);
  await createDatabase(server, name, `owner ${name}`);
  return {
    connection: asUser(inDatabase(server, name), name),
    async drop() {
      await execute(server, `drop database ${name} with (force)`);
      await execute(server, `drop role ${name}`);
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

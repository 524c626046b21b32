import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { closePools, createClient, type Connection } from '../../src/platform/db/connect.ts';
import { openRuntime } from '../../src/runtime.ts';
import { readConfig } from '../../src/configuration.ts';
import { reconcileNames } from '../../src/platform/directory/reconcile.ts';
import { generateSecret } from '../../src/platform/ids.ts';
import { findFreePort } from '../cells.ts';
import { createDatabase, executeSql, isRowSecurityBypassed } from '../postgres.ts';
import { withDatabase } from '../runtime.ts';
import {
  buildBearerHeader,
  formatDatabaseUrl,
  parseKeys,
  startServer,
  stopAll,
  type Variables,
} from './daybook.ts';
import { useProcesses } from './use-processes.ts';

useProcesses();

/* Two cells, a directory and a router, each a process or a database of its own. */

let databases: Record<'directory' | 'one' | 'two', Connection>;
let names: string[];

beforeEach(async () => {
  names = ['directory', 'one', 'two'].map((name) => `daybook_${name}_${generateSecret(12).toLowerCase()}`);
  for (const name of names) await createDatabase(inject('postgres'), name);
  const [directory, one, two] = names.map((name) => withDatabase(inject('postgres'), name));
  databases = { directory, one, two } as typeof databases;
});
afterEach(async () => {
  await stopAll();
  for (const name of names) await executeSql(inject('postgres'), `drop database ${name} with (force)`);
});

async function ask<Row>(connection: Connection, sql: string): Promise<Row[]> {
  const client = createClient(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function buildCellVariables(name: 'one' | 'two'): Promise<Variables> {
  const port = await findFreePort();
  return {
    DATABASE_URL: formatDatabaseUrl(databases[name]),
    DIRECTORY_URL: formatDatabaseUrl(databases.directory),
    CELL: name,
    CELL_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    SEED: 'empty',
    TRUST_PROXY: 'loopback',
  };
}

test('a cell that is killed again and again while both claim the same slugs leaves each slug with one owner', async () => {
  const [ofOne, ofTwo] = [await buildCellVariables('one'), await buildCellVariables('two')];
  let one = await startServer(ofOne);
  const two = await startServer(ofTwo);
  const router = await startServer({ ROLE: 'router', DIRECTORY_URL: ofOne['DIRECTORY_URL'] ?? '' });
  const tokens = [one, two].map((cell) => parseKeys(cell.output()).token);
  for (const token of tokens)
    expect((await router.call('/v2/whoami', { headers: buildBearerHeader(token) })).status).toBe(200);

  const statuses: Record<number, number> = {};
  const claim = async (token: string, slug: string) => {
    const headers = { ...buildBearerHeader(token), 'content-type': 'application/json' };
    const body = JSON.stringify({ title: 'Team', slug });
    const { status } = await router.call('/v2/teams', { method: 'POST', headers, body });
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const kills = 3;
  for (let round = 0; round < kills; round += 1) {
    const slugs = Array.from({ length: 60 }, (_, index) => `slug-${round}-${index}`);
    const claims = slugs.flatMap((slug) => tokens.map((token) => claim(token, slug)));
    await new Promise((resolve) => {
      setTimeout(resolve, 40 + 60 * round);
    });
    one.child.kill('SIGKILL');
    await Promise.all(claims);
    await one.exit;
    one = await startServer(ofOne);
  }
  expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([201, 503]));
  expect(Object.keys(statuses).every((status) => ['201', '422', '503'].includes(status))).toBe(true);

  for (const variables of [ofOne, ofTwo]) await reconcile(variables);
  const owned = await Promise.all(
    (['one', 'two'] as const).map((name) =>
      ask<{ slug: string }>(databases[name], 'select slug from owner_slug'),
    ),
  );
  const local = owned.flat().map(({ slug }) => slug);
  expect(new Set(local).size).toBe(local.length);
  const known = await ask<{ value: string; reservation: string | null }>(
    databases.directory,
    `select value, reservation from directory.name where kind = 'slug'`,
  );
  expect(known.map(({ value }) => value).sort()).toEqual(local.sort());
  expect(known.every(({ reservation }) => reservation === null)).toBe(true);
});

/** What the worker of the cell does within two minutes. */
async function reconcile(variables: Variables): Promise<void> {
  const config = readConfig(variables);
  const connection = variables['DATABASE_URL'] ?? '';
  const runtime = await openRuntime(config, connection, await isRowSecurityBypassed(connection));
  try {
    await reconcileNames(runtime, 0);
  } finally {
    await closePools(Object.values(runtime.pools));
    await runtime.outbound.close();
  }
}

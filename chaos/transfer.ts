import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDatabase, openBench, token } from '../bench/server.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { digestsOf, workspaceDigests } from '../server/test/digests.ts';
import { addressOf, bearer, startServer, stop, stopAll } from '../server/test/process/daybook.ts';
import { differences, measure } from './measure.ts';

/**
 * Exports a workspace with many records, imports it into another database by the operator's commands, and compares every row.
 * The same by backup and restore.
 *
 *   npx tsx chaos/transfer.ts --records 100000
 */

async function fill(databaseUrl: string, records: number): Promise<string> {
  const variables = { DATABASE_URL: databaseUrl, BOOTSTRAP_TOKEN: token, LOG_LEVEL: 'silent' };
  const server = await startServer({ ...variables, SEED: 'demo' });
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  for (let at = 0; at < records; at += 1000) {
    const people = Array.from({ length: Math.min(1000, records - at) }, (_, index) => ({
      firstName: `Person ${at + index}`,
      lastName: 'Okafor',
      emails: [`person${at + index}@company${(at + index) % 5000}.example`],
    }));
    const body = JSON.stringify({ records: people, mode: 'atomic' });
    const answer = await server.call('/v2/crm/people/bulk', { method: 'POST', headers, body });
    if (answer.status >= 300) throw new Error(answer.body);
  }
  await stop(server);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select workspace_id as id from workspace');
  await client.end();
  return rows[0]?.id ?? '';
}

async function command(connection: Connection, what: string, ...args: string[]): Promise<void> {
  const { text } = await measure({ DATABASE_URL: addressOf(connection) }, ...args);
  console.log(`${what}: ${text}`);
}

const sizeOf = async (path: string): Promise<string> => `${((await stat(path)).size / 1e6).toFixed(1)} MB`;

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({ options: { records: { type: 'string', default: '100000' } } });
  const folder = await mkdtemp(join(tmpdir(), 'daybook-transfer-'));
  const bench = await openBench();
  try {
    const source = bench.postgres.connection;
    const workspaceId = await fill(addressOf(source), Number(values.records));
    const target = await addDatabase(bench, 'moved');
    await migrate(target);
    const archive = join(folder, 'workspace.tar');
    await command(source, 'export', 'export', '--to', archive);
    console.log(await sizeOf(archive));
    await command(target, 'import', 'import', 'daybook', archive);
    const [exported, imported] = [
      await workspaceDigests(source, workspaceId),
      await workspaceDigests(target, workspaceId),
    ];

    const restored = await addDatabase(bench, 'restored');
    const backup = join(folder, 'backup.tar');
    await command(source, 'backup', 'backup', '--to', backup);
    console.log(await sizeOf(backup));
    await command(restored, 'restore', 'restore', backup);
    const [saved, found] = [await digestsOf(source), await digestsOf(restored)];
    const wrong = [...differences(exported, imported), ...differences(saved, found)];
    for (const sentence of wrong) console.log(`WRONG ${sentence}`);
    if (wrong.length === 0)
      console.log(`equal in ${Object.keys(exported).length} and ${Object.keys(saved).length} tables`);
    process.exitCode = wrong.length === 0 ? 0 : 1;
  } finally {
    await stopAll();
    await bench.close();
    await rm(folder, { recursive: true, force: true });
  }
}

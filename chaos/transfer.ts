import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { addDatabase, openBench, token } from '../bench/parts/server.ts';
import type { Connection } from '../server/src/platform/db/connect.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { computeDigests, computeWorkspaceDigests } from '../server/test/digests.ts';
import {
  formatDatabaseUrl,
  buildBearerHeader,
  startServer,
  stopProgram,
  stopAll,
} from '../server/test/process/daybook.ts';
import { diffDigests, measureCommand } from './measure.ts';
import type { Plan, Scenario } from './scenario.ts';

/**
 * Exports a workspace with many records, imports it into another database by the operator's commands, and compares every row.
 * The same by backup and restore.
 */

async function fill(databaseUrl: string, records: number): Promise<string> {
  const variables = { DATABASE_URL: databaseUrl, BOOTSTRAP_TOKEN: token, LOG_LEVEL: 'silent' };
  const server = await startServer({ ...variables, SEED: 'demo' });
  const headers = { ...buildBearerHeader(token), 'content-type': 'application/json' };
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
  await stopProgram(server);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select workspace_id as id from workspace');
  await client.end();
  return rows[0]?.id ?? '';
}

async function command(log: Plan['log'], connection: Connection, ...args: string[]): Promise<void> {
  const { text } = await measureCommand({ DATABASE_URL: formatDatabaseUrl(connection) }, ...args);
  log(`  ${args[0]}: ${text}`);
}

const megabytes = async (path: string): Promise<string> => ((await stat(path)).size / 1e6).toFixed(1);

export const transferScenario: Scenario = {
  claim: 'Export and import, and backup and restore, give the same rows again.',
  kind: 'comparison',
  rounds: 1,
  numbers: { records: 100_000 },
  smoke: { records: 500 },
  async run({ log, numbers: { records = 0 } }) {
    const folder = await mkdtemp(join(tmpdir(), 'daybook-transfer-'));
    const bench = await openBench();
    try {
      const source = bench.postgres.connection;
      const workspaceId = await fill(formatDatabaseUrl(source), records);
      const target = await addDatabase(bench, 'moved');
      await migrate(target);
      const archive = join(folder, 'workspace.tar');
      await command(log, source, 'export', '--to', archive);
      await command(log, target, 'import', 'daybook', archive);
      const exported = await computeWorkspaceDigests(source, workspaceId);
      const wrong = diffDigests(exported, await computeWorkspaceDigests(target, workspaceId));

      const restored = await addDatabase(bench, 'restored');
      const backup = join(folder, 'backup.tar');
      await command(log, source, 'backup', '--to', backup);
      await command(log, restored, 'restore', backup);
      const saved = await computeDigests(source);
      wrong.push(...diffDigests(saved, await computeDigests(restored)));
      const tables = Object.keys(exported).length + Object.keys(saved).length;
      const figures = { 'export MB': await megabytes(archive), 'backup MB': await megabytes(backup) };
      return { faults: {}, operations: { ok: tables, refused: 0, unknown: 0 }, figures, wrong };
    } finally {
      await stopAll();
      await bench.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

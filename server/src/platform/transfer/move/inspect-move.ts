import type { Config } from '../../config.ts';
import { openPool } from '../../db/connect.ts';
import { loadAppliedMigrations } from '../../db/migrate.ts';
import { openKeys } from '../../secrets.ts';
import { StartError } from '../../start-error.ts';
import { jobSchema } from '../tables.ts';
import { listMovedTables, ofWorkspace, requireSameTables } from './moved-tables.ts';
import type { Move } from './sessions.ts';
import { requireForeign } from './target.ts';

/** What a move would copy. */
export interface MoveSize {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly bytes: number }[];
  readonly jobs: number;
}

export async function measureMove(move: Move): Promise<MoveSize> {
  const { source, workspaceId } = move;
  const text = (await listMovedTables(source)).map(
    ({
      name,
      sql,
    }) => `select '${name}' as name, count(*) as rows, coalesce(sum(pg_column_size(t.*)), 0)::float8 as bytes
      from ${sql} t where ${ofWorkspace(workspaceId)}`,
  );
  const { rows: tables } = await source.client.query<MoveSize['tables'][number]>(text.join(' union all '));
  const { rows: jobs } = await source.client.query<{ count: number }>(
    `select count(*) as count from ${jobSchema}._private_jobs where payload ->> 'workspaceId' = $1::text`,
    [workspaceId],
  );
  return { tables: tables.filter(({ rows }) => rows > 0), jobs: jobs[0]?.count ?? 0 };
}

type Check = (config: Config, move: Move) => Promise<void>;

/** Why the workspace can't be moved between these cells, a sentence each. */
export async function listObstacles(config: Config, move: Move): Promise<string[]> {
  const checks: readonly Check[] = [checkSchema, checkKeys, checkBucket, (_, each) => requireForeign(each)];
  const found: string[] = [];
  for (const check of checks) {
    try {
      await check(config, move);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      found.push(error.message);
    }
  }
  return found;
}

async function checkSchema(_: Config, { source, target }: Move): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [source, target].map(({ client }) => loadAppliedMigrations(client)),
  );
  const names = [...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])];
  const missing = names.find((name) => !ours?.has(name) || !theirs?.has(name));
  if (missing)
    throw new StartError(`The cells have different versions of Daybook: only one has migration ${missing}.`);
  requireSameTables(await listMovedTables(source), await listMovedTables(target));
}

/** Links, codes and secrets of the workspace are of no use under another key. */
async function checkKeys(config: Config, { source, target }: Move): Promise<void> {
  const load = async (cell: string) => {
    const pool = openPool(config.cellDatabases.get(cell) ?? '', 1);
    try {
      const { current, derivation } = await openKeys({ ...config, databaseUrl: 'set' }, pool);
      return Buffer.concat([current, derivation]);
    } finally {
      await pool.end();
    }
  };
  if ((await load(source.cell)).equals(await load(target.cell))) return;
  throw new StartError(
    'The cells have different keys. Give both the same SECRET_KEY (`daybook secrets rotate`), and this command, too.',
  );
}

async function checkBucket(_: Config, { source, target, workspaceId }: Move): Promise<void> {
  const text = `select value from installation where name = 'bucket'`;
  const [ours, theirs] = await Promise.all(
    [source, target].map(({ client }) => client.query<{ value: string }>(text)),
  );
  if (ours?.rows[0]?.value === theirs?.rows[0]?.value) return;
  const { rowCount } = await source.client.query(
    'select from file_content where workspace_id = $1 and object_key is not null limit 1',
    [workspaceId],
  );
  if (rowCount)
    throw new StartError('The cells have different FILES_S3_URL, and the workspace has files there.');
}

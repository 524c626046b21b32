import { sql } from 'kysely';
import type { Role } from '../../platform/auth/actor.ts';
import type { Ctx, Runtime } from '../../platform/context.ts';
import { transact } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { getAudience, type Definition } from '../schema/public.ts';

export interface ImportRow {
  readonly id: string;
  readonly object_id: string;
  readonly slug: string;
  readonly user_permission: Definition['userPermission'];
  /** What the caller may do now: their role can have changed since. */
  readonly member_role: Role | null;
  readonly actor_kind: string;
  readonly member_id: string | null;
  readonly format: 'csv' | 'ndjson';
  readonly matching_attribute: string | null;
  readonly is_dry_run: boolean;
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly columns: readonly (string | null)[];
  /** How the numbers and dates of a column are written; null where that is as the API does. */
  readonly notations: readonly (string | null)[];
  /** The notations have to be found first. */
  readonly needs_scan: boolean;
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | 'undoing' | 'undone';
  readonly message: string | null;
  readonly size_bytes: number;
  readonly done_bytes: number;
  readonly rows_total: number;
  readonly rows_done: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  /** Of those that were written, how many without a value that could not be. */
  readonly partial: number;
  readonly kept: number;
  readonly worker: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** All chunks have the same size, so that a place in a file is found by division. */
export const chunkBytes = 256 * 1024;

/** An import whose file is being uploaded. */
export async function insertImport(
  ctx: Ctx,
  { id, objectId, format }: { id: string; objectId: string; format: 'csv' | 'ndjson' },
): Promise<void> {
  const { kind, memberId } = ctx.actor;
  await sql`
    insert into crm_import (workspace_id, id, object_id, actor_kind, member_id, format, is_dry_run, leased_until)
    values (${ctx.workspaceId}, ${id}, ${objectId}, ${kind}, ${memberId || null}, ${format}, false, now() + interval '1 day')
  `.execute(ctx.db);
}

export async function insertChunk(ctx: Ctx, importId: string, number: number, bytes: Buffer): Promise<void> {
  await sql`
    insert into crm_import_chunk (workspace_id, import_id, number, bytes)
    values (${ctx.workspaceId}, ${importId}, ${number}, ${bytes})
  `.execute(ctx.db);
}

/** How many chunks are stored: of the actor, and of the workspace. */
export async function countChunks(ctx: Ctx): Promise<{ own: number; all: number }> {
  const { rows } = await sql<{ own: number; all: number }>`
    select count(*) filter (where i.member_id = ${ctx.actor.memberId})::int as own, count(*)::int as all
    from crm_import_chunk c join crm_import i on i.workspace_id = c.workspace_id and i.id = c.import_id
    where c.workspace_id = ${ctx.workspaceId}`.execute(ctx.db);
  return rows[0] ?? { own: 0, all: 0 };
}

export async function findChunk(ctx: Ctx, importId: string, number: number): Promise<Buffer | undefined> {
  const result = await sql<{ bytes: Buffer }>`
    select bytes from crm_import_chunk
    where workspace_id = ${ctx.workspaceId} and import_id = ${importId} and number = ${number}
  `.execute(ctx.db);
  return result.rows[0]?.bytes;
}

export async function deleteUpload(ctx: Ctx, importId: string): Promise<void> {
  await sql`
    delete from crm_import where workspace_id = ${ctx.workspaceId} and id = ${importId} and status = 'uploading'
  `.execute(ctx.db);
}

type Settings = Pick<
  ImportRow,
  | 'matching_attribute'
  | 'is_dry_run'
  | 'delimiter'
  | 'header'
  | 'columns'
  | 'notations'
  | 'needs_scan'
  | 'size_bytes'
  | 'rows_total'
  | 'done_bytes'
>;

/** Makes an uploaded import ready to run. */
export async function markPending(ctx: Ctx, importId: string, settings: Settings): Promise<void> {
  await sql`
    update crm_import set status = 'pending', leased_until = now(),
      matching_attribute = ${settings.matching_attribute}, is_dry_run = ${settings.is_dry_run},
      delimiter = ${settings.delimiter}, header = ${settings.header}, columns = ${settings.columns},
      notations = ${settings.notations}, needs_scan = ${settings.needs_scan},
      size_bytes = ${settings.size_bytes}, done_bytes = ${settings.done_bytes}, rows_total = ${settings.rows_total}
    where workspace_id = ${ctx.workspaceId} and id = ${importId}
  `.execute(ctx.db);
}

const withSlug = sql`
  select i.*, o.slug, o.user_permission, m.role as member_role from crm_import i
  join crm_object o on o.workspace_id = i.workspace_id and o.id = i.object_id
  left join member m on m.workspace_id = i.workspace_id and m.id = i.member_id`;

export async function findImport(ctx: Ctx, importId: string): Promise<ImportRow | undefined> {
  const result = await sql<ImportRow>`
    ${withSlug} where i.workspace_id = ${ctx.workspaceId} and i.id = ${importId} and i.status <> 'uploading'
  `.execute(ctx.db);
  return result.rows[0];
}

export async function lockImport(ctx: Ctx, importId: string): Promise<ImportRow | undefined> {
  const result = await sql<ImportRow>`
    ${withSlug} where i.workspace_id = ${ctx.workspaceId} and i.id = ${importId} and i.status <> 'uploading'
    for update of i
  `.execute(ctx.db);
  return result.rows[0];
}

export async function listImports(
  ctx: Ctx,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: ImportRow[]; total: number }> {
  const shown = sql`i.workspace_id = ${ctx.workspaceId} and i.status <> 'uploading'
    and (${getAudience(ctx.actor) === 'all'} or o.user_permission <> 'none')`;
  const rows = await sql<ImportRow>`
    ${withSlug} where ${shown} order by i.id desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  const count = await sql<{ total: number }>`
    select count(*) as total from crm_import i
    join crm_object o on o.workspace_id = i.workspace_id and o.id = i.object_id where ${shown}
  `.execute(ctx.db);
  return { items: rows.rows, total: count.rows[0]?.total ?? 0 };
}

/** The numbers of a batch, which reaches from `beginBytes` to `endBytes` of the file. */
export interface BatchResult {
  readonly beginBytes: number;
  readonly endBytes: number;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  readonly partial: number;
}

/**
 * Adds the numbers of a batch, and its transaction id, by which it is undone. Returns false if the worker has lost its
 * lease: then another one writes this batch.
 */
export async function saveProgress(
  ctx: Ctx,
  { id, worker, is_dry_run: isDryRun }: ImportRow,
  batch: BatchResult,
): Promise<boolean> {
  const saved = await sql<{ id: string }>`
    with batch as (
      insert into crm_import_batch (workspace_id, import_id)
      select ${ctx.workspaceId}, ${id} where ${!isDryRun && batch.created + batch.updated > 0}
    )
    update crm_import set status = 'running', done_bytes = ${batch.endBytes}, rows_done = rows_done + ${batch.rows},
      created = created + ${batch.created}, updated = updated + ${batch.updated}, failed = failed + ${batch.failed},
      partial = partial + ${batch.partial},
      rows_total = greatest(rows_total, rows_done + ${batch.rows}), leased_until = now() + interval '20 seconds'
    where workspace_id = ${ctx.workspaceId} and id = ${id} and worker = ${worker} and done_bytes = ${batch.beginBytes}
    returning id
  `.execute(ctx.db);
  return saved.rows.length > 0;
}

/** Ends an import and deletes its file, unless another worker has it by now, or somebody has canceled it. */
export async function endImport(
  ctx: Ctx,
  { id: importId, worker }: Pick<ImportRow, 'id' | 'worker'>,
  status: 'completed' | 'failed' | 'cancelled' | 'undone',
  message: string | null = null,
): Promise<void> {
  const ended = await sql`
    update crm_import set status = ${status}, message = ${message}, finished_at = clock_timestamp(), worker = null,
      rows_total = case when ${status} = 'completed' then rows_done else rows_total end
    where workspace_id = ${ctx.workspaceId} and id = ${importId} and worker is not distinct from ${worker}
      and status in ('pending', 'running', 'undoing')
    returning id
  `.execute(ctx.db);
  if (ended.rows.length === 0) return;
  for (const table of ['crm_import_chunk', 'crm_import_key']) {
    await sql`
      delete from ${sql.table(table)} where workspace_id = ${ctx.workspaceId} and import_id = ${importId}
    `.execute(ctx.db);
  }
}

export async function listOpenImports(ctx: Ctx, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from crm_import
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId} and status in ('pending', 'running')
  `.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export async function markUndoing(ctx: Ctx, importId: string): Promise<void> {
  await sql`
    update crm_import set status = 'undoing', leased_until = now()
    where workspace_id = ${ctx.workspaceId} and id = ${importId}
  `.execute(ctx.db);
}

/** Undefined while another worker has the lease, and after the import has ended. */
export async function leaseImport(
  ctx: Ctx,
  importId: string,
  worker: string,
): Promise<ImportRow | undefined> {
  const leased = await sql<{ id: string }>`
    update crm_import set worker = ${worker}, leased_until = now() + interval '20 seconds'
    where workspace_id = ${ctx.workspaceId} and id = ${importId} and status in ('pending', 'running', 'undoing')
      and (worker is null or leased_until <= now())
    returning id
  `.execute(ctx.db);
  return leased.rows.length === 0 ? undefined : findImport(ctx, importId);
}

/** Keeps the lease while the whole file is read. */
export async function renewLease(ctx: Ctx, importId: string, worker: string | null): Promise<void> {
  await sql`
    update crm_import set leased_until = now() + interval '20 seconds'
    where workspace_id = ${ctx.workspaceId} and id = ${importId} and worker = ${worker}
  `.execute(ctx.db);
}

export async function saveNotations(
  ctx: Ctx,
  importId: string,
  notations: readonly (string | null)[],
): Promise<void> {
  await sql`
    update crm_import set notations = ${notations}, needs_scan = false
    where workspace_id = ${ctx.workspaceId} and id = ${importId}
  `.execute(ctx.db);
}

export async function releaseImport(ctx: Ctx, importId: string, worker: string): Promise<void> {
  await sql`
    update crm_import set worker = null
    where workspace_id = ${ctx.workspaceId} and id = ${importId} and worker = ${worker}
  `.execute(ctx.db);
}

/** Imports of all workspaces whose lease has expired. Deletes uploads that were never finished. */
export function findAbandoned(runtime: Runtime): Promise<{ workspaceId: WorkspaceId; importId: string }[]> {
  return transact(runtime.database, '*', async (db) => {
    await sql`delete from crm_import where status = 'uploading' and leased_until < now()`.execute(db);
    const result = await sql<{ workspaceId: WorkspaceId; importId: string }>`
      select workspace_id as "workspaceId", id as "importId" from crm_import
      where status in ('pending', 'running', 'undoing') and leased_until < now() order by leased_until limit 100
    `.execute(db);
    return result.rows;
  });
}

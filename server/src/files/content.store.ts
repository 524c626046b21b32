import { sql } from 'kysely';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { ExpiredRows } from '../platform/db/purge.ts';
import { transact } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

/** Uploads of which nothing became a file. */
export const expiredUploads: ExpiredRows = {
  table: 'file_content',
  rows: sql`select ctid from file_content where expires_at < now() order by expires_at`,
};

/** A file that the bucket is to have. */
export interface PendingBucketUpload {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Of all workspaces, oldest first. */
export function findPendingUploads(runtime: Runtime, limit: number): Promise<PendingBucketUpload[]> {
  return transact(runtime.database, '*', async (db) => {
    const { rows } = await sql<PendingBucketUpload>`
      select c.workspace_id as "workspaceId", c.id, c.size_bytes::float8 as "sizeBytes", f.sha256
      from file_content c join file f on f.workspace_id = c.workspace_id and f.id = c.id
      where not c.is_moved and c.expires_at is null order by c.created_at limit ${limit}
    `.execute(db);
    return rows;
  });
}

/** From here on, deleting the file removes the object as well. False when it is gone. */
export async function setObjectKey(ctx: Ctx, id: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    update file_content set object_key = ${key}
    where workspace_id = ${ctx.workspaceId} and id = ${id} and not is_moved returning id
  `.execute(ctx.db);
  return rows.length > 0;
}

/** The bucket has it: the database needs it no more. One that was deleted meanwhile is removed from there. */
export async function setMoved(ctx: Ctx, id: string, key: string): Promise<void> {
  const { rows } = await sql`
    update file_content set is_moved = true where workspace_id = ${ctx.workspaceId} and id = ${id} returning id
  `.execute(ctx.db);
  if (rows.length > 0) {
    await sql`delete from file_chunk where workspace_id = ${ctx.workspaceId} and content_id = ${id}`.execute(
      ctx.db,
    );
    return;
  }
  await sql`
    insert into file_removal (workspace_id, object_key) values (${ctx.workspaceId}, ${key})
    on conflict (workspace_id, object_key) do update set due_at = excluded.due_at
  `.execute(ctx.db);
}

export interface Removal {
  readonly workspaceId: WorkspaceId;
  readonly key: string;
}

export function findRemovals(runtime: Runtime, limit: number): Promise<Removal[]> {
  return transact(runtime.database, '*', async (db) => {
    const { rows } = await sql<Removal>`
      select workspace_id as "workspaceId", object_key as key from file_removal
      where due_at < now() order by due_at limit ${limit}
    `.execute(db);
    return rows;
  });
}

export function deleteRemoval(runtime: Runtime, { workspaceId, key }: Removal): Promise<unknown> {
  return transact(runtime.database, '*', (db) =>
    sql`delete from file_removal where workspace_id = ${workspaceId} and object_key = ${key}`.execute(db),
  );
}

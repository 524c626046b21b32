import type { Insertable } from 'kysely';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { Image } from '../platform/db/schema.gen.ts';
import { queryOne } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

export async function insertImage(ctx: Ctx, row: Omit<Insertable<Image>, 'workspace_id'>): Promise<void> {
  const { workspaceId: workspace_id } = ctx;
  await ctx.db
    .insertInto('image')
    .values({ ...row, workspace_id })
    .execute();
  await ctx.db.insertInto('image_address').values({ name: row.name, workspace_id }).execute();
}

/** Its address goes with it. */
export async function deleteImage(ctx: Ctx, ownerId: string): Promise<void> {
  await ctx.db
    .deleteFrom('image')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('owner_id', '=', ownerId)
    .execute();
}

export async function findWorkspaceOfImage(
  { database }: Runtime,
  name: string,
): Promise<WorkspaceId | undefined> {
  const row = await queryOne<{ workspace_id: WorkspaceId }>(database, {
    name: 'workspace of image',
    text: 'select workspace_id from image_address where name = $1',
    values: [name],
  });
  return row?.workspace_id;
}

export function findImage(ctx: Ctx, name: string) {
  return ctx.db
    .selectFrom('image')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('name', '=', name)
    .select(['type', 'bytes'])
    .executeTakeFirst();
}

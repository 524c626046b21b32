import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** A kind of thing that was imported, and which of them. */
export interface Origin {
  readonly source: string;
  readonly kind: 'team' | 'schedule' | 'page' | 'booking';
  readonly sourceId: string;
}

/** Hashed, since an id of another product may hold an address. */
const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

/** What these became here, by their ids there. */
export async function findImportMapping(
  ctx: Ctx,
  { source, kind }: Pick<Origin, 'source' | 'kind'>,
  sourceIds: readonly string[],
): Promise<Map<string, string>> {
  const hashes = new Map(sourceIds.map((id) => [hashOf(id).toString('hex'), id]));
  const { rows } = await sql<{ hash: string; object_id: string }>`
    select encode(source_hash, 'hex') as hash, object_id from import_mapping
    where workspace_id = ${ctx.workspaceId} and source = ${source} and kind = ${kind}
      and source_hash in (select decode(hash, 'hex') from unnest(${[...hashes.keys()]}::text[]) as hash)
  `.execute(ctx.db);
  return new Map(rows.map(({ hash, object_id }) => [hashes.get(hash) ?? '', object_id]));
}

export function insertImportMapping(
  ctx: Ctx,
  { sourceId, ...origin }: Origin,
  objectId: string,
): Promise<void> {
  return insertImportMappings(ctx, origin, [[sourceId, objectId]]);
}

/** The same for several of a kind: what each became, by its id there. */
export async function insertImportMappings(
  ctx: Ctx,
  { source, kind }: Omit<Origin, 'sourceId'>,
  ids: readonly (readonly [sourceId: string, objectId: string])[],
): Promise<void> {
  if (ids.length === 0) return;
  const row = { workspace_id: ctx.workspaceId, source, kind };
  await ctx.db
    .insertInto('import_mapping')
    .values(
      ids.map(([sourceId, objectId]) => ({ ...row, source_hash: hashOf(sourceId), object_id: objectId })),
    )
    .execute();
}

/** A page that a user or team has under this slug. */
export async function findPageBySlug(ctx: Ctx, ownerId: string, slug: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('event_type')
    .where('workspace_id', '=', ctx.workspaceId)
    .where(sql<boolean>`${ownerId} in (owner_member_id::text, owner_team_id::text)`)
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findScheduleByTitle(
  ctx: Ctx,
  memberId: string,
  title: string,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('schedule')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('title', '=', title)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findTeamSlug(ctx: Ctx, id: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('team')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .select('slug')
    .executeTakeFirst();
  return row?.slug;
}

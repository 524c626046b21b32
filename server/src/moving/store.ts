import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** A kind of thing that was taken over, and which of them. */
export interface Origin {
  readonly source: string;
  readonly kind: 'schedule' | 'page' | 'booking';
  readonly sourceId: string;
}

/** Hashed, since an id of another product may hold an address. */
const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

/** What these became here, by their ids there. */
export async function findMovedIn(
  ctx: Ctx,
  { source, kind }: Pick<Origin, 'source' | 'kind'>,
  sourceIds: readonly string[],
): Promise<Map<string, string>> {
  const hashes = new Map(sourceIds.map((id) => [hashOf(id).toString('hex'), id]));
  const { rows } = await sql<{ hash: string; object_id: string }>`
    select encode(source_hash, 'hex') as hash, object_id from moved_in
    where workspace_id = ${ctx.workspaceId} and source = ${source} and kind = ${kind}
      and encode(source_hash, 'hex') = any (${[...hashes.keys()]})
  `.execute(ctx.db);
  return new Map(rows.map(({ hash, object_id }) => [hashes.get(hash) ?? '', object_id]));
}

export async function insertMovedIn(ctx: Ctx, origin: Origin, objectId: string): Promise<void> {
  await ctx.db
    .insertInto('moved_in')
    .values({
      workspace_id: ctx.workspaceId,
      source: origin.source,
      kind: origin.kind,
      source_hash: hashOf(origin.sourceId),
      object_id: objectId,
    })
    .execute();
}

/** A page that a user has under this slug, or a schedule of this title. */
export async function findPageBySlug(ctx: Ctx, memberId: string, slug: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('event_type')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('owner_member_id', '=', memberId)
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

import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { HostTime } from './host-times.store.ts';

/** A hold with the time slot that it keeps, for the owner of its token. */
export interface HoldRow {
  readonly id: string;
  readonly event_type_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly host_ids: string[];
}

/** Undefined for a token that nobody has, and for a hold that has expired. */
export async function findHold(ctx: Ctx, tokenHash: Buffer): Promise<HoldRow | undefined> {
  const result = await sql<HoldRow>`
    select h.id, h.event_type_id, b.starts_at, b.ends_at, array_agg(b.host_id order by b.position) as host_ids
    from hold h join event_host b on b.workspace_id = h.workspace_id and b.hold_id = h.id
    where h.workspace_id = ${ctx.workspaceId} and h.token_hash = ${tokenHash} and h.expires_at > ${ctx.now}
    group by h.id, h.event_type_id, b.starts_at, b.ends_at
  `.execute(ctx.db);
  return result.rows[0];
}

/** Of those that have not expired, which were made from this network. */
export async function listHeldTokens(
  ctx: Ctx,
  networkHash: Buffer,
  tokenHashes: readonly Buffer[],
): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select encode(token_hash, 'hex') as hash from hold
    where workspace_id = ${ctx.workspaceId} and token_hash = any (${[...tokenHashes]}::bytea[])
      and visitor_hash = ${networkHash} and expires_at > ${ctx.now}
  `.execute(ctx.db);
  return rows.map(({ hash }) => hash);
}

/** Holds of a page are counted one after the other, or two at once would both find room for the last. */
export async function lockHolds(ctx: Ctx, eventTypeId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holds ${ctx.workspaceId} ${eventTypeId}`}, 0))`.execute(
    ctx.db,
  );
}

interface HoldCounts {
  readonly onPage: number;
  readonly ofNetwork: number;
  /** When the first of each ends. */
  readonly pageFreeAt: string | null;
  readonly networkFreeAt: string | null;
}

export async function countHolds(ctx: Ctx, eventTypeId: string, networkHash: Buffer): Promise<HoldCounts> {
  const ofNetwork = sql`filter (where visitor_hash = ${networkHash})`;
  const result = await sql<HoldCounts>`
    select count(*)::int as "onPage", (count(*) ${ofNetwork})::int as "ofNetwork",
      min(expires_at) as "pageFreeAt", min(expires_at) ${ofNetwork} as "networkFreeAt"
    from hold h
    where workspace_id = ${ctx.workspaceId} and event_type_id = ${eventTypeId} and expires_at > ${ctx.now}
      -- Requests have bounds of their own.
      and not exists (select from booking_request r where r.workspace_id = h.workspace_id and r.id = h.id)
  `.execute(ctx.db);
  return result.rows[0] ?? { onPage: 0, ofNetwork: 0, pageFreeAt: null, networkFreeAt: null };
}

interface NewHold {
  readonly id: string;
  readonly event_type_id: string;
  readonly token_hash: Buffer;
  readonly visitor_hash: Buffer;
  readonly expires_at: string;
}

export async function insertHold(ctx: Ctx, row: NewHold): Promise<void> {
  await ctx.db
    .insertInto('hold')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

/** False once it has expired. */
export async function updateExpiry(ctx: Ctx, tokenHash: Buffer, expiresAt: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('hold')
    .set({ expires_at: expiresAt })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', ctx.now.toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Expired or not. Its time goes with it. */
export async function deleteHold(ctx: Ctx, tokenHash: Buffer): Promise<void> {
  await ctx.db
    .deleteFrom('hold')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** The hold of a request, which has its id. */
export async function deleteRequestHold(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.deleteFrom('hold').where('workspace_id', '=', ctx.workspaceId).where('id', '=', id).execute();
}

/** What has expired on a page and was in nobody's way. */
export async function deleteExpiredHolds(ctx: Ctx, eventTypeId: string): Promise<void> {
  await ctx.db
    .deleteFrom('hold')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_type_id', '=', eventTypeId)
    .where('expires_at', '<=', ctx.now.toISOString())
    .execute();
}

/** Whose time a hold keeps: the table, and the type of its ids. */
const kept = {
  host: { times: sql`event_host`, id: sql`b.host_id`, ids: sql`text[]` },
  resource: { times: sql`event_resource`, id: sql`b.resource_id`, ids: sql`uuid[]` },
};

/**
 * Removes expired holds that are in the way of a time of hosts or resources. True also when somebody else is removing them at this moment: by
 * the end of the statement they are gone, and the time may be free.
 */
export async function clearExpiredHolds(
  ctx: Ctx,
  { busy_from, busy_to }: Pick<HostTime, 'busy_from' | 'busy_to'>,
  of: keyof typeof kept,
  ids: readonly string[],
): Promise<boolean> {
  const { times, id, ids: type } = kept[of];
  const result = await sql<{ found: boolean }>`
    with expired as (
      select distinct h.id from ${times} b
      join hold h on h.workspace_id = b.workspace_id and h.id = b.hold_id and h.expires_at <= ${ctx.now}
      where b.workspace_id = ${ctx.workspaceId} and ${id} = any (${ids}::${type}) and b.hold_id is not null
        and b.busy_from < ${busy_to} and b.busy_to > ${busy_from}
    ), cleared as (
      delete from hold where workspace_id = ${ctx.workspaceId} and id in (select id from expired)
    )
    select exists (select from expired) as found
  `.execute(ctx.db);
  return result.rows[0]?.found ?? false;
}

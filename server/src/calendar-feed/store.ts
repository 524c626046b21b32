import { sql } from 'kysely';
import type { Ctx, Runtime } from '../platform/context.ts';
import { queryOne } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

export interface FeedOwner {
  readonly workspace_id: WorkspaceId;
  readonly member_id: string;
}

export function findFeedOwner({ database }: Runtime, tokenHash: Buffer): Promise<FeedOwner | undefined> {
  return queryOne<FeedOwner & Record<string, unknown>>(database, {
    name: 'owner of feed',
    text: 'select workspace_id, member_id from calendar_feed_token where token_hash = $1',
    values: [tokenHash],
  });
}

/** When the address was made. */
export async function findFeed(ctx: Ctx): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('calendar_feed')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', ctx.actor.memberId)
    .select('updated_at')
    .executeTakeFirst();
  return row?.updated_at;
}

/** The address before it ends in the same transaction. */
export async function upsertFeed(ctx: Ctx, tokenHash: Buffer): Promise<void> {
  const { workspaceId, actor } = ctx;
  await sql`
    insert into calendar_feed (workspace_id, member_id, token_hash)
    values (${workspaceId}, ${actor.memberId}, ${tokenHash})
    on conflict (workspace_id, member_id) do update set token_hash = excluded.token_hash`.execute(ctx.db);
  await sql`
    insert into calendar_feed_token (token_hash, workspace_id, member_id)
    values (${tokenHash}, ${workspaceId}, ${actor.memberId})
    on conflict (workspace_id, member_id) do update set token_hash = excluded.token_hash`.execute(ctx.db);
}

export async function deleteFeed(ctx: Ctx, memberId = ctx.actor.memberId): Promise<void> {
  await ctx.db
    .deleteFrom('calendar_feed')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .execute();
}

export interface FeedEvent {
  readonly id: string;
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly sequence: number;
  readonly updatedAt: string;
  readonly place: string;
  readonly joinUrl: string;
  readonly invitees: string[];
}

/** A host who is active, with their events from a time on, in order. */
export async function findHostEvents(
  ctx: Ctx,
  memberId: string,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<{ readonly name: string; readonly events: FeedEvent[] } | undefined> {
  const { rows } = await sql<{ name: string; events: FeedEvent[] }>`
    select m.first_name || ' ' || m.last_name as name, coalesce((
      select json_agg(json_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'endsAt', e.ends_at,
        'sequence', e.sequence, 'updatedAt', e.updated_at, 'joinUrl', e.location_join_url,
        'place', concat_ws(', ', coalesce(e.location_details::json ->> 'address', e.location_details::json ->> 'details',
          e.location_details::json ->> 'phone', nullif(e.location_type, '')),
          replace(e.location_details::json ->> 'resources', E'\n', ', ')),
        'invitees', array(select i.full_name from invitee i
          where i.workspace_id = e.workspace_id and i.event_id = e.id and i.cancelled_at is null
          order by i.created_at, i.id limit 3)) order by e.starts_at, e.id)
      from (
        select e.* from event_host h
        join scheduled_event e on e.workspace_id = h.workspace_id and e.id = h.event_id
        where h.workspace_id = m.workspace_id and h.host_id = m.id and h.blocking and h.hold_id is null
          and h.starts_at > ${since} and e.status = 'confirmed'
        order by h.starts_at, e.id limit ${limit}) e), '[]') as events
    from member m
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${memberId} and m.is_active`.execute(ctx.db);
  return rows[0];
}

import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { Channel } from './provider/public.ts';

export interface ChannelRow extends Channel {
  readonly calendarId: string;
  /** The provider says that it has to be renewed, or made anew. */
  readonly isDue: boolean;
}

/** Of all calendars of a connection, the latest first. */
export async function listChannels(ctx: Ctx, connectionId: string): Promise<ChannelRow[]> {
  const rows = await ctx.db
    .selectFrom('calendar_channel as h')
    .innerJoin('calendar as k', (join) =>
      join.onRef('k.workspace_id', '=', 'h.workspace_id').onRef('k.id', '=', 'h.calendar_id'),
    )
    .where('h.workspace_id', '=', ctx.workspaceId)
    .where('k.connection_id', '=', connectionId)
    .orderBy('h.created_at', 'desc')
    .orderBy('h.id', 'desc')
    .select(['h.id', 'h.calendar_id', 'h.external_id', 'h.expires_at', 'h.is_due'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    calendarId: row.calendar_id,
    externalId: row.external_id,
    expiresAt: new Date(row.expires_at),
    isDue: row.is_due,
  }));
}

export async function upsertChannel(
  ctx: Ctx,
  calendarId: string,
  { id, externalId, expiresAt }: Channel,
): Promise<void> {
  const values = { external_id: externalId, expires_at: expiresAt.toISOString(), is_due: false };
  await ctx.db
    .insertInto('calendar_channel')
    .values({ workspace_id: ctx.workspaceId, id, calendar_id: calendarId, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(values))
    .execute();
}

export async function deleteChannel(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('calendar_channel')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** The connection of a channel, whose calendars are due now; undefined when nobody needs it any more. */
export async function markNotified(ctx: Ctx, channelId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update calendar_connection c set notified_at = ${ctx.now}, next_sync_at = least(c.next_sync_at, ${ctx.now})
    from calendar_channel h
    join calendar k on k.workspace_id = h.workspace_id and k.id = h.calendar_id
    join member m on m.workspace_id = k.workspace_id and m.id = k.member_id and m.is_active
    where h.workspace_id = ${ctx.workspaceId} and h.id = ${channelId}
      and c.workspace_id = k.workspace_id and c.id = k.connection_id
    returning c.id`.execute(ctx.db);
  return rows[0]?.id;
}

export async function markChannelDue(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('calendar_channel')
    .set({ is_due: true })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

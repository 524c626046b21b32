import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';

export interface HostTime {
  readonly event_id: string;
  readonly event_type_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly busy_from: string;
  readonly busy_to: string;
  /** Of a hold, which has no event: the same as `event_id`. */
  readonly hold_id?: string;
  /** By host: when calendars elsewhere had last been read. */
  readonly calendarsReadAt?: Readonly<Record<string, string>> | undefined;
}

/**
 * Takes the time of these hosts for an event or a hold. The database refuses what overlaps; it answers with those who had
 * the time, and waits for a transaction that is about to take it. In one statement and in the order of ids, so that no two can wait
 * for each other. A host who is being deactivated is waited for as well, and then not booked any more.
 */
export async function insertHostTime(
  ctx: Ctx,
  time: HostTime,
  hostIds: readonly string[],
): Promise<string[]> {
  const readAt = time.calendarsReadAt ? JSON.stringify(time.calendarsReadAt) : null;
  const result = await sql<{ host_id: string }>`
    insert into event_host (workspace_id, host_id, position, event_id, event_type_id, starts_at, ends_at, busy_from,
      busy_to, hold_id, calendars_read_at, taken_at)
    select m.workspace_id, m.id, array_position(${hostIds}::text[], m.id) - 1, ${time.event_id},
      ${time.event_type_id}::uuid, ${time.starts_at}::timestamptz, ${time.ends_at}::timestamptz,
      ${time.busy_from}::timestamptz, ${time.busy_to}::timestamptz, ${time.hold_id ?? null},
      (${readAt}::jsonb ->> m.id)::timestamptz, ${ctx.now.toISOString()}::timestamptz
    from member m
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${matchAny(hostIds, 'text')} and m.is_active
    order by m.id
    for key share
    on conflict do nothing
    returning host_id
  `.execute(ctx.db);
  return result.rows.map((row) => row.host_id);
}

/** Deletes the hosts of an event with their time: for one that moves or changes hosts. */
export async function deleteHosts(ctx: Ctx, eventId: string): Promise<void> {
  await ctx.db
    .deleteFrom('event_host')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .execute();
}

/** Frees the hosts' time, and keeps who they were: for an event that is cancelled. */
export async function releaseTime(ctx: Ctx, eventId: string): Promise<void> {
  await ctx.db
    .updateTable('event_host')
    .set({ blocking: false })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .execute();
}

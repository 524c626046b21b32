import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

export interface OccurrenceRow {
  readonly event_id: string;
  readonly invitee_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly is_active: boolean;
  readonly key_sealed: Buffer;
}

/** The bookings of a series, in the order of their times. */
export async function listOccurrences(ctx: Ctx, seriesId: string): Promise<OccurrenceRow[]> {
  const result = await sql<OccurrenceRow>`
    select i.event_id, i.id as invitee_id, e.starts_at, e.ends_at, i.cancelled_at is null as is_active, i.key_sealed
    from invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    where i.workspace_id = ${ctx.workspaceId} and i.series_id = ${seriesId}
    order by e.starts_at, i.id
  `.execute(ctx.db);
  return result.rows;
}

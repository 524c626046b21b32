import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { PageInput } from './rules.ts';

export interface PreviewRow {
  readonly eventTypeId: string;
  readonly changes: PageInput;
}

interface NewPreview extends PreviewRow {
  readonly id: string;
  readonly expiresAt: string;
}

/** Adds a preview, and deletes those that expired and the actor's older ones of the page beyond `most`. */
export async function insertPreview(
  { db, workspaceId, actor, now }: Ctx,
  { id, eventTypeId, changes, expiresAt }: NewPreview,
  most: number,
): Promise<void> {
  await sql`
    delete from page_preview where workspace_id = ${workspaceId} and (expires_at <= ${now.toISOString()} or id in (
      select id from page_preview
      where workspace_id = ${workspaceId} and event_type_id = ${eventTypeId} and member_id = ${actor.memberId}
      order by expires_at desc, id desc offset ${most - 1}))
  `.execute(db);
  await sql`
    insert into page_preview (workspace_id, id, event_type_id, member_id, changes, expires_at)
    values (${workspaceId}, ${id}, ${eventTypeId}, ${actor.memberId}, ${JSON.stringify(changes)}::jsonb, ${expiresAt})
  `.execute(db);
}

/** A preview that has not expired. */
export async function findPreview(
  { db, workspaceId, now }: Ctx,
  id: string,
): Promise<PreviewRow | undefined> {
  const { rows } = await sql<PreviewRow>`
    select event_type_id as "eventTypeId", changes from page_preview
    where workspace_id = ${workspaceId} and id = ${id} and expires_at > ${now.toISOString()}
  `.execute(db);
  return rows[0];
}

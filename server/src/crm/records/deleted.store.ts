import { restoreDays } from '@daybook/contract/crm-records';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import type { LinkRow } from '../links/public.ts';
import { isTaskOfOnly, type RecordRow } from './store.ts';

export interface DeletedRow extends RecordRow {
  readonly deleted_at: string;
}

interface DeletedRecords extends DeletedRow {
  readonly links: readonly LinkRow[];
}

/** A record with more links than this gets the oldest of them back. */
const maxLinks = 10_000;

/** Keeps records that are about to be deleted, with what is deleted with them. */
export async function insertDeleted(ctx: Ctx, objectId: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into crm_deleted_record (workspace_id, object_id, id, version, data, by_hand, created_at, updated_at, deleted_at,
      links, notes, meetings, tasks, task_records)
    select r.workspace_id, r.object_id, r.id, r.version, r.data, r.by_hand, r.created_at, r.updated_at,
      ${ctx.now.toISOString()}::timestamptz,
      coalesce((select jsonb_agg(to_jsonb(l)) from (
        select * from crm_link where workspace_id = ${ctx.workspaceId} and (from_id = r.id or to_id = r.id)
        order by created_at limit ${maxLinks}) l), '[]'),
      coalesce((select jsonb_agg(to_jsonb(n)) from crm_note n where n.workspace_id = ${ctx.workspaceId}
        and n.object_id = ${objectId} and n.record_id = r.id), '[]'),
      coalesce((select jsonb_agg(to_jsonb(m)) from crm_meeting m where m.workspace_id = ${ctx.workspaceId}
        and m.object_id = ${objectId} and m.person_id = r.id), '[]'),
      coalesce((select jsonb_agg(to_jsonb(t)) from crm_task t where t.workspace_id = ${ctx.workspaceId}
        and t.id in (select x.task_id from crm_task_record x where x.workspace_id = ${ctx.workspaceId}
          and x.object_id = ${objectId} and x.record_id = r.id)
        and ${isTaskOfOnly(ctx, objectId, ids)}), '[]'),
      coalesce((select jsonb_agg(to_jsonb(x)) from crm_task_record x where x.workspace_id = ${ctx.workspaceId}
        and x.object_id = ${objectId} and x.record_id = r.id), '[]')
    from crm_record r
    where r.workspace_id = ${ctx.workspaceId} and r.object_id = ${objectId} and r.id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
}

const isRecent = ({ now }: Ctx) =>
  sql`deleted_at > ${new Date(now.getTime() - restoreDays * 86_400_000).toISOString()}`;

/** Latest first. */
export async function listDeleted(
  ctx: Ctx,
  objectId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DeletedRow[]; total: number }> {
  const shown = sql`workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and ${isRecent(ctx)}`;
  const found = await sql<DeletedRow>`
    select id, version, data, by_hand, created_at, updated_at, deleted_at from crm_deleted_record
    where ${shown} order by deleted_at desc, id desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  const count = await sql<{ total: number }>`
    select count(*) as total from crm_deleted_record where ${shown}
  `.execute(ctx.db);
  return { rows: found.rows, total: count.rows[0]?.total ?? 0 };
}

export async function lockDeleted(
  ctx: Ctx,
  objectId: string,
  id: string,
): Promise<DeletedRecords | undefined> {
  const result = await sql<DeletedRecords>`
    select id, version, data, by_hand, created_at, updated_at, deleted_at, links from crm_deleted_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${id} and ${isRecent(ctx)}
    for update
  `.execute(ctx.db);
  return result.rows[0];
}

/** Inserts the notes and tasks of a deleted record, and those of its meetings that nobody else has by now. */
export async function restoreAttachments(ctx: Ctx, objectId: string, id: string): Promise<void> {
  const deleted = sql`crm_deleted_record d
    where d.workspace_id = ${ctx.workspaceId} and d.object_id = ${objectId} and d.id = ${id}`;
  await sql`
    insert into crm_note select n.* from (select notes from ${deleted}) d
    cross join lateral jsonb_populate_recordset(null::crm_note, d.notes) n
  `.execute(ctx.db);
  await sql`
    insert into crm_meeting select m.* from (select meetings from ${deleted}) d
    cross join lateral jsonb_populate_recordset(null::crm_meeting, d.meetings) m
    where exists (select from invitee i where i.workspace_id = ${ctx.workspaceId} and i.id = m.invitee_id)
    on conflict do nothing
  `.execute(ctx.db);
  await sql`
    insert into crm_task select t.* from (select tasks from ${deleted}) d
    cross join lateral jsonb_populate_recordset(null::crm_task, d.tasks) t
    on conflict do nothing
  `.execute(ctx.db);
  await sql`
    insert into crm_task_record select x.* from (select task_records from ${deleted}) d
    cross join lateral jsonb_populate_recordset(null::crm_task_record, d.task_records) x
    where exists (select from crm_task t where t.workspace_id = ${ctx.workspaceId} and t.id = x.task_id)
    on conflict do nothing
  `.execute(ctx.db);
}

export async function deleteDeleted(ctx: Ctx, objectId: string, id: string): Promise<void> {
  await sql`
    delete from crm_deleted_record
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and id = ${id}
  `.execute(ctx.db);
}

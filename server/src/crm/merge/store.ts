import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Diff } from '../history/public.ts';
import type { LinkRow } from '../links/public.ts';
import type { Data } from '../values/public.ts';

interface Move {
  readonly objectId: string;
  readonly from: string;
  readonly to: string;
  /** Only these. */
  readonly ids?: readonly string[];
}

export async function moveNotes(ctx: Ctx, { objectId, from, to, ids }: Move): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update crm_note set record_id = ${to}
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and record_id = ${from}
      and ${ids ? sql`id = any (${ids}::uuid[])` : sql`true`}
    returning id
  `.execute(ctx.db);
  return result.rows.map(({ id }) => id);
}

export async function moveMeetings(ctx: Ctx, { objectId, from, to, ids }: Move): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update crm_meeting set person_id = ${to}
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and person_id = ${from}
      and ${ids ? sql`invitee_id = any (${ids}::text[])` : sql`true`}
    returning invitee_id as id
  `.execute(ctx.db);
  return result.rows.map(({ id }) => id);
}

/** Tasks of the merged record, and those that both have. */
export interface MovedTasks {
  readonly own: readonly string[];
  readonly shared: readonly string[];
}

/** What is about both stays with the survivor, and goes with the merged record. */
export async function moveTasks(ctx: Ctx, { objectId, from, to }: Move): Promise<MovedTasks> {
  const result = await sql<{ id: string; is_shared: boolean }>`
    select x.task_id as id, exists (
      select from crm_task_record o where o.workspace_id = x.workspace_id and o.task_id = x.task_id
        and o.object_id = x.object_id and o.record_id = ${to}) as is_shared
    from crm_task_record x
    where x.workspace_id = ${ctx.workspaceId} and x.object_id = ${objectId} and x.record_id = ${from}
  `.execute(ctx.db);
  const own = result.rows.filter(({ is_shared }) => !is_shared).map(({ id }) => id);
  const shared = result.rows.filter(({ is_shared }) => is_shared).map(({ id }) => id);
  await sql`
    update crm_task_record set record_id = ${to}
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and record_id = ${from}
      and task_id = any (${own}::uuid[])
  `.execute(ctx.db);
  return { own, shared };
}

/** As far as they still exist and are about the survivor. */
export async function returnTasks(
  ctx: Ctx,
  { objectId, from, to }: Move,
  { own, shared }: MovedTasks,
): Promise<void> {
  const onSurvivor = sql`workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and record_id = ${from}`;
  await sql`
    insert into crm_task_record (workspace_id, task_id, object_id, record_id)
    select workspace_id, task_id, object_id, ${to} from crm_task_record
    where ${onSurvivor} and task_id = any (${[...own, ...shared]}::uuid[])
    on conflict do nothing
  `.execute(ctx.db);
  await sql`delete from crm_task_record where ${onSurvivor} and task_id = any (${own}::uuid[])`.execute(
    ctx.db,
  );
}

/**
 * Moves the entries that concern a record, marked with the merge. The changes of the record itself stay its history, and so do
 * entries of a task of both, which the survivor has already: one for its creation, and one for each completion.
 */
export async function moveTimeline(ctx: Ctx, from: string, to: string, mergeId: string): Promise<void> {
  await sql`
    update crm_change c set record_id = ${to}, detail = detail || ${JSON.stringify({ mergeId })}::jsonb
    where c.workspace_id = ${ctx.workspaceId} and c.record_id = ${from} and c.kind not like 'record.%'
      and not (c.kind like 'task.%' and exists (
        select from crm_change own
        where own.workspace_id = ${ctx.workspaceId} and own.record_id = ${to} and own.kind = c.kind
          and own.detail ->> 'taskId' = c.detail ->> 'taskId' and (own.kind = 'task.created' or own.tx = c.tx)))
  `.execute(ctx.db);
}

export async function returnTimeline(ctx: Ctx, from: string, to: string, mergeId: string): Promise<void> {
  await sql`
    update crm_change set record_id = ${to}, detail = detail - 'mergeId'
    where workspace_id = ${ctx.workspaceId} and record_id = ${from} and kind not like 'record.%'
      and detail ->> 'mergeId' = ${mergeId}
  `.execute(ctx.db);
}

export interface MergedRows {
  /** The links that the merged record had. */
  readonly links: readonly LinkRow[];
  /** The links that the survivor got instead. */
  readonly taken: readonly LinkRow[];
  /** The survivor's links that were replaced. */
  readonly lost: readonly LinkRow[];
  readonly notes: readonly string[];
  readonly meetings: readonly string[];
  /** Merges of before there were tasks have none. */
  readonly tasks?: MovedTasks;
  /** Nor files. */
  readonly files?: readonly string[];
}

export interface MergeRow {
  readonly id: string;
  readonly object_id: string;
  readonly slug: string;
  readonly survivor_id: string;
  readonly merged_id: string;
  readonly merged: { readonly data: Data; readonly by_hand: readonly string[]; readonly created_at: string };
  readonly diff: Diff;
  readonly moved: MergedRows;
  readonly created_at: string;
  readonly undone_at: string | null;
}

export async function insertMerge(
  ctx: Ctx,
  row: Pick<MergeRow, 'id' | 'object_id' | 'survivor_id' | 'merged_id' | 'merged' | 'diff' | 'moved'>,
): Promise<void> {
  await sql`
    insert into crm_merge (workspace_id, id, object_id, survivor_id, merged_id, merged, diff, moved)
    values (${ctx.workspaceId}, ${row.id}, ${row.object_id}, ${row.survivor_id}, ${row.merged_id},
      ${JSON.stringify(row.merged)}::jsonb, ${JSON.stringify(row.diff)}::jsonb, ${JSON.stringify(row.moved)}::jsonb)
  `.execute(ctx.db);
}

export async function lockMerge(ctx: Ctx, id: string): Promise<MergeRow | undefined> {
  const result = await sql<MergeRow>`
    select m.*, o.slug from crm_merge m
    join crm_object o on o.workspace_id = m.workspace_id and o.id = m.object_id
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${id} for update of m
  `.execute(ctx.db);
  return result.rows[0];
}

export async function markUndone(ctx: Ctx, id: string): Promise<void> {
  await sql`
    update crm_merge set undone_at = clock_timestamp() where workspace_id = ${ctx.workspaceId} and id = ${id}
  `.execute(ctx.db);
}

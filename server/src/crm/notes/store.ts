import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';

export interface NoteRow {
  readonly id: string;
  readonly note: string;
  /** Of a comment: the first comment of its thread. */
  readonly thread_id: string | null;
  readonly pinned_at: string | null;
  readonly member_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly editor_id: string | null;
  readonly editor_first_name: string | null;
  readonly editor_last_name: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Where {
  readonly objectId: string;
  readonly recordId: string;
}

interface Slice {
  readonly limit: number;
  readonly offset: number;
}

const withNames = sql`
  select n.id, n.note, n.thread_id, n.pinned_at, n.member_id, m.first_name, m.last_name, n.editor_id,
    e.first_name as editor_first_name, e.last_name as editor_last_name, n.created_at, n.updated_at
  from crm_note n
  left join member m on m.workspace_id = n.workspace_id and m.id = n.member_id
  left join member e on e.workspace_id = n.workspace_id and e.id = n.editor_id`;

const onRecord = (ctx: Ctx, { objectId, recordId }: Where) =>
  sql`n.workspace_id = ${ctx.workspaceId} and n.object_id = ${objectId} and n.record_id = ${recordId}`;

/** Pinned ones first, the latest pin on top; then latest first. */
export async function listNotes(
  ctx: Ctx,
  where: Where,
  { limit, offset }: Slice,
): Promise<{ rows: NoteRow[]; total: number }> {
  const notes = sql`${onRecord(ctx, where)} and n.thread_id is null`;
  const result = await sql<NoteRow>`
    ${withNames} where ${notes}
    order by n.pinned_at desc nulls last, n.created_at desc, n.id desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  const count = await sql<{ total: number }>`
    select count(*) as total from crm_note n where ${notes}
  `.execute(ctx.db);
  return { rows: result.rows, total: count.rows[0]?.total ?? 0 };
}

/** The first comments of threads, the latest thread first. */
export async function listThreads(
  ctx: Ctx,
  where: Where,
  { limit, offset }: Slice,
): Promise<{ rows: NoteRow[]; total: number }> {
  const threads = sql`${onRecord(ctx, where)} and n.thread_id = n.id`;
  const result = await sql<NoteRow>`
    ${withNames} where ${threads} order by n.created_at desc, n.id desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  const count = await sql<{ total: number }>`
    select count(*) as total from crm_note n where ${threads}
  `.execute(ctx.db);
  return { rows: result.rows, total: count.rows[0]?.total ?? 0 };
}

/** The latest note on each of these records, no comments. */
export async function findLatestNotes(
  ctx: Ctx,
  objectId: string,
  recordIds: readonly string[],
): Promise<(Pick<NoteRow, 'note' | 'first_name' | 'last_name' | 'created_at'> & { record_id: string })[]> {
  const result = await sql<NoteRow & { record_id: string }>`
    select distinct on (n.record_id) n.record_id, n.note, m.first_name, m.last_name, n.created_at
    from crm_note n left join member m on m.workspace_id = n.workspace_id and m.id = n.member_id
    where n.workspace_id = ${ctx.workspaceId} and n.object_id = ${objectId} and n.record_id = ${matchAny(recordIds, 'uuid')}
      and n.thread_id is null
    order by n.record_id, n.created_at desc, n.id desc
  `.execute(ctx.db);
  return result.rows;
}

/** Oldest first. */
export async function listReplies(ctx: Ctx, threadIds: readonly string[]): Promise<NoteRow[]> {
  if (threadIds.length === 0) return [];
  const result = await sql<NoteRow>`
    ${withNames} where n.workspace_id = ${ctx.workspaceId} and n.thread_id = ${matchAny(threadIds, 'uuid')}
      and n.id <> n.thread_id
    order by n.created_at, n.id
  `.execute(ctx.db);
  return result.rows;
}

export async function countReplies(ctx: Ctx, threadId: string): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from crm_note
    where workspace_id = ${ctx.workspaceId} and thread_id = ${threadId} and id <> thread_id
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

/** Locked, so that of two who edit it the second compares with what the first wrote. */
export async function lockNote(ctx: Ctx, where: Where, id: string): Promise<NoteRow | undefined> {
  const result = await sql<NoteRow>`
    ${withNames} where ${onRecord(ctx, where)} and n.id = ${id} for update of n
  `.execute(ctx.db);
  return result.rows[0];
}

export async function findNote(ctx: Ctx, where: Where, id: string): Promise<NoteRow | undefined> {
  const result = await sql<NoteRow>`${withNames} where ${onRecord(ctx, where)} and n.id = ${id}`.execute(
    ctx.db,
  );
  return result.rows[0];
}

/** The texts of notes and comments by id. */
export async function findNoteTexts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await sql<{ id: string; note: string }>`
    select id, note from crm_note where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return new Map(result.rows.map(({ id, note }) => [id, note]));
}

export async function insertNote(
  ctx: Ctx,
  { objectId, recordId }: Where,
  { id, note, threadId = null }: { id: string; note: string; threadId?: string | null },
): Promise<void> {
  await ctx.db
    .insertInto('crm_note')
    .values({
      workspace_id: ctx.workspaceId,
      id,
      object_id: objectId,
      record_id: recordId,
      member_id: ctx.actor.memberId || null,
      note,
      thread_id: threadId,
    })
    .execute();
}

export async function updateNote(ctx: Ctx, id: string, note: string): Promise<void> {
  await ctx.db
    .updateTable('crm_note')
    .set({ note, editor_id: ctx.actor.memberId || null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteNote(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('crm_note')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function countPinned(ctx: Ctx, where: Where): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from crm_note n where ${onRecord(ctx, where)} and n.pinned_at is not null
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

export async function setPinned(ctx: Ctx, id: string, isPinned: boolean): Promise<void> {
  await sql`
    update crm_note set pinned_at = ${isPinned ? sql`clock_timestamp()` : null}
    where workspace_id = ${ctx.workspaceId} and id = ${id}
  `.execute(ctx.db);
}

import { sql } from 'kysely';
import type { Role } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';

export interface NoteRow {
  readonly id: string;
  readonly note: string;
  readonly member_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly editor_id: string | null;
  readonly editor_first_name: string | null;
  readonly editor_last_name: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

interface Where {
  readonly objectId: string;
  readonly recordId: string;
}

const withNames = sql`
  select n.id, n.note, n.member_id, m.first_name, m.last_name, n.editor_id, e.first_name as editor_first_name,
    e.last_name as editor_last_name, n.created_at, n.updated_at
  from crm_note n
  left join member m on m.workspace_id = n.workspace_id and m.id = n.member_id
  left join member e on e.workspace_id = n.workspace_id and e.id = n.editor_id`;

const onRecord = (ctx: Ctx, { objectId, recordId }: Where) =>
  sql`n.workspace_id = ${ctx.workspaceId} and n.object_id = ${objectId} and n.record_id = ${recordId}`;

/** Latest first. */
export async function listNotes(
  ctx: Ctx,
  where: Where,
  { limit, offset }: { limit: number; offset: number },
): Promise<NoteRow[]> {
  const result = await sql<NoteRow>`
    ${withNames} where ${onRecord(ctx, where)} order by n.created_at desc, n.id desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  return result.rows;
}

export async function countNotes(ctx: Ctx, where: Where): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from crm_note n where ${onRecord(ctx, where)}
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

export async function findNote(ctx: Ctx, where: Where, id: string): Promise<NoteRow | undefined> {
  const result = await sql<NoteRow>`${withNames} where ${onRecord(ctx, where)} and n.id = ${id}`.execute(
    ctx.db,
  );
  return result.rows[0];
}

/** The latest note on each of these records. */
export async function findLatestRecordNotes(
  ctx: Ctx,
  objectId: string,
  recordIds: readonly string[],
): Promise<(Pick<NoteRow, 'note' | 'first_name' | 'last_name' | 'created_at'> & { record_id: string })[]> {
  const result = await sql<NoteRow & { record_id: string }>`
    select distinct on (n.record_id) n.record_id, n.note, m.first_name, m.last_name, n.created_at
    from crm_note n left join member m on m.workspace_id = n.workspace_id and m.id = n.member_id
    where n.workspace_id = ${ctx.workspaceId} and n.object_id = ${objectId} and n.record_id = ${matchAny(recordIds, 'uuid')}
    order by n.record_id, n.created_at desc, n.id desc
  `.execute(ctx.db);
  return result.rows;
}

/** The texts of notes by id. */
export async function findNoteTexts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await sql<{ id: string; note: string }>`
    select id, note from crm_note where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return new Map(result.rows.map(({ id, note }) => [id, note]));
}

/** The titles of tasks by id. */
export async function findTaskTitles(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await sql<{ id: string; title: string }>`
    select id, title from crm_task where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return new Map(result.rows.map(({ id, title }) => [id, title]));
}

export async function insertNote(ctx: Ctx, where: Where, id: string, note: string): Promise<void> {
  await ctx.db
    .insertInto('crm_note')
    .values({
      workspace_id: ctx.workspaceId,
      id,
      object_id: where.objectId,
      record_id: where.recordId,
      member_id: ctx.actor.memberId || null,
      note,
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

/** The role of a user, who may have been deactivated since. */
export async function findRole(ctx: Ctx, memberId: string): Promise<Role> {
  const result = await sql<{ role: Role }>`
    select role from member where workspace_id = ${ctx.workspaceId} and id = ${memberId}
  `.execute(ctx.db);
  return result.rows[0]?.role ?? 'user';
}

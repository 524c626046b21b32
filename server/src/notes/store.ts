import { sql, type ExpressionBuilder } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import { allocateId } from '../platform/db/counter.ts';
import type { DB } from '../platform/db/schema.gen.ts';
import type { NoteKey } from './rules.ts';

export type NoteRow = Awaited<ReturnType<typeof findNote>> & object;

/** An event, and whether the actor is one of its hosts. */
export function findEvent(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('scheduled_event as event')
    .where('event.workspace_id', '=', ctx.workspaceId)
    .where('event.id', '=', id)
    .select((eb) => ['event.id', isHost(ctx, eb)])
    .executeTakeFirst();
}

/** Texts of notes, and whether the actor is a host of their events. */
export function findNoteTexts(ctx: Ctx, publicIds: readonly string[]) {
  return ctx.db
    .selectFrom('note')
    .innerJoin('scheduled_event as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.id', '=', 'note.event_id'),
    )
    .where('note.workspace_id', '=', ctx.workspaceId)
    .where('note.public_id', '=', sql<string>`${matchAny(publicIds, 'text')}`)
    .select((eb) => ['note.public_id', 'note.note', isHost(ctx, eb)])
    .execute();
}

/** The latest note on each of these events, and whether the actor is one of its hosts. */
export function findLatestNotes(ctx: Ctx, eventIds: readonly string[]) {
  return ctx.db
    .selectFrom('note')
    .innerJoin('scheduled_event as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.id', '=', 'note.event_id'),
    )
    .innerJoin('member as author', (join) =>
      join.onRef('author.workspace_id', '=', 'note.workspace_id').onRef('author.id', '=', 'note.member_id'),
    )
    .where('note.workspace_id', '=', ctx.workspaceId)
    .where('note.event_id', '=', sql<string>`${matchAny(eventIds, 'text')}`)
    .distinctOn('note.event_id')
    .orderBy('note.event_id')
    .orderBy('note.id', 'desc')
    .select((eb) => [
      'note.event_id',
      'note.note',
      'note.created_at',
      'author.first_name',
      'author.last_name',
      isHost(ctx, eb),
    ])
    .execute();
}

function isHost(ctx: Ctx, eb: ExpressionBuilder<DB & { event: DB['scheduled_event'] }, 'event'>) {
  return eb
    .exists(
      eb
        .selectFrom('event_host')
        .whereRef('event_host.workspace_id', '=', 'event.workspace_id')
        .whereRef('event_host.event_id', '=', 'event.id')
        .where('event_host.host_id', '=', ctx.actor.memberId)
        .select('event_host.host_id'),
    )
    .$castTo<boolean>()
    .as('is_host');
}

function notes(ctx: Ctx) {
  return ctx.db
    .selectFrom('note')
    .innerJoin('scheduled_event as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.id', '=', 'note.event_id'),
    )
    .innerJoin('event_type as type', (join) =>
      join.onRef('type.workspace_id', '=', 'event.workspace_id').onRef('type.id', '=', 'event.event_type_id'),
    )
    .innerJoin('member as creator', (join) =>
      join.onRef('creator.workspace_id', '=', 'note.workspace_id').onRef('creator.id', '=', 'note.member_id'),
    )
    .leftJoin('member as editor', (join) =>
      join
        .onRef('editor.workspace_id', '=', 'note.workspace_id')
        .onRef('editor.id', '=', 'note.editor_id')
        .onRef('editor.id', '<>', 'note.member_id'),
    )
    .where('note.workspace_id', '=', ctx.workspaceId)
    .select([
      'note.id',
      'note.public_id',
      'note.note',
      'note.event_id',
      'note.member_id',
      'note.created_at',
      'note.updated_at',
      'event.starts_at',
      'event.ends_at',
      'event.title',
      'event.duration',
      'type.title as type_title',
      'type.slug as type_slug',
      'creator.first_name',
      'creator.last_name',
      'creator.slug',
      'creator.avatar',
      'editor.first_name as editor_first_name',
      'editor.last_name as editor_last_name',
      'editor.slug as editor_slug',
      'editor.avatar as editor_avatar',
    ]);
}

export function findNote(ctx: Ctx, key: NoteKey) {
  const query =
    'id' in key
      ? notes(ctx).where('note.id', '=', key.id)
      : notes(ctx).where('note.public_id', '=', key.publicId);
  return query.executeTakeFirst();
}

/** Oldest first, by id. */
export function listNotes(ctx: Ctx, eventId: string) {
  return notes(ctx).where('note.event_id', '=', eventId).orderBy('note.id').execute();
}

export async function insertNote(
  ctx: Ctx,
  row: { public_id: string; event_id: string; member_id: string; note: string },
): Promise<number> {
  const id = await allocateId(ctx, 'note');
  await ctx.db
    .insertInto('note')
    .values({ ...row, id, workspace_id: ctx.workspaceId })
    .execute();
  return id;
}

/** False when another request has deleted it. */
export async function updateNote(ctx: Ctx, id: number, note: string): Promise<boolean> {
  const updated = await ctx.db
    .updateTable('note')
    .set({ note, editor_id: ctx.actor.memberId })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** False when another request has deleted it. */
export async function deleteNote(ctx: Ctx, id: number): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('note')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

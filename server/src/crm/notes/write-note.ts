import { maxPinnedNotes } from '@daybook/contract/crm-notes';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { conflict, forbidden, notFound, throwIfInvalid } from '../../platform/problems.ts';
import { insertChanges } from '../history/public.ts';
import { loadRecord, lockSurvivor } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import { noteWritten } from './events.ts';
import { parseText } from './mentions.ts';
import { findChangeProblem } from './rules.ts';
import * as store from './store.ts';

type Noun = 'note' | 'comment';

/** Which note or comment, by the path of a request. */
export interface NotePath {
  readonly noun: Noun;
  readonly recordId: string;
  readonly id: string;
}

/** Writes a note on a record, and an entry on its timeline that refers to it. */
export async function createNote(
  ctx: Ctx,
  definition: Definition,
  pathId: string,
  text: string,
): Promise<store.NoteRow> {
  const { html, mentionedIds, reasons } = await parseText(ctx, definition, text);
  throwIfInvalid(reasons.length > 0 ? { note: reasons } : {});
  const { id: recordId } = await lockSurvivor(ctx, definition, pathId);
  const where = { objectId: definition.id, recordId };
  const id = generateUuid();
  await store.insertNote(ctx, where, { id, note: html });
  await insertChanges(ctx, [{ id: generateUuid(), ...where, kind: 'note.created', detail: { noteId: id } }]);
  if (mentionedIds.length > 0) {
    await ctx.publish(noteWritten, { noteId: id, isNew: true, mentionedIds });
  }
  return loadNote(ctx, definition, { noun: 'note', recordId, id });
}

/** Changes a note or comment. Of several who mention the same user at once, one notifies. */
export async function changeText(
  ctx: Ctx,
  definition: Definition,
  path: NotePath,
  text: string,
): Promise<store.NoteRow> {
  const before = await lockOwn(ctx, definition, path);
  const { html, mentionedIds, reasons } = await parseText(ctx, definition, text, before.note);
  throwIfInvalid(reasons.length > 0 ? { [path.noun]: reasons } : {});
  await store.updateNote(ctx, path.id, html);
  if (mentionedIds.length > 0) {
    await ctx.publish(noteWritten, { noteId: path.id, isNew: false, mentionedIds });
  }
  return loadNote(ctx, definition, path);
}

export async function removeNote(ctx: Ctx, definition: Definition, path: NotePath): Promise<void> {
  await lockOwn(ctx, definition, path);
  await store.deleteNote(ctx, path.id);
}

/** Everyone who can change the record can pin. The record is locked, so that the limit also holds for two at once. */
export async function pinNote(ctx: Ctx, definition: Definition, path: NotePath): Promise<store.NoteRow> {
  const { id: recordId } = await lockSurvivor(ctx, definition, path.recordId);
  const note = await loadNote(ctx, definition, path);
  if (note.pinned_at !== null) return note;
  if ((await store.countPinned(ctx, { objectId: definition.id, recordId })) >= maxPinnedNotes) {
    throw conflict(`This record already has ${maxPinnedNotes} pinned notes. Unpin one first.`);
  }
  await store.setPinned(ctx, path.id, true);
  return loadNote(ctx, definition, path);
}

export async function unpinNote(ctx: Ctx, definition: Definition, path: NotePath): Promise<store.NoteRow> {
  await loadNote(ctx, definition, path);
  await store.setPinned(ctx, path.id, false);
  return loadNote(ctx, definition, path);
}

/** Throws 404, or 403 when the actor may not change it. */
async function lockOwn(ctx: Ctx, definition: Definition, path: NotePath): Promise<store.NoteRow> {
  const { id: recordId } = await loadRecord(ctx, definition, path.recordId);
  const note = await store.lockNote(ctx, { objectId: definition.id, recordId }, path.id);
  const found = requireNoun(path.noun, note);
  const refusal = findChangeProblem(ctx.actor, found, path.noun);
  if (refusal) throw forbidden(refusal);
  return found;
}

export async function loadNote(ctx: Ctx, definition: Definition, path: NotePath): Promise<store.NoteRow> {
  const { id: recordId } = await loadRecord(ctx, definition, path.recordId);
  return requireNoun(path.noun, await store.findNote(ctx, { objectId: definition.id, recordId }, path.id));
}

/** A comment is no note to the routes of notes, nor the other way round. */
function requireNoun(noun: Noun, note: store.NoteRow | undefined): store.NoteRow {
  if (!note || (note.thread_id === null) !== (noun === 'note')) {
    throw notFound(noun === 'note' ? 'Note' : 'Comment');
  }
  return note;
}

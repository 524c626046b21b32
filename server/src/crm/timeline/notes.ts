import type { Ctx } from '../../platform/context.ts';
import { isBlankHtml, sanitizeHtml } from '../../platform/html.ts';
import { newUuid } from '../../platform/ids.ts';
import { invalidField, notFound } from '../../platform/problems.ts';
import { insertChanges } from '../history/public.ts';
import type { Definition } from '../schema/public.ts';
import { holdRecords } from '../links/public.ts';
import { deleteNote, findNote, insertNote, updateNote, type NoteRow } from './notes.store.ts';
import { nounOf } from '../records/public.ts';

/** Writes a note on a record, and that it was written on its timeline. */
export async function createNote(
  ctx: Ctx,
  definition: Definition,
  recordId: string,
  text: string,
): Promise<NoteRow> {
  const note = clean(text);
  const [held] = await holdRecords(ctx, definition.id, [recordId]);
  if (!held) throw notFound(nounOf(definition));
  const id = newUuid();
  await insertNote(ctx, { objectId: definition.id, recordId }, id, note);
  await insertChanges(ctx, [
    { id: newUuid(), objectId: definition.id, recordId, kind: 'note.created', detail: { noteId: id, note } },
  ]);
  return loadNote(ctx, definition, recordId, id);
}

export async function changeNote(
  ctx: Ctx,
  definition: Definition,
  recordId: string,
  id: string,
  text: string,
): Promise<NoteRow> {
  const note = clean(text);
  await loadNote(ctx, definition, recordId, id);
  await updateNote(ctx, id, note);
  return loadNote(ctx, definition, recordId, id);
}

export async function removeNote(
  ctx: Ctx,
  definition: Definition,
  recordId: string,
  id: string,
): Promise<void> {
  await loadNote(ctx, definition, recordId, id);
  await deleteNote(ctx, id);
}

async function loadNote(ctx: Ctx, definition: Definition, recordId: string, id: string): Promise<NoteRow> {
  const note = await findNote(ctx, { objectId: definition.id, recordId }, id);
  if (!note) throw notFound('Note');
  return note;
}

function clean(text: string): string {
  const html = sanitizeHtml(text);
  if (isBlankHtml(html)) throw invalidField('note', 'Must hold some text beside markup.');
  return html;
}

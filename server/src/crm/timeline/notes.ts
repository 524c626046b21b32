import { isAdmin, type Actor } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { isBlankHtml, sanitizeHtml, findHtmlProblem } from '../../platform/html.ts';
import { generateUuid } from '../../platform/ids.ts';
import { forbidden, invalidField, notFound } from '../../platform/problems.ts';
import { insertChanges } from '../history/public.ts';
import { loadRecord, lockSurvivor } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import { deleteNote, findNote, insertNote, updateNote, type NoteRow } from './store.ts';

/** Writes a note on a record, and an entry on its timeline that refers to it. */
export async function createNote(
  ctx: Ctx,
  definition: Definition,
  pathId: string,
  text: string,
): Promise<NoteRow> {
  const note = sanitize(text);
  const { id: recordId } = await lockSurvivor(ctx, definition, pathId);
  const id = generateUuid();
  await insertNote(ctx, { objectId: definition.id, recordId }, id, note);
  await insertChanges(ctx, [
    { id: generateUuid(), objectId: definition.id, recordId, kind: 'note.created', detail: { noteId: id } },
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
  const note = sanitize(text);
  requireAuthor(ctx.actor, await loadNote(ctx, definition, recordId, id));
  await updateNote(ctx, id, note);
  return loadNote(ctx, definition, recordId, id);
}

export async function removeNote(
  ctx: Ctx,
  definition: Definition,
  recordId: string,
  id: string,
): Promise<void> {
  requireAuthor(ctx.actor, await loadNote(ctx, definition, recordId, id));
  await deleteNote(ctx, id);
}

async function loadNote(ctx: Ctx, definition: Definition, recordId: string, id: string): Promise<NoteRow> {
  const { id: survivorId } = await loadRecord(ctx, definition, recordId);
  const note = await findNote(ctx, { objectId: definition.id, recordId: survivorId }, id);
  if (!note) throw notFound('Note');
  return note;
}

function requireAuthor(actor: Actor, { member_id: authorId }: NoteRow): void {
  if (isAdmin(actor) || (authorId !== null && authorId === actor.memberId)) return;
  throw forbidden('Only the author, owners and admins can edit or delete a note.');
}

const maxLength = 10_000;

function sanitize(text: string): string {
  const html = sanitizeHtml(text);
  if (isBlankHtml(html)) throw invalidField('note', 'Must contain text, not only markup.');
  const tooLong = findHtmlProblem(html, maxLength);
  if (tooLong) throw invalidField('note', tooLong);
  return html;
}

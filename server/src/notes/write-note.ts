import type { Ctx } from '../platform/context.ts';
import { isBlankHtml, sanitizeHtml } from '../platform/html.ts';
import { newShortId } from '../platform/ids.ts';
import { notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { noteCreated } from './events.ts';
import { openEvent, readNote } from './read-notes.ts';
import * as store from './store.ts';

export async function createNote(
  ctx: Ctx,
  { uuid, note }: { readonly uuid: string; readonly note: string },
): Promise<store.NoteRow> {
  const eventId = await openEvent(ctx, uuid);
  const id = await store.insertNote(ctx, {
    public_id: newShortId(),
    event_id: eventId,
    member_id: ctx.actor.memberId,
    note: clean(note),
  });
  const row = await readNote(ctx, String(id));
  await ctx.publish(noteCreated, { eventId, noteUuid: row.public_id, note: row.note });
  return row;
}

export async function changeNote(ctx: Ctx, id: string, text: string): Promise<store.NoteRow> {
  const note = await readNote(ctx, id);
  if (!(await store.updateNote(ctx, note.id, clean(text)))) throw notFound('Note');
  return readNote(ctx, id);
}

export async function removeNote(ctx: Ctx, id: string): Promise<void> {
  const note = await readNote(ctx, id);
  if (!(await store.deleteNote(ctx, note.id))) throw notFound('Note');
}

/** What writing would find wrong. */
export function validateNote(_ctx: Ctx, { note }: { readonly note?: string }): FieldErrors {
  return note === undefined ? {} : wrongIfBlank(sanitizeHtml(note));
}

function clean(text: string): string {
  const html = sanitizeHtml(text);
  throwIfInvalid(wrongIfBlank(html));
  return html;
}

function wrongIfBlank(html: string): FieldErrors {
  return isBlankHtml(html) ? { note: ['Must hold some text beside markup.'] } : {};
}

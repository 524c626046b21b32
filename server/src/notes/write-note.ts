import type { Ctx } from '../platform/context.ts';
import { isBlankHtml, sanitizeHtml, findHtmlProblem } from '../platform/html.ts';
import { generateShortId } from '../platform/ids.ts';
import { forbidden, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { noteCreated } from './events.ts';
import { findEventFor, loadEvent, readNote } from './read-notes.ts';
import { findChangeProblem } from './rules.ts';
import * as store from './store.ts';

export async function createNote(
  ctx: Ctx,
  { uuid, note }: { readonly uuid: string; readonly note: string },
): Promise<store.NoteRow> {
  throwIfInvalid(await validateNote(ctx, { uuid, note }));
  const { id: eventId } = await loadEvent(ctx, uuid);
  const id = await store.insertNote(ctx, {
    public_id: generateShortId(),
    event_id: eventId,
    member_id: ctx.actor.memberId,
    note: sanitizeHtml(note),
  });
  const row = await readNote(ctx, String(id));
  await ctx.publish(noteCreated, { eventId, noteUuid: row.public_id });
  return row;
}

/** A note that a host wrote elsewhere, as HTML. It publishes nothing, since its author knows of it. Returns its id for others. */
export async function recordNote(
  ctx: Ctx,
  { eventId, memberId, note }: { readonly eventId: string; readonly memberId: string; readonly note: string },
): Promise<string> {
  throwIfInvalid(validateText(note));
  const publicId = generateShortId();
  await store.insertNote(ctx, {
    public_id: publicId,
    event_id: eventId,
    member_id: memberId,
    note: sanitizeHtml(note),
  });
  return publicId;
}

/** Throws 403 when the actor may not write notes on the event. */
export async function validateNote(
  ctx: Ctx,
  { uuid, note }: { readonly uuid?: string; readonly note?: string },
): Promise<FieldErrors> {
  const isUnknown = uuid !== undefined && !(await findEventFor(ctx, uuid));
  return { ...(isUnknown && { uuid: ['No event has this id.'] }), ...validateText(note) };
}

const maxLength = 500;

/** Markup without text is no note. */
function validateText(text: string | undefined): FieldErrors {
  if (text === undefined) return {};
  const note = sanitizeHtml(text);
  const reason = isBlankHtml(note) ? 'Must contain text, not only markup.' : findHtmlProblem(note, maxLength);
  return reason === undefined ? {} : { note: [reason] };
}

export async function changeNote(ctx: Ctx, id: string, text: string): Promise<store.NoteRow> {
  const note = await loadOwnNote(ctx, id);
  throwIfInvalid(validateText(text));
  if (!(await store.updateNote(ctx, note.id, sanitizeHtml(text)))) throw notFound('Note');
  return readNote(ctx, id);
}

export async function removeNote(ctx: Ctx, id: string): Promise<void> {
  const note = await loadOwnNote(ctx, id);
  if (!(await store.deleteNote(ctx, note.id))) throw notFound('Note');
}

/** Throws 404, or 403 when the actor may not change the note. */
async function loadOwnNote(ctx: Ctx, id: string): Promise<store.NoteRow> {
  const note = await readNote(ctx, id);
  const refusal = findChangeProblem(ctx.actor, note);
  if (refusal) throw forbidden(refusal);
  return note;
}

import type { Ctx } from '../platform/context.ts';
import { forbidden, notFound } from '../platform/problems.ts';
import { noteKey, whyNotNotes } from './rules.ts';
import { findEvent, findNote, listNotes, type NoteRow } from './store.ts';

export async function readNotes(ctx: Ctx, eventId: string): Promise<NoteRow[]> {
  return listNotes(ctx, await openEvent(ctx, eventId));
}

/** A note whose event the actor may look into. */
export async function readNote(ctx: Ctx, id: string): Promise<NoteRow> {
  const note = await findNote(ctx, noteKey(id));
  if (!note) throw notFound('Note');
  await openEvent(ctx, note.event_id);
  return note;
}

/** The id of an event that exists and whose notes the actor may see and write. */
export async function openEvent(ctx: Ctx, id: string): Promise<string> {
  const event = await findEvent(ctx, id);
  if (!event) throw notFound('Event');
  const refusal = whyNotNotes(ctx.actor, event);
  if (refusal) throw forbidden(refusal);
  return event.id;
}

import type { Ctx } from '../platform/context.ts';
import { forbidden, notFound } from '../platform/problems.ts';
import { canReadNotes, parseNoteKey, findAccessProblem } from './rules.ts';
import { findEvent, findLatestNotes, findNote, findNoteTexts, listNotes, type NoteRow } from './store.ts';

export async function readNotes(ctx: Ctx, eventId: string): Promise<NoteRow[]> {
  return listNotes(ctx, (await loadEvent(ctx, eventId)).id);
}

/** Throws 404, or 403 when the actor may not read the notes of its event. */
export async function readNote(ctx: Ctx, id: string): Promise<NoteRow> {
  const note = await findNote(ctx, parseNoteKey(id));
  if (!note) throw notFound('Note');
  await loadEvent(ctx, note.event_id);
  return note;
}

/** The texts of those notes that the actor may read, by public id: for other slices that refer to notes. */
export async function readNoteTexts(
  ctx: Ctx,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (publicIds.length === 0 || !canReadNotes(ctx.actor)) return new Map();
  const notes = await findNoteTexts(ctx, publicIds);
  const readable = notes.filter((note) => findAccessProblem(ctx.actor, note) === undefined);
  return new Map(readable.map((note) => [note.public_id, note.note]));
}

/** The latest note on each of these events, where the actor may read it. */
export async function readLatestNotes(ctx: Ctx, eventIds: readonly string[]) {
  if (eventIds.length === 0 || !canReadNotes(ctx.actor)) return [];
  const notes = await findLatestNotes(ctx, eventIds);
  return notes.filter((note) => findAccessProblem(ctx.actor, note) === undefined);
}

/** Throws 404, or 403 when the actor may not read and write the notes of the event. */
export async function loadEvent(ctx: Ctx, id: string): Promise<{ readonly id: string }> {
  const event = await findEventFor(ctx, id);
  if (!event) throw notFound('Event');
  return event;
}

/** Undefined when there is no such event. Throws 403 when the actor may not read and write its notes. */
export async function findEventFor(ctx: Ctx, id: string): Promise<{ readonly id: string } | undefined> {
  const event = await findEvent(ctx, id);
  const refusal = event && findAccessProblem(ctx.actor, event);
  if (refusal) throw forbidden(refusal);
  return event;
}

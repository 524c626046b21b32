import { isAdmin, type Actor } from '../platform/auth/actor.ts';

/** Whether the actor may read notes at all, as the routes of notes demand it. */
export function canReadNotes({ scopes }: Actor): boolean {
  return scopes.has('notes:read') || scopes.has('admin:full');
}

/** Why the actor may neither read nor write the notes of an event. */
export function findAccessProblem(actor: Actor, event: { readonly is_host: boolean }): string | undefined {
  if (event.is_host || isAdmin(actor)) return undefined;
  return 'Only the event’s hosts, owners and admins can do this.';
}

/** Why the actor may not change or delete a note that they may read. */
export function findChangeProblem(actor: Actor, note: { readonly member_id: string }): string | undefined {
  if (note.member_id === actor.memberId || isAdmin(actor)) return undefined;
  return 'Only the author, owners and admins can edit or delete a note.';
}

/** A note has an integer id of up to nine digits and a public id of ten characters. */
export type NoteKey = { readonly id: number } | { readonly publicId: string };

export function parseNoteKey(id: string): NoteKey {
  return /^\d{1,9}$/.test(id) ? { id: Number(id) } : { publicId: id };
}

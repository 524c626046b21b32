import { isAdmin, type Actor } from '../platform/auth/actor.ts';

/** Why the actor may neither see nor write the notes of an event; undefined when they may. */
export function whyNotNotes(actor: Actor, event: { readonly is_host: boolean }): string | undefined {
  if (event.is_host || isAdmin(actor)) return undefined;
  return 'Only a host of the event, an owner or an admin may do this.';
}

/** A note goes by two ids. Only the integer one can be this short. */
export type NoteKey = { readonly id: number } | { readonly publicId: string };

export function noteKey(id: string): NoteKey {
  return /^\d{1,9}$/.test(id) ? { id: Number(id) } : { publicId: id };
}

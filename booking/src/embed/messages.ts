import type { Told } from '../model.ts';

/** What a page in a frame and the page around it say to each other. */
export type ToFrame = { readonly daybook: 'hello' };

export type FromFrame =
  | { readonly daybook: 'height'; readonly height: number }
  | { readonly daybook: 'scheduled'; readonly detail: Told }
  | { readonly daybook: 'close' };

/** Anybody may post anything: undefined unless it is ours by its looks. Whose it is, the receiver checks. */
export function ourMessage<M extends ToFrame | FromFrame>(data: unknown): M | undefined {
  const isOurs = typeof data === 'object' && data !== null && 'daybook' in data;
  return isOurs ? (data as M) : undefined;
}

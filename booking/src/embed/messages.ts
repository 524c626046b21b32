import type { ScheduledDetail } from '../model.ts';

/** Messages between the host page and the embedded page. */
export type ToFrame = { readonly daybook: 'hello' };

export type FromFrame =
  | { readonly daybook: 'height'; readonly height: number }
  | { readonly daybook: 'scheduled'; readonly detail: ScheduledDetail }
  | { readonly daybook: 'close' };

/** Undefined unless it has our shape. Anyone may post such a message, so the receiver checks origin and source. */
export function parseMessage<M extends ToFrame | FromFrame>(data: unknown): M | undefined {
  const isMessage = typeof data === 'object' && data !== null && 'daybook' in data;
  return isMessage ? (data as M) : undefined;
}

import type { z } from 'zod';

/** Something that can happen, named `noun.verb`, with what there is to know of it. */
export interface EventKind<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: S;
  /** What it happened to. Effects of one stream follow in the order in which their events were published. */
  readonly stream?: ((payload: z.output<S>) => string) | undefined;
}

export function defineEvent<S extends z.ZodType>(
  name: string,
  payload: S,
  stream?: (payload: z.output<S>) => string,
): EventKind<S> {
  return { name, payload, stream };
}

/** An event as a later reaction gets it. */
export interface PublishedEvent<P = unknown> {
  /** The same however often a reaction runs: what makes a second run harmless is derived from it. */
  readonly id: string;
  readonly publishedAt: string;
  /** If that was long before it was written down. */
  readonly happenedAt?: string;
  readonly payload: P;
}

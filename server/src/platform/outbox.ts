import type { z } from 'zod';
import type { Ctx } from './context.ts';
import type { JobKind } from './jobs.ts';

/** Something that can happen, named `noun.verb`, with what there is to know of it. */
export interface EventKind<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: S;
}

export function eventKind<S extends z.ZodType>(name: string, payload: S): EventKind<S> {
  return { name, payload };
}

/** What a job that reacts to an event is given: where to find it. */
export interface Told {
  readonly workspaceId: string;
  readonly eventId: string;
}

/** One row of the reactions table: what follows from an event, in its own transaction or as jobs after it. */
export interface Reaction<S extends z.ZodType = z.ZodType> {
  readonly event: EventKind<S>;
  readonly now?: readonly ((ctx: Ctx, payload: z.output<S>) => Promise<void>)[];
  /** The same for all that are told at once, where that is cheaper. */
  readonly nowBatch?: readonly ((ctx: Ctx, payloads: readonly z.output<S>[]) => Promise<void>)[];
  readonly later?: readonly JobKind<z.ZodType<Told>>[];
}

export function on<S extends z.ZodType>(
  event: EventKind<S>,
  { now = [], nowBatch = [], later = [] }: Omit<Reaction<S>, 'event'>,
): Reaction {
  return {
    event,
    now: now as Reaction['now'] & object,
    nowBatch: nowBatch as Reaction['nowBatch'] & object,
    later,
  };
}

export interface Reactions {
  to(eventName: string): Required<Omit<Reaction, 'event'>>;
}

export function reactionsFrom(table: readonly Reaction[]): Reactions {
  return {
    to(eventName) {
      const rows = table.filter(({ event }) => event.name === eventName);
      return {
        now: rows.flatMap(({ now = [] }) => now),
        nowBatch: rows.flatMap(({ nowBatch = [] }) => nowBatch),
        later: rows.flatMap(({ later = [] }) => later),
      };
    },
  };
}

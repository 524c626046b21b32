import type { z } from 'zod';
import type { Ctx, Effects, Reactions } from './context.ts';
import type { EventKind, PublishedEvent } from './events.ts';

/** What of a later reaction could not run yet. */
export interface WaitingEvents {
  /** Events, by their ids, with which it is run again in a moment. What comes later in their stream waits until then. */
  readonly waiting: readonly string[];
}

/** One row of the reactions table: what follows from an event. */
export interface Reaction<S extends z.ZodType = z.ZodType> {
  readonly event: EventKind<S>;
  /** In the transaction of the event: what must be true together with it. A failure refuses the request. */
  readonly now?: readonly ((ctx: Ctx, payload: z.output<S>) => Promise<void>)[];
  /** The same for all that are published at once, where that is cheaper. */
  readonly nowBatch?: readonly ((ctx: Ctx, payloads: readonly z.output<S>[]) => Promise<void>)[];
  /**
   * After the event was committed, for many events at once (`effects.ts`). Only writes to the database: what leaves it, such
   * as mail, has a queue of its own. Of one stream, reactions of the same name run in order.
   */
  readonly later?: Readonly<
    Record<
      string,
      (ctx: Ctx, events: readonly PublishedEvent<z.output<S>>[]) => Promise<WaitingEvents | void>
    >
  >;
}

export function on<S extends z.ZodType>(
  event: EventKind<S>,
  { now = [], nowBatch = [], later = {} }: Omit<Reaction<S>, 'event'>,
): Reaction {
  return {
    event,
    now: now as Reaction['now'] & object,
    nowBatch: nowBatch as Reaction['nowBatch'] & object,
    later: later as Reaction['later'] & object,
  };
}

export function buildReactions(table: readonly Reaction[]): Reactions {
  const byName = new Map<string, Effects>();
  for (const { event, now = [], nowBatch = [], later = {} } of table) {
    if (byName.has(event.name)) throw new Error(`The reactions to ${event.name} stand in two places.`);
    byName.set(event.name, { payload: event.payload, now, nowBatch, later: Object.entries(later) });
  }
  return { to: (eventName) => byName.get(eventName) };
}

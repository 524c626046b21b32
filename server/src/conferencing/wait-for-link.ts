import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import type { WaitingEvents } from '../platform/reactions.ts';
import { findPending, promiseLinks } from './store.ts';

/** Others are not kept waiting any longer for a link that does not come. */
const longestWaitMs = 10_000;

type OfEvent =
  | { readonly eventId: string }
  /** Of a series. */
  | { readonly occurrences: readonly { readonly eventId: string }[] };

type React<P> = (ctx: Ctx, events: readonly PublishedEvent<P>[]) => Promise<void>;

/** Has a reaction wait until the link of the event is known, a bounded time. */
export function waitForLink<P>(react: React<P>) {
  return (ctx: Ctx, events: readonly PublishedEvent<P & OfEvent>[]): Promise<WaitingEvents> =>
    split(ctx, events, react, async () => {});
}

/** The same for mail: what goes out without the link says that it follows, and so it does. */
export function waitForOrPromiseLink<P>(react: React<P>) {
  return (ctx: Ctx, events: readonly PublishedEvent<P & OfEvent>[]): Promise<WaitingEvents> =>
    split(ctx, events, react, async (eventIds) => {
      // Nobody gets mail of what the system does by itself.
      if (ctx.actor.kind !== 'system') await promiseLinks(ctx, eventIds);
    });
}

async function split<P>(
  ctx: Ctx,
  events: readonly PublishedEvent<P & OfEvent>[],
  react: React<P>,
  goWithout: (eventIds: readonly string[]) => Promise<void>,
): Promise<WaitingEvents> {
  const pending = await findPending(
    ctx,
    events.flatMap(({ payload }) => eventIdsOf(payload)),
  );
  const sinceMs = Date.parse(pending.now) - longestWaitMs;
  const lacksLink = ({ payload }: PublishedEvent<OfEvent>): boolean =>
    eventIdsOf(payload).some((id) => pending.eventIds.has(id));
  const isLate = ({ publishedAt }: PublishedEvent): boolean => Date.parse(publishedAt) <= sinceMs;
  const waiting = events.filter((event) => lacksLink(event) && !isLate(event));
  const late = events.filter((event) => lacksLink(event) && isLate(event));
  const lacking = late.flatMap(({ payload }) => eventIdsOf(payload)).filter((id) => pending.eventIds.has(id));
  if (lacking.length > 0) await goWithout(lacking);
  const ready = events.filter((event) => !waiting.includes(event));
  if (ready.length > 0) await react(ctx, ready);
  return { waiting: waiting.map(({ id }) => id) };
}

function eventIdsOf(payload: OfEvent): string[] {
  return 'eventId' in payload ? [payload.eventId] : payload.occurrences.map(({ eventId }) => eventId);
}

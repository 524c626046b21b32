import { explainSlot, type Reason } from '@daybook/engine/explain';
import { listFreeHosts, listStillFreeHosts, type SlotQuery } from '@daybook/engine/slots';
import type { Ctx } from '../platform/context.ts';
import { loadPage, type PageFacts } from './store.ts';

/** A visitor who chooses a time has read the list at most this long ago. */
const listedForMinutes = 30;

/** A page that was loaded for a time, and how its times are asked for. */
export interface LoadedPage {
  readonly facts: PageFacts;
  readonly exceptId?: string | undefined;
  readonly queryOf: (facts: PageFacts) => SlotQuery;
  /** Times of a series follow from its first, whether listed or not: one that somebody has is taken, for however long. */
  readonly isSeries?: boolean;
}

/** Whether a start can be booked. `taken`: it was listed, and is gone. `never`: it is not one of the page's, and was not lately. */
export type Offer =
  | { readonly state: 'listed' | 'was listed'; readonly hosts: readonly number[] }
  | { readonly state: 'taken' | 'never'; readonly reason: Reason };

/**
 * Booking, moving, holding and explaining all decide by this. A start can be booked that is listed now; or that would be listed
 * without the bookings, holds and calendar entries of the last minutes, and is free: those moved the list under a visitor who had read it.
 */
export async function findOffer(ctx: Ctx, page: LoadedPage, instant: number): Promise<Offer> {
  const query = page.queryOf(page.facts);
  const found = explainSlot(query, instant);
  if (found.isOffered) return { state: 'listed', hosts: found.hosts };
  const { reason } = found;
  const before = page.queryOf(await loadBefore(ctx, page, instant));
  const hosts = listStillFreeHosts(query, before, instant);
  if (hosts.length > 0) return { state: 'was listed', hosts };
  const isTaken = isHad(page, reason) || listFreeHosts(before, instant).length > 0;
  return { state: isTaken ? 'taken' : 'never', reason };
}

/** An event with too few seats is one of the page's own, which shows it and may have a waitlist. */
function isHad({ isSeries = false }: LoadedPage, reason: Reason): boolean {
  return reason === 'seats' || (isSeries && ['busy', 'buffer', 'limit', 'resource'].includes(reason));
}

/** The page with its settings as they were loaded, and what had been taken of its time before the last minutes. */
async function loadBefore(ctx: Ctx, { facts, exceptId }: LoadedPage, instant: number): Promise<PageFacts> {
  const before = await loadPage(ctx, {
    address: { eventTypeId: facts.id },
    window: { start: instant, end: instant + 1 },
    hostIds: facts.hosts.map(({ id }) => id),
    exceptId,
    takenBefore: new Date(ctx.now.getTime() - listedForMinutes * 60_000),
  });
  if (!before) return facts;
  const { countedEvents, groupEvents, resources, hosts } = before;
  const busyOf = new Map(hosts.map(({ id, busy }) => [id, busy]));
  return {
    ...facts,
    ...{ countedEvents, groupEvents, resources },
    hosts: facts.hosts.map((host) => ({ ...host, busy: busyOf.get(host.id) ?? host.busy })),
  };
}

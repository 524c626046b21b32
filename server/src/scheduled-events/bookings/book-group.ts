import { listFreeHosts, type SlotQuery } from '@daybook/engine/slots';
import { loadBookablePage, buildSlotQuery, type PageFacts, type Target } from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, Problem } from '../../platform/problems.ts';
import { createGroupBookings, type BookingIds } from './create-booking.ts';
import type { PageLocation } from './location.rules.ts';
import { toIndividualPage } from './rules.ts';
import { findPageDetails } from './page-details.store.ts';
import { slotTaken, computeWindowAround } from '../times/public.ts';
import type { Booking } from './validate-booking.ts';

/** A meeting on a page, at times that a host chose: with its own title, length, place and hosts, all of whom attend. */
export interface GroupMeeting {
  readonly eventTypeId: string;
  readonly hostIds: readonly string[];
  readonly title: string;
  readonly duration: number;
  readonly location: PageLocation | null;
  /** Minutes since 1970, in order. */
  readonly starts: readonly number[];
}

export type Attendee = Pick<Booking, 'name' | 'email' | 'timeZone' | 'language'> & {
  readonly isConfirmed: boolean;
};

/**
 * Books one event for several invitees, at one of the starts. The time is offered and taken as for every booking, and the database
 * decides between two who come at once; nobody joins an event that others have at this time.
 */
export async function bookGroup(
  ctx: Ctx,
  gathering: GroupMeeting,
  start: number,
  attendees: readonly Attendee[],
): Promise<BookingIds[]> {
  const facts = await findFacts(ctx, gathering, [start]);
  if (!facts) throw conflict('The booking page of this poll was deleted or deactivated.');
  if (lacksHost(facts, gathering)) throw conflict('A host of this poll was deactivated.');
  if (listFreeHosts(queryOf(ctx, facts, gathering), start).length === 0) throw slotTaken();

  const { title, duration: durationMinutes, location } = gathering;
  const details = await findPageDetails(ctx, facts.id);
  const place = {
    facts: { ...facts, title },
    // What a host decided to give costs nothing.
    details: { ...details, price: null, locations: location ? [location] : [] },
    ...{ start, durationMinutes, hosts: facts.hosts, allHosts: true },
  };
  const date = new Date(start * 60_000).toISOString();
  const when = { date: date.slice(0, 10), start: date.slice(11, 16), locationId: location?.id };
  return createGroupBookings(
    ctx,
    place,
    attendees.map(({ isConfirmed, ...person }) => ({ booking: { ...person, ...when }, isConfirmed })),
  );
}

/** Those of the starts at which all hosts are free, as far as is known. */
export async function listFreeStarts(ctx: Ctx, gathering: GroupMeeting): Promise<number[]> {
  const starts = gathering.starts.filter((start) => start * 60_000 > ctx.now.getTime());
  if (starts.length === 0) return [];
  const facts = await findFacts(ctx, gathering, starts);
  if (!facts || lacksHost(facts, gathering)) return [];
  const query = queryOf(ctx, facts, gathering);
  return starts.filter((start) => listFreeHosts(query, start).length > 0);
}

/** Undefined for a page that can't be booked. */
async function findFacts(
  ctx: Ctx,
  gathering: GroupMeeting,
  starts: readonly number[],
): Promise<PageFacts | undefined> {
  try {
    const facts = await loadBookablePage(ctx, targetOf(gathering), { window: computeWindowAround(starts) });
    // Groups of the page are in the way like any event.
    return toIndividualPage(facts);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
}

/** As by a collective link that offers these starts: of the rules of the page, only that its hosts are free counts. */
function targetOf({ eventTypeId, hostIds, starts }: GroupMeeting): Target {
  const unlimited = { price: null, expiresAt: null, isLimited: false, usedAt: null, lacksHost: false };
  return {
    address: { eventTypeId },
    link: {
      id: '',
      eventTypeId,
      kind: 'collective',
      hostIds: [...hostIds],
      onlyStarts: [...starts],
      ...unlimited,
    },
  };
}

function lacksHost({ hosts }: PageFacts, { hostIds }: GroupMeeting): boolean {
  return hosts.length < hostIds.length;
}

function queryOf(ctx: Ctx, facts: PageFacts, { duration }: GroupMeeting): SlotQuery {
  return buildSlotQuery(facts, {
    durationMinutes: duration,
    seats: 1,
    allHosts: true,
    nowMs: ctx.now.getTime(),
    asksCalendars: ctx.externalData !== undefined,
  });
}

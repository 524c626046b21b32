import { explain } from '@daybook/engine/explain';
import { minuteFloor } from '@daybook/engine/dates';
import { loadPage, slotQueryOf, type HostFacts, type PageFacts } from '../availability/public.ts';
import { findMemberByEmail } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, invalid, type FieldErrors } from '../platform/problems.ts';
import { loadOwnEvent, lockOwnEvent, type EventWithHosts } from './access.ts';
import { inviteeHandedOver } from './events.ts';
import { meetingOf } from './rules.ts';
import { searchText } from './search.ts';
import {
  activeInvitees,
  addTurn,
  dropHosts,
  lockLimits,
  removeTurn,
  updateEvent,
  type EventRow,
} from './store.ts';
import { isLimited, takeTime } from './take-time.ts';
import { hostTime } from './time.ts';

interface Handover {
  readonly newHostEmail: string;
  readonly requireHostAvailability: boolean;
  /** Who gives the event away, where several host it. */
  readonly hostEmail?: string | null | undefined;
}

/**
 * Gives an event to another host: of a round robin to one of its hosts, of any other page to anyone in the workspace. The
 * other hosts of the event stay. Even a host who need not be available is never booked twice.
 */
export async function handOver(ctx: Ctx, id: string, handover: Handover): Promise<void> {
  const current = await lockOwnEvent(ctx, id);
  const { event, hostIds } = current;
  const start = minuteFloor(Date.parse(event.starts_at));
  let found = await findHost(ctx, event, handover.newHostEmail);
  if (found.facts && isLimited(found.facts)) {
    // Limits are counted, so whoever counts waits for the others and counts what they left.
    await lockLimits(ctx, event.event_type_id);
    found = await findHost(ctx, event, handover.newHostEmail);
  }
  const { facts, host } = found;
  if (!facts || !host) throw invalid(notAHost(event));
  if (hostIds.includes(host.id)) throw conflict('This host has the event already.');
  const formerId = await formerHost(ctx, current, handover.hostEmail);
  const isRequired = handover.requireHostAvailability;
  if (isRequired && !isAvailable({ ...facts, hosts: [host] }, event, start)) throw notFree();

  await dropHosts(ctx, id);
  const newHosts = hostIds.map((hostId) => (hostId === formerId ? host.id : hostId));
  const taken = await takeTime(ctx, hostTime(facts, id, start, event.duration), newHosts);
  if (taken.length < newHosts.length) throw notFree();
  if (event.type === 'ROUND_ROBIN') {
    await removeTurn(ctx, event.event_type_id, formerId);
    await addTurn(ctx, event.event_type_id, host.id, hostIdsOfPage(facts));
  }
  const changed = await updateEvent(ctx, id, { search: await searchText(ctx, id, event.title) });
  const about = { eventId: id, meeting: meetingOf(changed, newHosts), fromHostIds: [formerId] };
  const invitees = await activeInvitees(ctx, id);
  await ctx.publishAll(
    inviteeHandedOver,
    invitees.map((invitee) => ({ ...about, inviteeId: invitee.id })),
  );
}

/** What handing over would find wrong. */
export async function validateHandover(
  ctx: Ctx,
  { newHostEmail }: { newHostEmail?: string },
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  if (newHostEmail === undefined) return {};
  const { event } = await loadOwnEvent(ctx, params.uuid);
  const { host } = await findHost(ctx, event, newHostEmail);
  return host ? {} : notAHost(event);
}

function notAHost({ type }: EventRow): FieldErrors {
  const sentence =
    type === 'ROUND_ROBIN' ? 'Is not a host of this page.' : 'Is no active user of this workspace.';
  return { newHostEmail: [sentence] };
}

/** The host who gives the event away: the named one, else the only one, else whoever hands it over. */
async function formerHost(
  ctx: Ctx,
  { hostIds }: EventWithHosts,
  email: string | null | undefined,
): Promise<string> {
  const named = email == null ? undefined : await findMemberByEmail(ctx, email);
  const id = email == null ? (hostIds.length === 1 ? hostIds[0] : ctx.actor.memberId) : named?.id;
  if (id !== undefined && hostIds.includes(id)) return id;
  const sentence = 'Name one of the event’s hosts, who gives it away.';
  throw invalid({ hostEmail: [sentence] });
}

function hostIdsOfPage({ hosts }: PageFacts): string[] {
  return hosts.map(({ id }) => id);
}

/** The named host of an event that can be handed over, with its page as it is at that time. */
async function findHost(
  ctx: Ctx,
  event: EventRow,
  email: string,
): Promise<{ facts: PageFacts | undefined; host: HostFacts | undefined }> {
  if (event.status === 'cancelled') throw conflict('A cancelled event can’t be handed over.');
  const start = minuteFloor(Date.parse(event.starts_at));
  const member = event.type === 'ROUND_ROBIN' ? undefined : await findMemberByEmail(ctx, email);
  const facts = await loadPage(ctx, {
    address: { eventTypeId: event.event_type_id },
    window: { start, end: start + 1 },
    hostIds: member ? [member.id] : null,
    exceptId: event.id,
  });
  return { facts, host: facts?.hosts.find((host) => host.email === email.toLowerCase()) };
}

function notFree() {
  return conflict('The new host is not free at this time.');
}

/** In their hours and not busy. The page's notice and window, and where its starts lie, were decided by the booking. */
function isAvailable(facts: PageFacts, event: EventRow, start: number): boolean {
  const anytime: PageFacts = { ...facts, minimumNotice: 0, bookingWindow: { type: 'unlimited' } };
  const slotQuery = slotQueryOf(anytime, {
    durationMinutes: event.duration,
    seats: 1,
    allHosts: false,
    nowMs: 0,
  });
  const found = explain(slotQuery, start);
  return found.isOffered || found.reason === 'not a start';
}

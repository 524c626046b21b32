import { explainSlot } from '@daybook/engine/explain';
import { loadPage, buildSlotQuery, type HostFacts, type PageFacts } from '../../availability/public.ts';
import { addTurn, removeTurn } from '../../event-types/public.ts';
import { findMemberByEmail } from '../../members/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { runInSavepoint } from '../../platform/db/savepoint.ts';
import { conflict, invalid, type FieldErrors } from '../../platform/problems.ts';
import {
  loadOwnEvent,
  lockOwnEvent,
  type EventWithHosts,
  inviteeHandedOver,
  toMeeting,
  getStart,
  lockLimits,
  listActiveInvitees,
  updateEvent,
  type EventRow,
} from '../core/public.ts';
import {
  requireCalendarAnswers,
  sortByTurn,
  deleteHosts,
  type HostTime,
  isLimited,
  reserveTime,
  buildHostTime,
} from '../times/public.ts';
import { buildSearchText } from './search.ts';
import { listActiveHosts } from './people.store.ts';

interface Handover {
  readonly newHostEmail: string;
  readonly requireHostAvailability: boolean;
  /** Who gives the event away, where several host it. */
  readonly hostEmail?: string | null | undefined;
  /** For so many seconds it can be undone. */
  readonly undoWithin?: number | undefined;
}

/**
 * Gives an event to another host: of a round robin to one of its hosts, of any other page to anyone in the workspace. The
 * other hosts of the event stay. Even a host who need not be available is never booked twice.
 */
export async function reassignEvent(ctx: Ctx, id: string, handover: Handover): Promise<void> {
  await replaceOneHost(ctx, await lockOwnEvent(ctx, id), handover);
}

/** The same of an event that is locked, by someone who may do so. */
export async function replaceOneHost(ctx: Ctx, current: EventWithHosts, handover: Handover): Promise<void> {
  const facts = await lockTakers(ctx, current.event, handover.newHostEmail);
  const host = facts && named(facts, handover.newHostEmail);
  if (!host) throw invalid(notAHost(current.event));
  if (current.hostIds.includes(host.id)) throw conflict('This user already hosts the event.');
  const formerId = await formerHost(ctx, current, handover.hostEmail);
  if (handover.requireHostAvailability && !isAvailable(facts, current.event, host)) throw notFree();
  const time = buildHostTime(facts, current.event.id, getStart(current.event), current.event.duration);
  const checked = handover.requireHostAvailability
    ? requireCalendarAnswers(ctx, time, { hosts: [host], allHosts: true })
    : undefined;
  const { undoWithin } = handover;
  const isReplaced = await replaceHost(
    ctx,
    current,
    { ...time, ...checked },
    { facts, formerId, host, undoWithin },
  );
  if (!isReplaced) throw notFree();
}

/**
 * Finds somebody else for the event of a host who leaves: the named one, on a round robin else another of its hosts, in
 * turn. Answers why nobody takes it, and then nothing has changed.
 */
export async function reassignFrom(
  ctx: Ctx,
  current: EventWithHosts,
  formerId: string,
  newHostEmail: string | undefined,
): Promise<string | undefined> {
  const { event, hostIds } = current;
  const facts = await lockTakers(ctx, event, newHostEmail);
  if (!facts) return 'The booking page of this event was deleted.';
  const first = newHostEmail === undefined ? undefined : named(facts, newHostEmail);
  const takers = [...(first ? [first] : []), ...sortByTurn(facts.hosts.filter((host) => host !== first))];
  for (const host of takers) {
    if (hostIds.includes(host.id) || !isAvailable(facts, event, host)) continue;
    const time = buildHostTime(facts, event.id, getStart(event), event.duration);
    const isReplaced = () => replaceHost(ctx, current, time, { facts, formerId, host });
    if (await runInSavepoint(ctx, isReplaced, Boolean)) return undefined;
  }
  if (event.type === 'ROUND_ROBIN') return 'No other host of this page is available at this time.';
  return first ? 'The new host isn’t available at this time.' : 'Give the new host in handoverTo.';
}

/** What handing over would find wrong. */
export async function validateHandover(
  ctx: Ctx,
  { newHostEmail }: { newHostEmail?: string },
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  if (newHostEmail === undefined) return {};
  const { event } = await loadOwnEvent(ctx, params.uuid);
  const facts = await loadTakers(ctx, event, newHostEmail);
  return facts && named(facts, newHostEmail) ? {} : notAHost(event);
}

function notAHost({ type }: EventRow): FieldErrors {
  const sentence =
    type === 'ROUND_ROBIN'
      ? 'Must be a host of this event type.'
      : 'Must be an active user in this workspace.';
  return { newHostEmail: [sentence] };
}

/** Limits are counted, so each transaction waits for the others and counts what they left. */
async function lockTakers(
  ctx: Ctx,
  event: EventRow,
  email: string | undefined,
): Promise<PageFacts | undefined> {
  const facts = await loadTakers(ctx, event, email);
  if (!facts || !isLimited(facts)) return facts;
  await lockLimits(ctx, event.event_type_id);
  return loadTakers(ctx, event, email);
}

/** The event's page as it is at that time, with those who could take the event: a round robin's hosts, else the named one. */
async function loadTakers(
  ctx: Ctx,
  event: EventRow,
  email: string | undefined,
): Promise<PageFacts | undefined> {
  if (event.status === 'cancelled') throw conflict('A canceled event can’t be reassigned.');
  const start = getStart(event);
  const isAnyone = event.type !== 'ROUND_ROBIN';
  const member = isAnyone && email !== undefined ? await findMemberByEmail(ctx, email) : undefined;
  return loadPage(ctx, {
    address: { eventTypeId: event.event_type_id },
    window: { start, end: start + 1 },
    hostIds: isAnyone ? (member ? [member.id] : []) : null,
    exceptId: event.id,
  });
}

function named({ hosts }: PageFacts, email: string): HostFacts | undefined {
  return hosts.find((host) => host.email === email.toLowerCase());
}

/** The host who gives the event away: the named one, else the only one, else the user who reassigns it. */
async function formerHost(
  ctx: Ctx,
  { hostIds }: EventWithHosts,
  email: string | null | undefined,
): Promise<string> {
  const giver = email == null ? undefined : await findMemberByEmail(ctx, email);
  const id = email == null ? (hostIds.length === 1 ? hostIds[0] : ctx.actor.memberId) : giver?.id;
  if (id !== undefined && hostIds.includes(id)) return id;
  const sentence = 'Give the current host of the event.';
  throw invalid({ hostEmail: [sentence] });
}

/** In their hours and not busy. The page's notice and window, and where its starts lie, were decided by the booking. */
function isAvailable(facts: PageFacts, event: EventRow, host: HostFacts): boolean {
  const anytime: PageFacts = {
    ...facts,
    hosts: [host],
    minimumNotice: 0,
    bookingWindow: { type: 'unlimited' },
    // It keeps those that it has.
    resources: [],
  };
  const slotQuery = buildSlotQuery(anytime, {
    durationMinutes: event.duration,
    seats: 1,
    allHosts: false,
    nowMs: 0,
    asksCalendars: true,
  });
  const found = explainSlot(slotQuery, getStart(event));
  return found.isOffered || found.reason === 'not a start';
}

interface Replacement {
  readonly facts: PageFacts;
  readonly formerId: string;
  readonly host: HostFacts;
  readonly undoWithin?: number | undefined;
}

/** False when the host lost the time to somebody else in this moment. */
async function replaceHost(
  ctx: Ctx,
  { event, hostIds }: EventWithHosts,
  time: HostTime,
  { facts, formerId, host, undoWithin }: Replacement,
): Promise<boolean> {
  const { id } = event;
  await deleteHosts(ctx, id);
  const active = await listActiveHosts(ctx, [...hostIds, host.id]);
  const newHosts = hostIds
    .map((hostId) => (hostId === formerId ? host.id : hostId))
    .filter((hostId) => active.includes(hostId));
  const taken = await reserveTime(ctx, time, newHosts);
  if (taken.length < newHosts.length || !taken.includes(host.id)) return false;
  if (event.type === 'ROUND_ROBIN') {
    const minutes = event.duration;
    await removeTurn(ctx, event.event_type_id, { hostId: formerId, minutes });
    await addTurn(
      ctx,
      event.event_type_id,
      { hostId: host.id, minutes },
      facts.hosts.map((each) => each.id),
    );
  }
  const changed = await updateEvent(ctx, id, { search: await buildSearchText(ctx, id, event.title) });
  const meeting = toMeeting(changed, newHosts);
  const about = { eventId: id, meeting, fromHostIds: [formerId], toHostId: host.id };
  const invitees = await listActiveInvitees(ctx, id);
  await ctx.publishAll(
    inviteeHandedOver,
    invitees.map((invitee) => ({ ...about, inviteeId: invitee.id })),
    { delaySeconds: undoWithin },
  );
  return true;
}

function notFree() {
  return conflict('The new host isn’t available at this time.');
}

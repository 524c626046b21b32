import { explain } from '@daybook/engine/explain';
import { minuteFloor } from '@daybook/engine/dates';
import { loadPage, slotQueryOf, type HostFacts, type PageFacts } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import { badRequest, conflict, invalid, type FieldErrors } from '../platform/problems.ts';
import { loadOwnEvent, lockOwnEvent } from './access.ts';
import { inviteeHandedOver } from './events.ts';
import { meetingOf } from './rules.ts';
import { searchText } from './search.ts';
import { activeInvitees, countTurn, dropHosts, updateEvent, type EventRow } from './store.ts';
import { takeTime } from './take-time.ts';
import { hostTime } from './time.ts';

/** Gives a round-robin event to another host of its page. Even one who need not be available is never booked twice. */
export async function handOver(
  ctx: Ctx,
  id: string,
  { newHostEmail, requireHostAvailability }: { newHostEmail: string; requireHostAvailability: boolean },
): Promise<void> {
  const { event, hostIds } = await lockOwnEvent(ctx, id);
  const start = minuteFloor(Date.parse(event.starts_at));
  const { facts, host } = await findHost(ctx, event, newHostEmail);
  if (!facts || !host) throw invalid(notAHost);
  if (hostIds.includes(host.id)) throw conflict('This host has the event already.');
  if (requireHostAvailability && !isAvailable({ ...facts, hosts: [host] }, event, start)) throw notFree();

  await dropHosts(ctx, id);
  const taken = await takeTime(ctx, hostTime(facts, id, start, event.duration), [host.id]);
  if (taken.length === 0) throw notFree();
  for (const hostId of hostIds) await countTurn(ctx, event.event_type_id, hostId, -1);
  await countTurn(ctx, event.event_type_id, host.id, 1);
  const changed = await updateEvent(ctx, id, { search: await searchText(ctx, id, event.title) });
  const about = { eventId: id, meeting: meetingOf(changed, taken), fromHostIds: hostIds };
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
  return host ? {} : notAHost;
}

const notAHost: FieldErrors = { newHostEmail: ['Is not a host of this page.'] };

/** The named host of an event that can be handed over, with its page as it is at that time. */
async function findHost(
  ctx: Ctx,
  event: EventRow,
  email: string,
): Promise<{ facts: PageFacts | undefined; host: HostFacts | undefined }> {
  if (event.type !== 'ROUND_ROBIN') throw badRequest('Only a round-robin event can be handed over.');
  if (event.status === 'cancelled') throw conflict('A cancelled event can’t be handed over.');
  const start = minuteFloor(Date.parse(event.starts_at));
  const facts = await loadPage(ctx, {
    address: { eventTypeId: event.event_type_id },
    window: { start, end: start + 1 },
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

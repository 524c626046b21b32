import type { CallLanguage } from '@daybook/contract/call-voices.data';
import { newBooking } from '@daybook/contract/scheduled-events';
import {
  formatClock,
  formatDate,
  formatOffset,
  floorToMinute,
  minuteToMs,
  MINUTES_PER_DAY,
  modulo,
} from '@daybook/engine/dates';
import { toDay, getOffset, toWallTime, type Zone } from '@daybook/engine/zones';
import { findTimes, createPageLoader } from '../availability/public.ts';
import { createSystemActor, type Actor } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { forbidden } from '../platform/problems.ts';
import { bookTime, findPageDetails, undoBooking, validateBookingOn } from '../scheduled-events/public.ts';
import { findAgent, loadWorkspaceNames } from './agents.store.ts';
import { chooseOffers, type Facts, type OfferedTime } from './dialogue/public.ts';
import { optOut } from './do-not-call.ts';
import { sendPageLinkEmail } from './notify-recipient.ts';
import { explainNotByPhone, listCalleeZones } from './rules.ts';
import { findEventOfAttempt, findCall, setEventOfAttempt, type CallRow } from './store.ts';

/** What an agent knows and may do during a call. */

export interface Briefing {
  readonly facts: Facts;
  readonly page: PageAddress;
  readonly language: CallLanguage;
  readonly voice: string;
  /** How the agent is to speak and what it is to know, in the words of its owner. */
  readonly prompt: string | null;
  /** The callee's. */
  readonly zone: Zone;
  readonly offers: readonly OfferedTime[];
}

interface PageAddress {
  readonly eventTypeId: string;
  readonly ownerSlug: string;
  readonly eventTypeSlug: string;
}

/** How far ahead times are offered. */
const days = 21;

/** A sentence when the call can't be made. */
export async function prepareBriefing(ctx: Ctx, callId: string): Promise<Briefing | string> {
  const call = await findCall(ctx, callId);
  const agent = call && (await findAgent(ctx, call.agent_id));
  if (!call || !agent) return 'The call no longer exists.';
  if (agent.event_type_id === null) return 'The agent has no booking page.';
  const { name, timezone } = await loadWorkspaceNames(ctx);
  const zones = listCalleeZones(call.phone_number, call.time_zone, timezone);
  const [zone] = zones;
  if (!zone) return 'The time zone of the phone number is unknown.';
  const { facts, startsMs } = await findStarts(ctx, agent.event_type_id, zone, ctx.now.getTime());
  const language = agent.language as CallLanguage;
  const page = { eventTypeId: facts.id, ownerSlug: facts.ownerSlug, eventTypeSlug: facts.slug };
  const refusal = await findBookingProblem(ctx, page, call);
  if (refusal) return refusal;
  const offers = chooseOffers(startsMs, zone, language);
  // Nobody is called to be told that there is nothing to choose from.
  if (offers.length === 0) return 'The agent’s booking page has no available times.';
  return {
    facts: {
      language,
      firstName: call.full_name.split(' ')[0] ?? '',
      company: name,
      reason: call.first_message,
      title: facts.title,
      voicemail: agent.voicemail_message,
      isRecorded: agent.record_calls,
      clock: clockOf(zones, ctx.now.getTime()),
    },
    page,
    language,
    voice: agent.voice,
    prompt: agent.prompt,
    zone,
    offers,
  };
}

/** Why the callee could not book, whichever time they choose. */
async function findBookingProblem(ctx: Ctx, page: PageAddress, call: CallRow): Promise<string | undefined> {
  const details = await findPageDetails(ctx, page.eventTypeId);
  const refusal = explainNotByPhone(details);
  if (refusal) return refusal;
  const { eventTypeId } = page;
  const errors = await validateBookingOn(ctx, { address: { eventTypeId } }, bookerOf(call, page, details));
  const [first] = Object.entries(errors);
  return first && `The agent’s booking page can’t be booked in this call: ${first[0]}: ${first[1].join(' ')}`;
}

/** `New York`, where the zones of a number are not all on the same clock; undefined where nobody can be mistaken. */
function clockOf(zones: readonly Zone[], nowMs: number): string | undefined {
  const offsets = new Set(zones.map((zone) => getOffset(zone, floorToMinute(nowMs))));
  return offsets.size > 1 ? zones[0]?.name.split('/').at(-1)?.replaceAll('_', ' ') : undefined;
}

export async function findLaterOffers(
  ctx: Ctx,
  { page, zone, language }: Briefing,
  afterMs: number,
): Promise<OfferedTime[]> {
  const { startsMs } = await findStarts(ctx, page.eventTypeId, zone, Math.max(afterMs, ctx.now.getTime()));
  return chooseOffers(
    startsMs.filter((startMs) => startMs > afterMs),
    zone,
    language,
  );
}

async function findStarts(ctx: Ctx, eventTypeId: string, zone: Zone, fromMs: number) {
  const first = toDay(zone, floorToMinute(fromMs));
  const load = createPageLoader(ctx, { address: { eventTypeId } }, {});
  const { facts, found } = await findTimes(load, zone, { first, last: first + days }, false);
  return { facts, startsMs: Array.from(found.starts, (start) => minuteToMs(start)) };
}

/** Who is called books as a visitor of the page does: what the server does by itself causes no mail, and needs nobody's consent. */
export function createCalleeActor(workspaceId: WorkspaceId, callId: string): Actor {
  return { ...createSystemActor(workspaceId), kind: 'visitor', role: 'user', id: `call ${callId}` };
}

/** By the code of `POST /event`. An attempt books once: its row, which is locked, has the event. */
export async function bookInCall(
  ctx: Ctx,
  { page, zone }: Briefing,
  { callId, attemptId }: { callId: string; attemptId: string },
  startMs: number,
): Promise<string> {
  const booked = await findEventOfAttempt(ctx, callId, attemptId);
  if (booked) return booked;
  const call = (await findCall(ctx, callId)) as CallRow;
  const start = floorToMinute(startMs);
  const details = await findPageDetails(ctx, page.eventTypeId);
  // It may have become such a page during the call.
  const refusal = explainNotByPhone(details);
  if (refusal) throw forbidden(refusal);
  const { eventId } = await bookTime(
    ctx,
    newBooking.parse({
      ...bookerOf(call, page, details),
      date: formatDate(toDay(zone, start)),
      start: formatClock(modulo(toWallTime(zone, start), MINUTES_PER_DAY)),
      offset: formatOffset(getOffset(zone, start)),
      timeZone: zone.name,
    }),
  );
  await setEventOfAttempt(ctx, callId, attemptId, eventId);
  return eventId;
}

/** What was booked in this attempt: the person took it back before the call was over. */
export async function cancelInCall(
  ctx: Ctx,
  { callId, attemptId }: { callId: string; attemptId: string },
): Promise<void> {
  const eventId = await findEventOfAttempt(ctx, callId, attemptId);
  const call = await findCall(ctx, callId);
  if (eventId === null || !call) return;
  await undoBooking(ctx, eventId, call.email);
  await setEventOfAttempt(ctx, callId, attemptId, null);
}

/** A booking without its time. Nobody is asked where: it is the first place of the page. */
function bookerOf(
  { full_name: name, email, phone_number: phone }: CallRow,
  { ownerSlug, eventTypeSlug }: PageAddress,
  { locations: [location] }: Awaited<ReturnType<typeof findPageDetails>>,
) {
  return { ownerSlug, eventTypeSlug, name, email, phone, ...(location && { locationId: location.id }) };
}

/** Also of a call that is gone, since the callee was erased meanwhile. */
export async function optOutInCall(ctx: Ctx, callId: string, phoneNumber: string): Promise<void> {
  const call = await findCall(ctx, callId);
  await optOut(ctx, phoneNumber, { isErased: call === undefined });
}

/** To the address of the call. False when it was not sent. */
export async function sendLink(ctx: Ctx, { page, language }: Briefing, callId: string): Promise<boolean> {
  const call = await findCall(ctx, callId);
  if (!call) return false;
  const { full_name: name, email } = call;
  // In the language of the call.
  return sendPageLinkEmail(ctx, { callId, eventTypeId: page.eventTypeId, name, email, language });
}

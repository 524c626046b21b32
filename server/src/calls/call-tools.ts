import type { CallLanguage } from '@daybook/contract/call-voices.data';
import { newBooking } from '@daybook/contract/scheduled-events';
import {
  formatClock,
  formatDate,
  formatOffset,
  minuteFloor,
  minuteToMs,
  MINUTES_PER_DAY,
  modulo,
} from '@daybook/engine/dates';
import { dayAt, offsetAt, wallAt, type Zone } from '@daybook/engine/zones';
import { findTimes, pageLoader } from '../availability/public.ts';
import { systemActor, type Actor } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { newUuid } from '../platform/ids.ts';
import { book, findPageDetails } from '../scheduled-events/public.ts';
import { mailPageLink } from '../mail/public.ts';
import { findAgent, insertDoNotCall, workspaceNamed } from './agents.store.ts';
import { chooseOffers, type Facts, type OfferedTime } from './dialogue/public.ts';
import { zonesOfCallee } from './rules.ts';
import { eventOfAttempt, findCall, setEventOfAttempt, type CallRow } from './store.ts';

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
  if (!call || !agent) return 'The call does not exist any more.';
  if (agent.event_type_id === null) return 'The agent has no page whose times it could offer.';
  const { name, timezone } = await workspaceNamed(ctx);
  const zones = zonesOfCallee(call.phone_number, call.time_zone, timezone);
  const [zone] = zones;
  if (!zone) return 'The time zone of the number is not known.';
  const { facts, startsMs } = await findStarts(ctx, agent.event_type_id, zone, ctx.now.getTime());
  const language = agent.language as CallLanguage;
  return {
    facts: {
      language,
      firstName: call.full_name.split(' ')[0] ?? '',
      company: name,
      reason: call.first_message,
      title: facts.title,
      isRecorded: agent.record_calls,
      clock: clockOf(zones, ctx.now.getTime()),
    },
    page: { eventTypeId: facts.id, ownerSlug: facts.ownerSlug, eventTypeSlug: facts.slug },
    language,
    voice: agent.voice,
    prompt: agent.prompt,
    zone,
    offers: chooseOffers(startsMs, zone, language),
  };
}

/** `New York`, where the zones of a number are not all on the same clock; undefined where nobody can be mistaken. */
function clockOf(zones: readonly Zone[], nowMs: number): string | undefined {
  const offsets = new Set(zones.map((zone) => offsetAt(zone, minuteFloor(nowMs))));
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
  const first = dayAt(zone, minuteFloor(fromMs));
  const load = pageLoader(ctx, { address: { eventTypeId } }, {});
  const { facts, found } = await findTimes(load, zone, { first, last: first + days }, false);
  return { facts, startsMs: Array.from(found.starts, (start) => minuteToMs(start)) };
}

/** Who is called books as a visitor of the page does: what the server does by itself causes no mail. */
export function calleeOf(workspaceId: WorkspaceId, callId: string): Actor {
  return { ...systemActor(workspaceId), kind: 'visitor', id: `call ${callId}` };
}

/** By the code of `POST /event`. An attempt books once: its row, which is locked, has the event. */
export async function bookInCall(
  ctx: Ctx,
  { page, zone }: Briefing,
  { callId, attemptId }: { callId: string; attemptId: string },
  startMs: number,
): Promise<string> {
  const booked = await eventOfAttempt(ctx, callId, attemptId);
  if (booked) return booked;
  const call = (await findCall(ctx, callId)) as CallRow;
  const start = minuteFloor(startMs);
  // Nobody is asked where: it is the first place of the page.
  const [location] = (await findPageDetails(ctx, page.eventTypeId)).locations;
  const { eventId } = await book(
    ctx,
    newBooking.parse({
      ownerSlug: page.ownerSlug,
      eventTypeSlug: page.eventTypeSlug,
      date: formatDate(dayAt(zone, start)),
      start: formatClock(modulo(wallAt(zone, start), MINUTES_PER_DAY)),
      offset: formatOffset(offsetAt(zone, start)),
      timeZone: zone.name,
      name: call.full_name,
      email: call.email,
      phone: call.phone_number,
      ...(location && { locationId: location.id }),
    }),
  );
  await setEventOfAttempt(ctx, callId, attemptId, eventId);
  return eventId;
}

export async function optOut(ctx: Ctx, callId: string): Promise<void> {
  const call = await findCall(ctx, callId);
  if (!call) return;
  await insertDoNotCall(ctx, {
    id: newUuid(),
    phone_number: call.phone_number,
    reason: 'Asked for it during a call.',
  });
}

/** To the address of the call. False when it was not sent. */
export async function sendLink(ctx: Ctx, { page, language }: Briefing, callId: string): Promise<boolean> {
  const call = await findCall(ctx, callId);
  if (!call) return false;
  const { full_name: name, email } = call;
  // In the language of the call.
  return mailPageLink(ctx, { callId, eventTypeId: page.eventTypeId, name, email, language });
}

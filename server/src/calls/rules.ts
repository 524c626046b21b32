import { minuteToMs, MINUTES_PER_DAY } from '@daybook/engine/dates';
import { readHours, runsOfHours, type WireHours } from '@daybook/engine/hours';
import { offsetAt, spanAt, spanEnd, type Zone } from '@daybook/engine/zones';
import { isPhoneNumber } from '../platform/phone.ts';
import type { FieldErrors } from '../platform/problems.ts';
import type { CallOutcome } from './provider.ts';

export type CallingHours = WireHours['weekly'];

/** Why an agent places no call; undefined when it may. */
export function whyNotActive(agent: { is_published: boolean; is_enabled: boolean }): string | undefined {
  return agent.is_published && agent.is_enabled ? undefined : 'Agent is not active.';
}

/** What has the form of a phone number may still be nobody's. */
export function wrongNumber({ phoneNumber }: { phoneNumber?: string | null | undefined }): FieldErrors {
  if (phoneNumber == null || isPhoneNumber(phoneNumber)) return {};
  return { phoneNumber: ['No country has a phone number like this.'] };
}

export const onDoNotCallList = 'This number is on the do-not-call list.';

/** Why a call that is due is not placed after all. */
export function whyNotDial(
  agent: { is_published: boolean; is_enabled: boolean; deleted_at: string | null },
  isListed: boolean,
): string | undefined {
  if (isListed) return onDoNotCallList;
  return agent.deleted_at === null ? whyNotActive(agent) : 'The agent was deleted.';
}

/**
 * The first moment from now on at which the agent may call: now itself inside the hours. Two weeks are looked at, since
 * a clock change can swallow the one opening of a week.
 */
export function nextOpening(hours: CallingHours | null, zone: Zone, nowMs: number): number | undefined {
  if (hours === null) return nowMs;
  const now = Math.floor(nowMs / minuteToMs(1));
  const runs = runsOfHours(readHours({ weekly: hours }), zone, now, now + 15 * MINUTES_PER_DAY);
  const opening = runs.find((start, index) => index % 2 === 0 && (runs[index + 1] ?? start) > now);
  return opening === undefined ? undefined : Math.max(nowMs, minuteToMs(opening));
}

/** The zone of who is called: one of their country's, when all of these show the same time for a year. */
export function zoneOfCallee(countryZones: readonly Zone[], workspaceZone: Zone, nowMs: number): Zone {
  const now = Math.floor(nowMs / minuteToMs(1));
  const clocks = new Set(countryZones.map((zone) => clockOf(zone, now, now + 366 * MINUTES_PER_DAY)));
  return clocks.size === 1 ? (countryZones[0] ?? workspaceZone) : workspaceZone;
}

/** Everything that a zone's clock does between two instants, as text. */
function clockOf(zone: Zone, from: number, to: number): string {
  const parts = [String(offsetAt(zone, from))];
  for (let end = spanEnd(zone, spanAt(zone, from)); end < to; end = spanEnd(zone, spanAt(zone, end))) {
    parts.push(`${end} ${offsetAt(zone, end)}`);
  }
  return parts.join(' ');
}

interface EndedAttempt {
  readonly attempt: number;
  /** Null when nobody was dialled. */
  readonly outcome: CallOutcome | null;
  readonly error: string | null;
}

export type Verdict =
  | { readonly next: 'completed' }
  | { readonly next: 'retry' }
  | { readonly next: 'failed'; readonly error: string };

/**
 * What follows from an attempt. One whose outcome is unknown may have been a call: dialling again could be the second
 * time that this person's phone rings for the same answer, so it is not retried.
 */
export function afterAttempt({ attempt, outcome, error }: EndedAttempt, maxAttempts: number): Verdict {
  if (outcome === 'answered' || outcome === 'voicemail') return { next: 'completed' };
  if (outcome === 'unknown') return { next: 'failed', error: error ?? 'What came of the call is not known.' };
  if (attempt < maxAttempts) return { next: 'retry' };
  const attempts = attempt === 1 ? '1 attempt' : `${attempt} attempts`;
  const reason = { not_answered: 'Not answered', busy: 'Busy' };
  return {
    next: 'failed',
    error: outcome === null ? (error ?? 'The call was not placed.') : `${reason[outcome]} after ${attempts}.`,
  };
}

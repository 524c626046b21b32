import { minuteToMs, MINUTES_PER_DAY } from '@daybook/engine/dates';
import { readHours, runsOfHours, type WireHours } from '@daybook/engine/hours';
import { offsetAt, spanAt, spanEnd, type Zone } from '@daybook/engine/zones';
import { isPhoneNumber } from '../platform/phone.ts';
import type { FieldErrors } from '../platform/problems.ts';
import type { CallOutcome } from './provider.ts';

export type CallingHours = WireHours['weekly'];

/** Why an agent may not place calls. */
export function whyNotActive(agent: { is_published: boolean; is_enabled: boolean }): string | undefined {
  return agent.is_published && agent.is_enabled ? undefined : 'Agent is not active.';
}

/** The contract validates the form of a number; this, that a country has such numbers. */
export function validatePhoneNumber({
  phoneNumber,
}: {
  phoneNumber?: string | null | undefined;
}): FieldErrors {
  if (phoneNumber == null || isPhoneNumber(phoneNumber)) return {};
  return { phoneNumber: ['No country has a phone number like this.'] };
}

export const onDoNotCallList = 'This number is on the do-not-call list.';

/** Why a due call is not placed. */
export function whyNotDial(
  agent: { is_published: boolean; is_enabled: boolean; deleted_at: string | null },
  isListed: boolean,
): string | undefined {
  if (isListed) return onDoNotCallList;
  return agent.deleted_at === null ? whyNotActive(agent) : 'The agent was deleted.';
}

/**
 * The first instant from now on at which the agent may call. Searches two weeks, since a clock change can skip the only
 * opening of a week.
 */
export function nextOpening(hours: CallingHours | null, zone: Zone, nowMs: number): number | undefined {
  if (hours === null) return nowMs;
  const now = Math.floor(nowMs / minuteToMs(1));
  const runs = runsOfHours(readHours({ weekly: hours }), zone, now, now + 15 * MINUTES_PER_DAY);
  const opening = runs.find((start, index) => index % 2 === 0 && (runs[index + 1] ?? start) > now);
  return opening === undefined ? undefined : Math.max(nowMs, minuteToMs(opening));
}

/** The zone of the country that is called, if all its zones show the same time for a year; else the workspace's. */
export function zoneOfCallee(countryZones: readonly Zone[], workspaceZone: Zone, nowMs: number): Zone {
  const now = Math.floor(nowMs / minuteToMs(1));
  const clocks = new Set(countryZones.map((zone) => clockOf(zone, now, now + 366 * MINUTES_PER_DAY)));
  return clocks.size === 1 ? (countryZones[0] ?? workspaceZone) : workspaceZone;
}

/** The offsets of a zone between two instants, as text. */
function clockOf(zone: Zone, from: number, to: number): string {
  const parts = [String(offsetAt(zone, from))];
  for (let end = spanEnd(zone, spanAt(zone, from)); end < to; end = spanEnd(zone, spanAt(zone, end))) {
    parts.push(`${end} ${offsetAt(zone, end)}`);
  }
  return parts.join(' ');
}

interface Outcome {
  readonly attempt: number;
  /** Null when nobody was dialled. */
  readonly outcome: CallOutcome | null;
  readonly error: string | null;
}

export type Decision =
  | { readonly next: 'completed' }
  | { readonly next: 'retry' }
  | { readonly next: 'failed'; readonly error: string };

/** What follows from an attempt. One with an unknown outcome is not retried: the phone may have rung. */
export function decideNext({ attempt, outcome, error }: Outcome, maxAttempts: number): Decision {
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

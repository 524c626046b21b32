import { minuteToMs, MINUTES_PER_DAY } from '@daybook/engine/dates';
import { readHours, runsOfHours, type WireHours } from '@daybook/engine/hours';
import { intersectAll } from '@daybook/engine/ranges';
import type { Zone } from '@daybook/engine/zones';
import { countriesOf, isPhoneNumber } from '../platform/phone.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { zoneNamed, zonesOfCountry } from '../platform/zones.ts';
import { areaCodes } from './area-codes.data.ts';
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

export const noCommonOpening =
  'No time is within the calling hours in every time zone of this number; queue the call with its `timeZone`.';

/**
 * The first instant from now on at which the agent may call: one within the hours in each of the zones. Searches two weeks,
 * since a clock change can skip the only opening of a week.
 */
export function nextOpening(
  hours: CallingHours | null,
  zones: readonly Zone[],
  nowMs: number,
): number | undefined {
  if (hours === null) return nowMs;
  const now = Math.floor(nowMs / minuteToMs(1));
  const weekly = readHours({ weekly: hours });
  const runs = intersectAll(zones.map((zone) => runsOfHours(weekly, zone, now, now + 15 * MINUTES_PER_DAY)));
  const opening = runs.find((start, index) => index % 2 === 0 && (runs[index + 1] ?? start) > now);
  return opening === undefined ? undefined : Math.max(nowMs, minuteToMs(opening));
}

/**
 * The zones that whoever is called may be in: the one that the caller names, those of the number's area, or all of its
 * country. A number of no country is taken to be in the zone of the workspace.
 */
export function zonesOfCallee(phoneNumber: string, timeZone: string | null, workspaceZone: string): Zone[] {
  if (timeZone !== null) return [zoneNamed(timeZone)];
  const area = areaOf(phoneNumber);
  const zones = area ? area.map(zoneNamed) : countriesOf(phoneNumber).flatMap(zonesOfCountry);
  return zones.length > 0 ? zones : [zoneNamed(workspaceZone)];
}

const zonesByPrefix: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(areaCodes).flatMap(([callingCode, areas]) =>
    Object.entries(areas).flatMap(([zones, codes]) =>
      codes.split(' ').map((code) => [`+${callingCode}${code}`, zones.split(' ')] as const),
    ),
  ),
);
const longestPrefix = Math.max(...[...zonesByPrefix.keys()].map(({ length }) => length));

/** By the longest area code that the number begins with. */
function areaOf(phoneNumber: string): readonly string[] | undefined {
  for (let length = longestPrefix; length > 1; length -= 1) {
    const zones = zonesByPrefix.get(phoneNumber.slice(0, length));
    if (zones) return zones;
  }
  return undefined;
}

interface Outcome {
  readonly attempt: number;
  /** Null when nobody was dialled. */
  readonly outcome: CallOutcome | null;
  readonly error: string | null;
  /** Another attempt would be in vain, or unwelcome. */
  readonly isFinal?: boolean;
  /** Whoever was called asked for another call. */
  readonly isWanted?: boolean;
}

export type Decision =
  | { readonly next: 'completed' }
  | { readonly next: 'retry' }
  | { readonly next: 'failed'; readonly error: string };

/** What follows from an attempt. One with an unknown outcome is not retried: the phone may have rung. */
export function decideNext(
  { attempt, outcome, error, isFinal = false, isWanted = false }: Outcome,
  maxAttempts: number,
): Decision {
  if (isWanted && attempt < maxAttempts) return { next: 'retry' };
  if (outcome === 'answered' || outcome === 'voicemail') return { next: 'completed' };
  if (outcome === 'unknown') return { next: 'failed', error: error ?? 'What came of the call is not known.' };
  if (isFinal) return { next: 'failed', error: error ?? 'The call was refused.' };
  if (attempt < maxAttempts) return { next: 'retry' };
  const attempts = attempt === 1 ? '1 attempt' : `${attempt} attempts`;
  const reason = { not_answered: 'Not answered', busy: 'Busy' };
  return {
    next: 'failed',
    error: outcome === null ? (error ?? 'The call was not placed.') : `${reason[outcome]} after ${attempts}.`,
  };
}

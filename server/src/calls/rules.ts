import { minuteToMs, MINUTES_PER_DAY } from '@daybook/engine/dates';
import { getHours, readHours, listHourRuns, type Hours, type WireHours } from '@daybook/engine/hours';
import { intersectAllRanges } from '@daybook/engine/ranges';
import { toWallTime, type Zone } from '@daybook/engine/zones';
import { listCountries, isPhoneNumber, isPremiumRate } from '../platform/phone.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { getZone, listZonesOfCountry } from '../platform/zones.ts';
import { areaCodes } from './area-codes.data.ts';

export type CallingHours = WireHours['weekly'];

/** Why an agent may not place calls. */
export function explainInactive(agent: { is_published: boolean; is_enabled: boolean }): string | undefined {
  return agent.is_published && agent.is_enabled ? undefined : 'The agent isn’t active.';
}

/** The contract validates the form of a number; this, that a country has such numbers. */
export function validatePhoneNumber({
  phoneNumber,
}: {
  phoneNumber?: string | null | undefined;
}): FieldErrors {
  if (phoneNumber == null || isPhoneNumber(phoneNumber)) return {};
  return { phoneNumber: ['This isn’t a valid phone number.'] };
}

/** Why a number is never called: anyone with a token could otherwise run up a bill. */
export function explainNotCallable(phoneNumber: string, countries: readonly string[]): string | undefined {
  if (isPremiumRate(phoneNumber)) return 'Agents don’t call premium-rate numbers.';
  if (countries.length === 0) return undefined;
  const isAllowed = listCountries(phoneNumber).some((country) => countries.includes(country));
  return isAllowed ? undefined : 'Agents don’t call numbers in this country (CALL_COUNTRIES).';
}

export const onDoNotCallList = 'This number is on the do-not-call list.';

/** Why a due call is not placed. */
export function explainNotDialed(
  agent: { is_published: boolean; is_enabled: boolean; deleted_at: string | null },
  { isListed, refusal }: { isListed: boolean; refusal: string | undefined },
): string | undefined {
  if (isListed) return onDoNotCallList;
  if (refusal) return refusal;
  return agent.deleted_at === null ? explainInactive(agent) : 'The agent was deleted.';
}

/** What a conversation can't do: wait for a host, collect money, or ask anything but for a time. */
export function explainNotByPhone(page: {
  readonly requiresConfirmation: boolean;
  readonly price: string | null;
  readonly paymentProvider: string;
  readonly questions: readonly { readonly isRequired: boolean }[];
}): string | undefined {
  if (page.requiresConfirmation)
    return 'The agent’s booking page requires host confirmation, so it can’t be booked by phone.';
  if (Number(page.price ?? 0) > 0 && page.paymentProvider !== 'manual')
    return 'The agent’s booking page requires online payment, so it can’t be booked by phone.';
  if (page.questions.some(({ isRequired }) => isRequired))
    return 'The agent’s booking page has required questions, so it can’t be booked by phone.';
  return undefined;
}

export const noCommonOpening =
  'The number’s country has several time zones, and no time is within the calling hours in all of them. Queue the call with its `timeZone`.';

/**
 * The first instant from now on at which the agent may call: one within the hours in each of the zones. Searches two weeks,
 * since a clock change can skip the only opening of a week. What counts is what the clock shows: hours that end in the hour that a
 * change skips last longer for bookings (engine/README.md), and nobody is to be called then.
 */
export function findNextOpening(
  hours: CallingHours | null,
  zones: readonly Zone[],
  nowMs: number,
  /** So much of the opening must be left. */
  neededMs = 1,
): number | undefined {
  if (hours === null) return nowMs;
  const now = Math.floor(nowMs / minuteToMs(1));
  const weekly = readHours({ weekly: hours });
  const runs = intersectAllRanges(
    zones.map((zone) => listHourRuns(weekly, zone, now, now + 15 * MINUTES_PER_DAY)),
  );
  for (let index = 0; index < runs.length; index += 2) {
    const [start = now, end = now] = runs.slice(index, index + 2);
    for (let minute = Math.max(now, start); minute < end; minute += 1) {
      const fromMs = Math.max(nowMs, minuteToMs(minute));
      const untilMs = fromMs + neededMs;
      if (untilMs > minuteToMs(end)) break;
      if (isOpen(weekly, zones, minute) && isOpen(weekly, zones, Math.ceil(untilMs / minuteToMs(1)) - 1))
        return fromMs;
    }
  }
  return undefined;
}

function isOpen(hours: Hours, zones: readonly Zone[], minute: number): boolean {
  return zones.every((zone) => {
    const wall = toWallTime(zone, minute);
    const day = Math.floor(wall / MINUTES_PER_DAY);
    const time = wall - day * MINUTES_PER_DAY;
    return getHours(hours, day).some(([start, end]) => start <= time && time < end);
  });
}

/** Of one number, by all agents of a workspace together. */
export const attemptsPerDay = 3;
/** Placing starts so soon after it was decided, or not at all. */
export const placeWithinSeconds = 45;
/** A dial counts for a day after it was placed at the latest. */
export const countedMs = 24 * 3_600_000 + placeWithinSeconds * 1000;

/** The first instant from now on at which a number may be dialled: within the hours, and not too often within 24 hours. */
export function findNextDialTime(
  hours: CallingHours | null,
  zones: readonly Zone[],
  nowMs: number,
  dialledMs: readonly number[],
): number | undefined {
  const recent = dialledMs.filter((ms) => ms > nowMs - countedMs).toSorted((a, b) => b - a);
  const blocking = recent[attemptsPerDay - 1];
  const fromMs = blocking === undefined ? nowMs : blocking + countedMs;
  return findNextOpening(hours, zones, fromMs, placeWithinSeconds * 1000);
}

/**
 * The time zones that the callee may be in: the one that the caller names, those of the number's area, or all of its
 * country. A number of no country is taken to be in the zone of the workspace.
 */
export function listCalleeZones(phoneNumber: string, timeZone: string | null, workspaceZone: string): Zone[] {
  if (timeZone !== null) return [getZone(timeZone)];
  const area = areaOf(phoneNumber);
  const zones = area ? area.map(getZone) : listCountries(phoneNumber).flatMap(listZonesOfCountry);
  return zones.length > 0 ? zones : [getZone(workspaceZone)];
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

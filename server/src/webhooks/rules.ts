/** When a delivery has arrived, when it is tried again, and when an address is given a rest. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after the first failure, the second, and so on. After the last one a delivery is given up. */
const retryAfterMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The wait before the next attempt, a tenth more or less so that not all come back at once; undefined: no more. */
export function retryDelayMs(failures: number, random: number): number | undefined {
  const delay = retryAfterMs[failures - 1];
  return delay === undefined ? undefined : Math.round(delay * (0.9 + 0.2 * random));
}

interface Answer {
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** Undefined when the delivery has arrived; else why not, as a sentence. */
export function whyNotDelivered({ statusCode, error }: Answer): string | undefined {
  if (statusCode === null) return error ?? 'There was no answer.';
  if (statusCode >= 200 && statusCode < 300) return undefined;
  if (statusCode >= 300 && statusCode < 400) return `Answered ${statusCode}; redirects are not followed.`;
  return `Answered ${statusCode}.`;
}

const longestWaitMs = 24 * hour;

/** `Retry-After` in either of its forms: seconds, or a date. At most a day; undefined when it can't be read. */
export function requestedWaitMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestWaitMs);
}

const asksForPause = new Set([429, 503]);
const defaultPauseMs = 30 * second;

/** How long an address that says it has too much to do is left alone. */
export function askedPauseMs(statusCode: number | null, waitMs: number | undefined): number {
  return statusCode !== null && asksForPause.has(statusCode) ? (waitMs ?? defaultPauseMs) : 0;
}

/** From this many failures in a row on, one delivery at a time finds out whether an address works again. */
export const breaksAfter = 5;
const longestBreakMs = 5 * minute;

export function breakMs(failuresInARow: number): number {
  if (failuresInARow < breaksAfter) return 0;
  return Math.min(longestBreakMs, 5 * second * 2 ** (failuresInARow - breaksAfter));
}

const warnAfterHours = [72, 24];
const disableAfterHours = 5 * 24;

export type Measure = { readonly kind: 'warn'; readonly hours: number } | { readonly kind: 'disable' };

/** What is due for an address at which nothing has arrived for so long. */
export function measureFor(failingMs: number, warnedHours: number): Measure | undefined {
  if (failingMs >= disableAfterHours * hour) return { kind: 'disable' };
  const hours = warnAfterHours.find((limit) => failingMs >= limit * hour);
  return hours !== undefined && hours > warnedHours ? { kind: 'warn', hours } : undefined;
}

/** A subscription with something due. */
export interface Lane {
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly failures: number;
}

export interface Share<L extends Lane = Lane> {
  readonly lane: L;
  readonly count: number;
}

/**
 * Who may send how many now: every workspace the same, within it every subscription the same, none more than it has
 * room for. Where there are more subscriptions than places, those that come first in `lanes` have them.
 */
export function shareOut<L extends Lane>(
  lanes: readonly L[],
  places: number,
  roomOf: (lane: L) => number,
): Share<L>[] {
  const withRoom = lanes.flatMap((lane) => {
    const room = roomOf(lane);
    return room > 0 ? [{ lane, room }] : [];
  });
  const perWorkspace = new Map<string, number>();
  for (const { lane } of withRoom) {
    perWorkspace.set(lane.workspaceId, (perWorkspace.get(lane.workspaceId) ?? 0) + 1);
  }
  let left = places;
  return withRoom.flatMap(({ lane, room }) => {
    const neighbours = perWorkspace.get(lane.workspaceId) ?? 1;
    const fair = Math.ceil(places / perWorkspace.size / neighbours);
    const count = Math.min(room, fair, left);
    left -= count;
    return count > 0 ? [{ lane, count }] : [];
  });
}

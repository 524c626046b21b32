import { createHash } from 'node:crypto';
import type { Runtime } from '../../platform/context.ts';
import { tooManyRequests } from '../../platform/problems.ts';
import { networkOf } from './rules.ts';
import { countTry, forgetTries, takeBackTry } from './store.ts';

/** What can be guessed, and how many tries there are in how long. */
const limits = {
  password: { tries: 10, minutes: 15 },
  address: { tries: 50, minutes: 15 },
  code: { tries: 10, minutes: 15 },
  reset: { tries: 3, minutes: 60 },
  mail: { tries: 20, minutes: 60 },
  invitation: { tries: 200, minutes: 24 * 60 },
} as const;

type Limit = keyof typeof limits;

/** Counts a try, and refuses it once there were too many: 429, with the time until the next. */
export async function throttle(runtime: Runtime, limit: Limit, whose: string): Promise<void> {
  const waitSeconds = await secondsToWait(runtime, limit, whose);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

/** The same for places: many accounts tried from one are as much as many passwords for one. */
export function throttleAddress(runtime: Runtime, limit: Limit, address: string): Promise<void> {
  return throttle(runtime, limit, `at ${networkOf(address)}`);
}

/** Counts a try, where nobody may learn from the answer that there were too many. */
export async function isTooMany(runtime: Runtime, limit: Limit, whose: string): Promise<boolean> {
  return (await secondsToWait(runtime, limit, whose)) > 0;
}

/** Somebody got it right: their tries before were mistakes, no guesses. */
export async function forgive(runtime: Runtime, limit: Limit, whose: string): Promise<void> {
  if (runtime.config.rateLimit !== 'off') await forgetTries(runtime.database, keyOf(limit, whose));
}

/** A place from which many sign in guesses nothing. Only the one try is given back: others may have been guesses. */
export async function forgiveAddress(runtime: Runtime, limit: Limit, address: string): Promise<void> {
  if (runtime.config.rateLimit === 'off') return;
  await takeBackTry(runtime.database, keyOf(limit, `at ${networkOf(address)}`));
}

async function secondsToWait(
  { config, clock, database }: Runtime,
  limit: Limit,
  whose: string,
): Promise<number> {
  if (config.rateLimit === 'off') return 0;
  const { tries, minutes } = limits[limit];
  const now = clock.now();
  const { count, ends_at } = await countTry(database, keyOf(limit, whose), now, minutes * 60_000);
  if (count <= tries) return 0;
  return Math.max(1, Math.ceil((Date.parse(ends_at) - now.getTime()) / 1000));
}

/** Addresses are kept nowhere in clear. */
function keyOf(limit: Limit, whose: string): Buffer {
  return createHash('sha256').update(`${limit} ${whose}`).digest();
}

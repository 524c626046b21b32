import { createHash } from 'node:crypto';
import type { Ctx, Runtime } from '../../platform/context.ts';
import {
  countAttempt,
  countInRequest,
  decrementAttempts,
  deleteAttempts,
  findCount,
} from '../../platform/db/counters.ts';
import { getNetwork } from '../../platform/http/network.ts';
import { tooManyRequests } from '../../platform/problems.ts';

/** How many attempts are allowed in which time. */
const limits = {
  password: { attempts: 10, minutes: 15 },
  address: { attempts: 50, minutes: 15 },
  code: { attempts: 10, minutes: 15 },
  reset: { attempts: 3, minutes: 60 },
  mail: { attempts: 20, minutes: 60 },
  invitation: { attempts: 200, minutes: 24 * 60 },
  registration: { attempts: 60, minutes: 60 },
  document: { attempts: 60, minutes: 60 },
} as const;

type Limit = keyof typeof limits;

/** Counts an attempt. Throws 429 beyond the limit. */
export async function throttle(runtime: Runtime, limit: Limit, whose: string): Promise<void> {
  const waitSeconds = await secondsToWait(runtime, limit, whose);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

/** The same per IP address, against attempts at many accounts. */
export function throttleAddress(runtime: Runtime, limit: Limit, address: string): Promise<void> {
  return throttle(runtime, limit, `at ${getNetwork(address)}`);
}

/** Counts an attempt, for callers that must not reveal that the limit is exceeded. */
export async function isLimitExceeded(runtime: Runtime, limit: Limit, whose: string): Promise<boolean> {
  return (await secondsToWait(runtime, limit, whose)) > 0;
}

/** After a right password or code. */
export async function clearAttempts(runtime: Runtime, limit: Limit, whose: string): Promise<void> {
  if (runtime.config.rateLimit !== 'off') await deleteAttempts(runtime.database, keyOf(limit, whose));
}

/** After a right password: only this attempt is uncounted, since earlier ones of the IP address may have been guesses. */
export async function uncountAddress(runtime: Runtime, limit: Limit, address: string): Promise<void> {
  if (runtime.config.rateLimit === 'off') return;
  await decrementAttempts(runtime.database, keyOf(limit, `at ${getNetwork(address)}`));
}

async function secondsToWait(
  { config, clock, database }: Runtime,
  limit: Limit,
  whose: string,
): Promise<number> {
  if (config.rateLimit === 'off') return 0;
  const { attempts, minutes } = limits[limit];
  const now = clock.now();
  const { count, ends_at } = await countAttempt(database, keyOf(limit, whose), now, minutes * 60_000);
  if (count <= attempts) return 0;
  return Math.max(1, Math.ceil((Date.parse(ends_at) - now.getTime()) / 1000));
}

/** What a request adds to a count, and how much is allowed in a window. */
export interface Counter {
  readonly whose: string;
  readonly amount: number;
  readonly limit: number;
  readonly minutes: number;
}

/**
 * Counts in the caller's transaction, so that what fails is not counted. To be called late in it, since everyone with one of
 * these counters waits for its end. Returns the seconds to wait if a limit is exceeded, else 0.
 */
export async function countAll(ctx: Ctx, counters: readonly Counter[]): Promise<number> {
  const nowMs = ctx.now.getTime();
  const rows = counters.map(({ whose, amount, minutes }) => ({
    keyHash: keyOf('count', whose),
    amount,
    endsAt: new Date(nowMs + minutes * 60_000).toISOString(),
  }));
  const counted = await countInRequest(ctx, rows);
  const waits = counters.map(({ limit }, index) => {
    const { count = 0, ends_at = '' } = counted.get(rows[index]?.keyHash.toString('hex') ?? '') ?? {};
    return count > limit ? Math.ceil((Date.parse(ends_at) - nowMs) / 1000) : 0;
  });
  return Math.max(0, ...waits);
}

/** What `countAll` has counted in the window that has not ended. */
export function readCount(ctx: Ctx, whose: string): Promise<number> {
  return findCount(ctx, keyOf('count', whose));
}

/** Hashed, so that the table holds no addresses. */
function keyOf(limit: Limit | 'count', whose: string): Buffer {
  return createHash('sha256').update(`${limit} ${whose}`).digest();
}

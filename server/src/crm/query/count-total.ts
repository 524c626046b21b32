import { createHash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { createLruCache, type LruCache } from '../../platform/lru-cache.ts';
import { countSince } from '../history/public.ts';
import { countMatches, type Count, type ParsedQuery } from './store.ts';
import { formatQueryKey, getCountScope } from './totals.rules.ts';

interface Total extends Count {
  readonly countedAtMs: number;
}

const maxTotals = 1000;
/** Looking through more changes than this is not much cheaper than counting. */
const maxChanges = 500;
/** Bounds what no change announces, such as a backup that is restored under a running server. */
const maxAgeMs = 3_600_000;

/**
 * How many records match a query. Counting is the most expensive part of a list, so a total is cached with the snapshot in
 * which it was counted, and used as long as `crm_change` has no row since that could alter it. The cache is only a hint:
 * every use is confirmed by the database, and nobody waits for another request.
 */
export async function countTotal(ctx: Ctx, query: ParsedQuery): Promise<number> {
  const scope = getCountScope(query);
  if (scope === 'uncacheable') return (await countMatches(ctx, query)).total;
  const totals = totalsOf(ctx.database);
  const key = keyOf(ctx, query);
  const objectId = scope === 'object' ? query.definition.id : null;
  const cached = totals.get(key);
  const total = (cached && (await confirm(ctx, cached, objectId))) ?? (await count(ctx, query));
  if (total.snapshot !== null) totals.set(key, total);
  return total.total;
}

const totalsByDatabase = new WeakMap<object, LruCache<Total>>();

/** One cache for each database: those of tests are copies of one another, with the same ids and revisions. */
function totalsOf(database: object): LruCache<Total> {
  const known = totalsByDatabase.get(database);
  if (known) return known;
  const totals = createLruCache<Total>(maxTotals);
  totalsByDatabase.set(database, totals);
  return totals;
}

/** Hashed, since a query may be long. */
function keyOf({ workspaceId }: Ctx, query: ParsedQuery): string {
  return `${workspaceId} ${createHash('sha256').update(formatQueryKey(query)).digest('base64')}`;
}

/** The total with the snapshot of this moment, so that the next look begins where this one ended; undefined if it may differ. */
async function confirm(ctx: Ctx, cached: Total, objectId: string | null): Promise<Total | undefined> {
  if (cached.snapshot === null || ctx.now.getTime() - cached.countedAtMs > maxAgeMs) return undefined;
  const since = await countSince(ctx, cached.snapshot, { objectId, limit: maxChanges });
  if (since.relevant > 0 || since.changes >= maxChanges || since.snapshot === null) return undefined;
  return { ...cached, snapshot: since.snapshot };
}

async function count(ctx: Ctx, query: ParsedQuery): Promise<Total> {
  return { ...(await countMatches(ctx, query)), countedAtMs: ctx.now.getTime() };
}

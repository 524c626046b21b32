import type { Ctx } from '../platform/context.ts';
import { createLruCache, type LruCache } from '../platform/lru-cache.ts';
import { findPageVersion } from './page-version.store.ts';
import { loadPage, type PageFacts, type Selection } from './store.ts';

/**
 * What was loaded of pages, for requests that only read. An entry holds as long as the version of the page is the one that was
 * read before it was loaded; `docs/decisions/0087` says why that can't be stale. Bookings load what they decide by.
 */
interface Entry {
  readonly version: string;
  readonly facts: PageFacts;
  readonly untilMs: number;
}

const maxEntries = 500;
/** Shorter than changes are kept, so that no version comes back while an entry has it. */
const keptMs = 5 * 60_000;

const caches = new WeakMap<object, LruCache<Entry>>();

export async function loadCachedPage(ctx: Ctx, selection: Selection): Promise<PageFacts | undefined> {
  const version = isCacheable(selection) ? await findPageVersion(ctx, selection.address) : undefined;
  if (version === undefined) return loadPage(ctx, selection);
  const cache = cacheOf(ctx);
  const key = JSON.stringify([ctx.workspaceId, selection.address, selection.window]);
  const known = cache.get(key);
  const nowMs = performance.now();
  if (known?.version === version && nowMs < known.untilMs) return known.facts;
  const facts = await loadPage(ctx, selection);
  if (facts) cache.set(key, { version, facts, untilMs: nowMs + keptMs });
  return facts;
}

/** What a link names or a moving event leaves out is asked for too seldom. */
function isCacheable({ hostIds, exceptId }: Selection): boolean {
  return !hostIds && !exceptId;
}

function cacheOf({ database }: Ctx): LruCache<Entry> {
  const known = caches.get(database);
  if (known) return known;
  const made = createLruCache<Entry>(maxEntries);
  caches.set(database, made);
  return made;
}

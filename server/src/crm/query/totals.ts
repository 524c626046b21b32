import { createHash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { lruCache, type LruCache } from '../../platform/lru-cache.ts';
import { countSince } from '../history/public.ts';
import { countFound, type Counted, type Question } from './query.store.ts';
import { questionText, reachOf } from './totals.rules.ts';

interface Total extends Counted {
  readonly countedAtMs: number;
}

const mostTotals = 1000;
/** Looking through more changes than this for one that matters is not much cheaper than counting. */
const mostChanges = 500;
/** What no change tells of, as a backup that was put back under a running server, is seen by then. */
const longestMs = 3_600_000;

/** What is kept of one database. */
interface Kept {
  readonly totals: LruCache<Total>;
  /** Those that are being counted, by whom one waits instead of counting the same at the same moment. */
  readonly counting: Map<string, Promise<void>>;
}

/**
 * How many records answer a question. Counting is what a list costs most, so a total is kept in memory with the snapshot
 * in which it was counted. Before it is used, the changes since are looked at for one that can make it another.
 */
export async function findTotal(ctx: Ctx, question: Question): Promise<number> {
  const reach = reachOf(question);
  if (reach === 'beyond') return (await countFound(ctx, question)).total;
  const kept = keptOf(ctx.database);
  const key = keyOf(ctx, question);
  const objectId = reach === 'object' ? question.definition.id : null;
  return (await lookUp(ctx, kept, key, objectId)) ?? count(ctx, kept, key, question);
}

const keptByDatabase = new WeakMap<object, Kept>();

/** Apart for each database: those of tests are copies of one another, with the same ids and revisions. */
function keptOf(database: object): Kept {
  const known = keptByDatabase.get(database);
  if (known) return known;
  const kept = { totals: lruCache<Total>(mostTotals), counting: new Map() };
  keptByDatabase.set(database, kept);
  return kept;
}

/** Short, however long the question is. */
function keyOf({ workspaceId }: Ctx, question: Question): string {
  const hash = createHash('sha256').update(questionText(question)).digest('base64');
  return `${workspaceId} ${hash}`;
}

const mostLooks = 2;

/** Undefined if it is this caller's turn to count. */
async function lookUp(
  ctx: Ctx,
  { totals, counting }: Kept,
  key: string,
  objectId: string | null,
): Promise<number | undefined> {
  for (let look = 1; look <= mostLooks; look += 1) {
    await counting.get(key);
    const known = totals.get(key);
    const confirmed = known && (await confirm(ctx, known, objectId));
    if (confirmed) {
      totals.set(key, confirmed);
      return confirmed.total;
    }
    const isOthersTurn = counting.has(key) || totals.get(key) !== known;
    if (!isOthersTurn) return undefined;
  }
  return undefined;
}

/** The total with the snapshot of this moment, so that the next look begins where this one ended. */
async function confirm(ctx: Ctx, known: Total, objectId: string | null): Promise<Total | undefined> {
  const { snapshot: past, countedAtMs } = known;
  if (past === null || ctx.now.getTime() - countedAtMs > longestMs) return undefined;
  const { changes, concerning, snapshot } = await countSince(ctx, past, { objectId, limit: mostChanges });
  const isSame = concerning === 0 && changes < mostChanges && snapshot !== null;
  return isSame ? { ...known, snapshot } : undefined;
}

function count(ctx: Ctx, { totals, counting }: Kept, key: string, question: Question): Promise<number> {
  const counted = countFound(ctx, question).then(({ total, snapshot }) => {
    if (snapshot !== null) totals.set(key, { total, snapshot, countedAtMs: ctx.now.getTime() });
    return total;
  });
  const over = () => void counting.delete(key);
  counting.set(key, counted.then(over, over));
  return counted;
}

import { createHash } from 'node:crypto';
import type { Ctx } from '../platform/context.ts';
import { recentMap, type RecentMap } from '../platform/recent-map.ts';
import { countSince } from './changes.store.ts';
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

/**
 * How many records answer a question. Counting is what a list costs most, so a total is kept in memory with the snapshot
 * in which it was counted. Before it is used, the changes since are looked at for one that can make it another.
 */
export async function findTotal(ctx: Ctx, question: Question): Promise<number> {
  const reach = reachOf(question);
  if (reach === 'beyond') return (await countFound(ctx, question)).total;
  const totals = totalsOf(ctx.database);
  const key = keyOf(ctx, question);
  const known = totals.get(key);
  const objectId = reach === 'object' ? question.definition.id : null;
  const total = (known && (await confirm(ctx, known, objectId))) ?? (await count(ctx, question));
  if (total.snapshot !== null) totals.set(key, total);
  return total.total;
}

const totalsByDatabase = new WeakMap<object, RecentMap<Total>>();

/** Apart for each database: those of tests are copies of one another, with the same ids and revisions. */
function totalsOf(database: object): RecentMap<Total> {
  const known = totalsByDatabase.get(database);
  if (known) return known;
  const totals = recentMap<Total>(mostTotals);
  totalsByDatabase.set(database, totals);
  return totals;
}

/** Short, however long the question is. */
function keyOf({ workspaceId }: Ctx, question: Question): string {
  const hash = createHash('sha256').update(questionText(question)).digest('base64');
  return `${workspaceId} ${hash}`;
}

/** The total with the snapshot of this moment, so that the next look begins where this one ended. */
async function confirm(ctx: Ctx, known: Total, objectId: string | null): Promise<Total | undefined> {
  const { snapshot: past, countedAtMs } = known;
  if (past === null || ctx.now.getTime() - countedAtMs > longestMs) return undefined;
  const { changes, concerning, snapshot } = await countSince(ctx, past, { objectId, limit: mostChanges });
  const isSame = concerning === 0 && changes < mostChanges && snapshot !== null;
  return isSame ? { ...known, snapshot } : undefined;
}

async function count(ctx: Ctx, question: Question): Promise<Total> {
  return { ...(await countFound(ctx, question)), countedAtMs: ctx.now.getTime() };
}

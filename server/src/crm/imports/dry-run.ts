import type { Ctx } from '../../platform/context.ts';
import { inSavepoint } from '../../platform/db/savepoint.ts';
import { byPlace, type Item, type Outcome } from '../bulk/public.ts';
import {
  claimKeys,
  columnsOf,
  completed,
  findRecords,
  insertRecords,
  keysOf,
  keysOfRecords,
  withoutNulls,
} from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import { findTried, keepTried, type Tried } from './dry-run.store.ts';

/**
 * Writes a batch of a dry run and takes it back. What earlier batches would have left in its way stands there meanwhile:
 * so the whole run finds what the import itself would find.
 */
export async function tryOut(
  ctx: Ctx,
  definition: Definition,
  { importId, rowsBefore }: { readonly importId: string; readonly rowsBefore: number },
  items: readonly Item[],
  write: () => Promise<Map<number, Outcome>>,
): Promise<Map<number, Outcome>> {
  const earlier = await findTried(ctx, importId, keysIn(definition, items));
  const tried = async () => {
    await standIn(ctx, definition, earlier);
    const outcomes = await write();
    return { outcomes, keys: await keysOfRecords(ctx, definition.id, writtenIn(outcomes)) };
  };
  const { outcomes, keys } = await inSavepoint(ctx, tried, () => false);
  const rowOf = new Map<string, number>();
  for (const { recordId, row } of earlier) rowOf.set(recordId, row);
  for (const [index, outcome] of outcomes) {
    const isNew = 'id' in outcome && !rowOf.has(outcome.id);
    if (isNew) rowOf.set(outcome.id, rowsBefore + index + 1);
  }
  await keepTried(
    ctx,
    importId,
    keys.map((key) => ({ ...key, row: rowOf.get(key.recordId) ?? 0 })),
  );
  const place = (id: string) => (rowOf.has(id) ? `row ${rowOf.get(id)}` : undefined);
  return new Map([...outcomes].map(([index, outcome]) => [index, byPlace(outcome, place)]));
}

function keysIn(definition: Definition, items: readonly Item[]): { attributeId: string; key: string }[] {
  return items.flatMap(({ draft }) => keysOf(definition, withoutNulls(completed(definition, draft.values))));
}

function writtenIn(outcomes: ReadonlyMap<number, Outcome>): string[] {
  return [...outcomes.values()].flatMap((outcome) => ('id' in outcome ? [outcome.id] : []));
}

/** Records of which nothing is known but that they have these keys. */
async function standIn(ctx: Ctx, definition: Definition, earlier: readonly Tried[]): Promise<void> {
  const ids = [...new Set(earlier.map(({ recordId }) => recordId))];
  const there = new Set((await findRecords(ctx, definition.id, ids)).map(({ id }) => id));
  const missing = ids.filter((id) => !there.has(id));
  await insertRecords(
    ctx,
    definition.id,
    missing.map((id) => ({ id, data: {}, byHand: [], columns: columnsOf(definition, id, {}) })),
  );
  await claimKeys(ctx, definition.id, earlier);
}

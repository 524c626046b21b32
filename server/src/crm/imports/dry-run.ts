import type { Ctx } from '../../platform/context.ts';
import { runInSavepoint } from '../../platform/db/savepoint.ts';
import { Problem } from '../../platform/problems.ts';
import { toItemError } from '../bulk/public.ts';
import { findClaims, insertPlaceholders, type Outcome, type WriteItem } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import { listRecordKeys, type UniqueKey, addDerivedValues } from '../values/public.ts';
import { findDryRunKeys, insertDryRunKeys } from './dry-run.store.ts';

/**
 * Writes a batch and rolls it back. The keys that earlier batches would have claimed are in place while it is written, so
 * that the dry run finds the same errors as the import.
 */
export async function writeAsDryRun(
  ctx: Ctx,
  definition: Definition,
  { importId, rowsBefore }: { readonly importId: string; readonly rowsBefore: number },
  items: readonly WriteItem[],
  write: () => Promise<Map<number, Outcome>>,
): Promise<Map<number, Outcome>> {
  const earlier = await findDryRunKeys(ctx, importId, keysIn(definition, items));
  const writeOver = async () => {
    await insertPlaceholders(ctx, definition, earlier);
    const outcomes = await write();
    return { outcomes, claims: await findClaims(ctx, definition.id, writtenIds(outcomes)) };
  };
  const { outcomes, claims } = await runInSavepoint(ctx, writeOver, () => false);
  const rowOf = new Map(earlier.map(({ recordId, row }) => [recordId, row]));
  for (const [index, outcome] of outcomes) {
    if (outcome.status === 'failed' || rowOf.has(outcome.record.id)) continue;
    rowOf.set(outcome.record.id, rowsBefore + index + 1);
  }
  await insertDryRunKeys(
    ctx,
    importId,
    claims.map((claim) => ({ ...claim, row: rowOf.get(claim.recordId) ?? 0 })),
  );
  return new Map([...outcomes].map(([index, outcome]) => [index, withRows(outcome, rowOf)]));
}

function keysIn(definition: Definition, items: readonly WriteItem[]): UniqueKey[] {
  return items.flatMap(({ draft }) => listRecordKeys(definition, addDerivedValues(definition, draft.values)));
}

function writtenIds(outcomes: ReadonlyMap<number, Outcome>): string[] {
  return [...outcomes.values()].flatMap((outcome) =>
    outcome.status === 'failed' ? [] : [outcome.record.id],
  );
}

/** Names records that were rolled back by their row in the file. */
function withRows(outcome: Outcome, rowOf: ReadonlyMap<string, number>): Outcome {
  if (outcome.status !== 'failed') return outcome;
  const { status, body } = outcome.problem;
  const place = (id: string) => (rowOf.has(id) ? `row ${rowOf.get(id)}` : undefined);
  return {
    status: 'failed',
    problem: new Problem(status, toItemError(outcome.problem, place).message, body),
  };
}

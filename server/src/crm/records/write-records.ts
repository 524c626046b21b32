import type { Ctx } from '../../platform/context.ts';
import { badRequest, invalidField, type Problem } from '../../platform/problems.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import { recordBusy } from './claim-keys.ts';
import { createRecords } from './create-records.ts';
import { findOwners } from './keys.store.ts';
import {
  countOutcomes,
  listMatchingKeys,
  splitByKey,
  type Outcome,
  type Progress,
  type WriteItem,
  type WriteSource,
} from './rules.ts';
import { addToCount, findRecords } from './store.ts';
import { updateMatches, type Match } from './update-records.ts';

interface WriteOptions {
  readonly source: WriteSource;
  /** A unique attribute, or the id: records that have its value are updated, the others created. */
  readonly matching?: Attribute | undefined;
}

const maxAttempts = 5;

/**
 * Creates and updates records, one or a thousand, and returns what happened to each by its index. One that fails leaves
 * no trace and does not keep the others from being written.
 */
export async function writeRecords(
  ctx: Ctx,
  definition: Definition,
  items: readonly WriteItem[],
  { source, matching }: WriteOptions,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  let pending = [...items];
  for (let stalled = 0; pending.length > 0;) {
    const { now, later } = matching ? splitByKey(pending, matching) : { now: pending, later: [] };
    const { creates, updates, retry } = matching
      ? await matchItems(ctx, definition, matching, now, outcomes)
      : { creates: now, updates: [], retry: [] };
    const updated = await updateMatches(ctx, definition, updates, source);
    const created = await createRecords(ctx, definition, creates, { source, matching });
    addOutcomes(outcomes, [updated, created]);
    const unfinished = [...retry, ...updated.retry, ...created.retry];
    stalled = unfinished.length === now.length ? stalled + 1 : 0;
    if (stalled === maxAttempts) {
      for (const { index } of unfinished) outcomes.set(index, { status: 'failed', problem: recordBusy() });
      unfinished.length = 0;
    }
    pending = [...unfinished, ...later].toSorted((a, b) => a.index - b.index);
  }
  await addToCount(ctx, definition.id, countOutcomes(outcomes, 'created'));
  return outcomes;
}

function addOutcomes(outcomes: Map<number, Outcome>, parts: readonly Progress[]): void {
  for (const part of parts) for (const [index, outcome] of part.outcomes) outcomes.set(index, outcome);
}

/** Which items have a record already. Of several with the same record, the first is written now. */
async function matchItems(
  ctx: Ctx,
  definition: Definition,
  matching: Attribute,
  items: readonly WriteItem[],
  outcomes: Map<number, Outcome>,
): Promise<{ creates: WriteItem[]; updates: Match[]; retry: WriteItem[] }> {
  const keysByItem = new Map(items.map((item) => [item, listMatchingKeys(matching, item)]));
  const allKeys = [...keysByItem.values()].flat();
  const owners = matching.isSystem
    ? new Map((await findRecords(ctx, definition.id, allKeys)).map(({ id }) => [id, id]))
    : await findOwners(ctx, matching.id, allKeys);
  const creates: WriteItem[] = [];
  const updates: Match[] = [];
  const retry: WriteItem[] = [];
  const matched = new Set<string>();
  for (const [item, keys] of keysByItem) {
    const recordIds = [...new Set(keys.flatMap((key) => owners.get(key) ?? []))];
    const [recordId] = recordIds;
    const problem = describeUnmatched(matching, keys, recordIds);
    if (problem) outcomes.set(item.index, { status: 'failed', problem });
    else if (recordId === undefined) creates.push(item);
    else if (matched.has(recordId)) retry.push(item);
    else updates.push({ item, recordId, matching });
    if (recordId !== undefined) matched.add(recordId);
  }
  return { creates, updates, retry };
}

/** By id, an item without one is new, and one whose id no record has is refused: a caller does not choose ids. */
function describeUnmatched(
  { key, isSystem }: Attribute,
  keys: readonly string[],
  recordIds: readonly string[],
): Problem | undefined {
  if (isSystem) {
    const isUnknown = keys.length > recordIds.length;
    return isUnknown ? invalidField(key, `No record has the id ${keys.join(', ')}.`) : undefined;
  }
  if (keys.length === 0)
    return invalidField(key, 'This field is required because records are matched by it.');
  if (recordIds.length <= 1) return undefined;
  return badRequest(`${key} belong to several records: ${recordIds.join(', ')}. Merge them first.`);
}

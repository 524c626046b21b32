import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { invalid, Problem } from '../../platform/problems.ts';
import {
  columnsOf,
  completed,
  type Data,
  diffOf,
  type Draft,
  dropPicksOf,
  insertPicks,
  keepingList,
  keysIn,
  keysOf,
  lockRecords,
  missingKeys,
  picksOf,
  publishUpdated,
  type RecordRow,
  recordUpdated,
  updateLocked,
  updateRecords,
  withoutNulls,
  type WriteSource,
} from '../records/public.ts';
import { inSavepoint } from '../../platform/db/savepoint.ts';
import { failedBy, type Item, type Outcome, type Progress } from './bulk.rules.ts';
import { type Diff, insertChanges } from '../history/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';

/** An item, and the record that it changes. */
export interface Match {
  readonly item: Item;
  readonly recordId: string;
  /** The list of it that is added to instead of replaced. */
  readonly matching?: Attribute;
}

interface Row {
  readonly item: Item;
  readonly held: RecordRow;
  readonly data: Data;
  readonly byHand: readonly string[];
  readonly diff: Diff;
}

/**
 * Changes records, each at most once. What moves neither keys nor links is written together; the few others one by one,
 * since each of them may be refused for what another one did.
 */
export async function updateMany(
  ctx: Ctx,
  definition: Definition,
  matches: readonly Match[],
  source: WriteSource,
): Promise<Progress> {
  const outcomes = new Map<number, Outcome>();
  const ids = matches.map(({ recordId }) => recordId);
  const heldById = new Map((await lockRecords(ctx, definition.id, ids)).map((row) => [row.id, row]));
  const again: Item[] = [];
  const together: Row[] = [];
  for (const { item, recordId, matching } of matches) {
    const held = heldById.get(recordId);
    if (!held) {
      again.push(item);
      continue;
    }
    const draft = matching ? keepingList(matching, held, item.draft) : item.draft;
    const row = rowOf(definition, held, { ...item, draft }, source);
    const missing = row ? emptied(definition, row) : [];
    if (!row) outcomes.set(item.index, await changeAlone(ctx, definition, held, draft, source));
    else if (missing.length > 0) {
      const errors = Object.fromEntries(missing.map((key) => [key, ['This field is required.']]));
      outcomes.set(item.index, failedBy(invalid(errors)));
    } else {
      const isSame = Object.keys(row.diff).length === 0 && row.byHand.length === held.by_hand.length;
      outcomes.set(item.index, { status: isSame ? 'unchanged' : 'updated', id: recordId });
      if (!isSame) together.push(row);
    }
  }
  await changeTogether(ctx, definition, together, source);
  return { outcomes, again };
}

/** The record as it will be; undefined if keys or links move. */
function rowOf(definition: Definition, held: RecordRow, item: Item, source: WriteSource): Row | undefined {
  const { draft } = item;
  if (draft.links.size > 0) return undefined;
  const data = withoutNulls(completed(definition, { ...held.data, ...draft.values }));
  if (keyText(definition, held.data) !== keyText(definition, data)) return undefined;
  const isMarked = definition.isStandard && source.isPerson;
  const byHand = isMarked ? [...new Set([...held.by_hand, ...keysIn(draft)])] : held.by_hand;
  return { item, held, data, byHand, diff: diffOf(held.data, data) };
}

const keyText = (definition: Definition, data: Data): string => JSON.stringify(keysOf(definition, data));

/** What is required and would be emptied; what was empty before may stay so. */
function emptied(definition: Definition, { item: { draft }, data }: Row): string[] {
  const touched = new Set(keysIn(draft));
  return missingKeys(definition, data, draft).filter((key) => touched.has(key));
}

async function changeAlone(
  ctx: Ctx,
  definition: Definition,
  held: RecordRow,
  draft: Draft,
  source: WriteSource,
): Promise<Outcome> {
  try {
    const written = await inSavepoint(ctx, () => updateLocked(ctx, definition, held, draft, source));
    if (!written.changeId) return { status: 'unchanged', id: held.id };
    await publishUpdated(ctx, definition, written);
    return { status: 'updated', id: held.id };
  } catch (error) {
    if (error instanceof Problem) return failedBy(error);
    throw error;
  }
}

async function changeTogether(
  ctx: Ctx,
  definition: Definition,
  rows: readonly Row[],
  source: WriteSource,
): Promise<void> {
  if (rows.length === 0) return;
  const next = rows.map(({ held: { id }, data, byHand }) => ({
    id,
    data,
    byHand,
    columns: columnsOf(definition, id, data),
  }));
  await updateRecords(ctx, definition.id, next);
  await movePicksOf(ctx, definition, rows);
  const changes = rows
    .filter(({ diff }) => Object.keys(diff).length > 0)
    .map(({ held: { id: recordId }, diff }) => ({
      id: newUuid(),
      objectId: definition.id,
      recordId,
      kind: 'record.updated',
      diff,
      ...(source.detail && { detail: source.detail }),
    }));
  await insertChanges(ctx, changes);
  await ctx.publishAll(
    recordUpdated,
    changes.map(({ id, recordId }) => ({ objectSlug: definition.slug, recordId, changeId: id })),
  );
}

async function movePicksOf(ctx: Ctx, definition: Definition, rows: readonly Row[]): Promise<void> {
  const lists = definition.attributes.filter(({ type }) => type === 'multiselect' || type === 'user');
  const moved = rows.flatMap(({ held, diff, data }) =>
    lists
      .filter(({ key }) => key in diff)
      .map(({ id: attributeId }) => ({ recordId: held.id, attributeId, data })),
  );
  await dropPicksOf(
    ctx,
    definition.id,
    moved.map(({ recordId, attributeId }) => ({ recordId, attributeId })),
  );
  const picks = moved.flatMap(({ recordId, attributeId, data }) =>
    picksOf(definition, data)
      .filter((pick) => pick.attributeId === attributeId)
      .map((pick) => ({ ...pick, recordId })),
  );
  await insertPicks(ctx, definition.id, picks);
}

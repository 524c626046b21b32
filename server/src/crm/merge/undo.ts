import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { conflict, notFound, Problem } from '../../platform/problems.ts';
import { insertChanges } from '../history/public.ts';
import {
  claimAll,
  columnsOf,
  diffOf,
  insertPicks,
  insertRecords,
  keysOf,
  lockRecord,
  picksOf,
  recordCreated,
  type RecordRow,
  recordUpdated,
  type Stored,
  updateLocked,
} from '../records/public.ts';
import { type Definition, demandCrm, openObject } from '../schema/public.ts';
import { dropLinks, noteLinks, putLinks } from '../links/public.ts';
import {
  lockMerge,
  markUndone,
  moveMeetings,
  moveNotes,
  returnTimeline,
  setCreatedAt,
  type MergeRow,
} from './store.ts';

/** Makes two records of one again. Values of the survivor that were changed since stay. */
export async function undoMerge(ctx: Ctx, mergeId: string): Promise<MergeRow> {
  await demandCrm(ctx);
  const merge = await lockMerge(ctx, mergeId);
  if (!merge) throw notFound('Merge');
  if (merge.undone_at !== null) throw conflict('This merge was undone already.');
  const definition = await openObject(ctx, merge.slug, 'write');
  const survivor = await lockRecord(ctx, definition.id, merge.survivor_id);
  if (!survivor) throw conflict('The record that was kept has been deleted since.');
  const detail = { mergeId, isUndo: true };
  const given = await giveBack(ctx, definition, survivor, merge, detail);
  const brought = await bringBack(ctx, definition, merge, detail);
  const moved = await moveBack(ctx, definition, merge, detail);
  await publishBoth(ctx, definition, merge, { updated: given ?? moved, created: brought });
  await markUndone(ctx, mergeId);
  return (await lockMerge(ctx, mergeId)) as MergeRow;
}

async function giveBack(
  ctx: Ctx,
  definition: Definition,
  survivor: RecordRow,
  { diff }: MergeRow,
  detail: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const values: Record<string, Stored> = {};
  for (const [key, [before, after]] of Object.entries(diff)) {
    const isAsLeft = isDeepStrictEqual(survivor.data[key] ?? null, after);
    if (definition.byKey.has(key) && isAsLeft) values[key] = before as Stored;
  }
  const source = { isPerson: false, detail };
  const { changeId } = await updateLocked(ctx, definition, survivor, { values, links: new Map() }, source);
  return changeId;
}

async function bringBack(
  ctx: Ctx,
  definition: Definition,
  { merged_id: id, merged }: MergeRow,
  detail: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { data, by_hand: byHand, created_at: createdAt } = merged;
  try {
    await claimAll(ctx, definition, id, keysOf(definition, data));
  } catch (error) {
    throw error instanceof Problem ? conflict(`This merge can not be undone. ${error.message}`) : error;
  }
  await insertRecords(ctx, definition.id, [{ id, data, byHand, columns: columnsOf(definition, id, data) }]);
  await setCreatedAt(ctx, definition.id, id, createdAt);
  const picks = picksOf(definition, data).map((pick) => ({ ...pick, recordId: id }));
  await insertPicks(ctx, definition.id, picks);
  const changeId = newUuid();
  const change = { id: changeId, objectId: definition.id, recordId: id, diff: diffOf({}, data), detail };
  await insertChanges(ctx, [{ ...change, kind: 'record.created' }]);
  return changeId;
}

/** Links, notes, meetings and what happened around the merged record; answers with the change of the survivor's links. */
async function moveBack(
  ctx: Ctx,
  definition: Definition,
  merge: MergeRow,
  detail: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const { links, taken, lost, notes, meetings } = merge.moved;
  const removed = await dropLinks(ctx, taken);
  const added = [...(await putLinks(ctx, links)), ...(await putLinks(ctx, lost))];
  const own = [merge.survivor_id, merge.merged_id];
  const diffs = await noteLinks(ctx, definition, own, { removed, added, detail });
  const changes = own
    .flatMap((id) => diffs.get(id) ?? [])
    .map((diff) => ({ id: newUuid(), kind: 'record.updated', detail, ...diff }));
  await insertChanges(ctx, changes);
  const move = { objectId: definition.id, from: merge.survivor_id, to: merge.merged_id };
  await moveNotes(ctx, { ...move, ids: notes });
  await moveMeetings(ctx, { ...move, ids: meetings });
  await returnTimeline(ctx, merge.survivor_id, merge.merged_id, merge.id);
  return changes.find(({ recordId }) => recordId === merge.survivor_id)?.id;
}

/** Told when everything is in its place, since subscribers are told how records stand. */
async function publishBoth(
  ctx: Ctx,
  { slug: objectSlug }: Definition,
  { survivor_id: survivorId, merged_id: mergedId }: MergeRow,
  { updated, created }: { updated: string | undefined; created: string },
): Promise<void> {
  if (updated) await ctx.publish(recordUpdated, { objectSlug, recordId: survivorId, changeId: updated });
  await ctx.publish(recordCreated, { objectSlug, recordId: mergedId, changeId: created });
}

import { isDeepStrictEqual } from 'node:util';
import { moveRecordFiles } from '../../files/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { conflict, notFound, Problem } from '../../platform/problems.ts';
import { insertChanges } from '../history/public.ts';
import { deleteLinkRows, insertLinkRows, recordLinkChanges } from '../links/public.ts';
import {
  requireOwn,
  requireLinkPartners,
  lockRecord,
  recordCreated,
  type RecordRow,
  recordUpdated,
  restoreRecord,
  updateLocked,
} from '../records/public.ts';
import { type Definition, requireCrm, openObject } from '../schema/public.ts';
import type { StoredValue } from '../values/public.ts';
import {
  lockMerge,
  markUndone,
  moveMeetings,
  moveNotes,
  returnTasks,
  returnTimeline,
  type MergeRow,
} from './store.ts';

type Detail = Readonly<Record<string, unknown>>;

/** Restores the merged record. Values of the survivor that were changed since stay. */
export async function undoMerge(ctx: Ctx, mergeId: string): Promise<MergeRow> {
  await requireCrm(ctx);
  const merge = await lockMerge(ctx, mergeId);
  if (!merge) throw notFound('Merge');
  if (merge.undone_at !== null) throw conflict('This merge was already undone.');
  const definition = await openObject(ctx, merge.slug, 'write');
  const survivor = await lockRecord(ctx, definition.id, merge.survivor_id);
  if (!survivor) throw conflict('The kept record was deleted in the meantime.');
  await requireOwn(ctx, definition, [survivor.id]);
  const detail = { mergeId, isUndo: true };
  const ofValues = await restoreValues(ctx, definition, survivor, merge, detail);
  const ofMerged = await restoreMerged(ctx, definition, merge, detail);
  const ofLinks = await moveBack(ctx, definition, merge, detail);
  await publishBoth(ctx, definition, merge, { updated: ofValues ?? ofLinks, created: ofMerged });
  await markUndone(ctx, mergeId);
  return (await lockMerge(ctx, mergeId)) as MergeRow;
}

/** Returns the id of the survivor's change, if a value was restored. */
async function restoreValues(
  ctx: Ctx,
  definition: Definition,
  survivor: RecordRow,
  { diff }: MergeRow,
  detail: Detail,
): Promise<string | undefined> {
  const values: Record<string, StoredValue> = {};
  for (const [key, [before, after]] of Object.entries(diff)) {
    const isUnchanged = isDeepStrictEqual(survivor.data[key] ?? null, after);
    if (definition.byKey.has(key) && isUnchanged) values[key] = before as StoredValue;
  }
  const draft = { values, links: new Map() };
  const { changeId } = await updateLocked(ctx, definition, survivor, draft, { isPerson: false, detail });
  return changeId;
}

async function restoreMerged(
  ctx: Ctx,
  definition: Definition,
  { merged_id: id, merged }: MergeRow,
  detail: Detail,
): Promise<string> {
  const { data, by_hand: manualKeys, created_at: createdAt } = merged;
  try {
    return await restoreRecord(ctx, definition, { id, data, manualKeys, createdAt }, detail);
  } catch (error) {
    throw error instanceof Problem ? conflict(`This merge can’t be undone. ${error.message}`) : error;
  }
}

/** Moves links, notes, tasks, files, meetings and timeline back. Returns the id of the survivor's change, if it lost or got a link. */
async function moveBack(
  ctx: Ctx,
  definition: Definition,
  merge: MergeRow,
  detail: Detail,
): Promise<string | undefined> {
  const { links, taken, lost, notes, meetings, tasks, files } = merge.moved;
  const removed = await deleteLinkRows(ctx, taken);
  const added = [...(await insertLinkRows(ctx, links)), ...(await insertLinkRows(ctx, lost))];
  await requireLinkPartners(ctx, definition, [...removed, ...added]);
  const ownIds = [merge.survivor_id, merge.merged_id];
  const diffs = await recordLinkChanges(ctx, definition, ownIds, { removed, added, detail });
  const changes = ownIds
    .flatMap((id) => diffs.get(id) ?? [])
    .map((diff) => ({ id: generateUuid(), kind: 'record.updated', detail, ...diff }));
  await insertChanges(ctx, changes);
  const move = { objectId: definition.id, from: merge.survivor_id, to: merge.merged_id };
  await moveNotes(ctx, { ...move, ids: notes });
  await moveMeetings(ctx, { ...move, ids: meetings });
  if (tasks) await returnTasks(ctx, move, tasks);
  if (files) await moveRecordFiles(ctx, { ...move, ids: files });
  await returnTimeline(ctx, merge.survivor_id, merge.merged_id, merge.id);
  return changes.find(({ recordId }) => recordId === merge.survivor_id)?.id;
}

/** Last, because webhooks show both records as they are at this moment. */
async function publishBoth(
  ctx: Ctx,
  { slug: objectSlug }: Definition,
  { survivor_id: survivorId, merged_id: mergedId }: MergeRow,
  { updated, created }: { updated: string | undefined; created: string },
): Promise<void> {
  if (updated) await ctx.publish(recordUpdated, { objectSlug, recordId: survivorId, changeId: updated });
  await ctx.publish(recordCreated, { objectSlug, recordId: mergedId, changeId: created });
}

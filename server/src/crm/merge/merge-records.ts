import type { mergeRecords as contract } from '@daybook/contract/crm-bulk';
import type { Input } from '@daybook/contract/route';
import { moveRecordFiles } from '../../files/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { badRequest, notFound } from '../../platform/problems.ts';
import { insertChanges } from '../history/public.ts';
import { deleteRecordLinks, insertLinkRows, type LinkRow, recordLinkChanges } from '../links/public.ts';
import {
  deleteLocked,
  requireOwn,
  requireLinkPartners,
  diffData,
  lockForDeletion,
  lockRecords,
  getNoun,
  publishUpdated,
  type RecordRow,
  updateLocked,
} from '../records/public.ts';
import { type Definition, isRelation, openObject } from '../schema/public.ts';
import { mergeValues, replaceLinkedRecord, type Choices } from './rules.ts';
import {
  insertMerge,
  lockMerge,
  moveMeetings,
  moveNotes,
  moveTasks,
  moveTimeline,
  type MergeRow,
  type MergedRows,
} from './store.ts';

/** Merges two records: the survivor takes over everything that refers to the other, which is deleted. */
export async function mergeRecords(
  ctx: Ctx,
  slug: string,
  body: Input<typeof contract>['body'],
): Promise<MergeRow> {
  const definition = await openObject(ctx, slug, 'write');
  const { survivor, merged } = await lockBoth(ctx, definition, body);
  const choices = body.values ?? {};
  const { values, wrong } = mergeValues(definition, survivor.data, merged.data, choices);
  if (wrong.length > 0) throw badRequest(wrong.join(' '));

  const id = generateUuid();
  const moved = await moveLinkedRows(ctx, definition, { id, survivor, merged, choices });
  await requireLinkPartners(ctx, definition, [...moved.links, ...moved.lost]);
  await deleteLocked(ctx, definition, [merged], {
    detail: { mergeId: id, mergedInto: survivor.id },
    isMerged: true,
  });
  const detail = { mergeId: id, mergedId: merged.id };
  const draft = { values, links: new Map() };
  const source = { isPerson: true, mayKeepArchived: true, detail };
  const { record } = await updateLocked(ctx, definition, survivor, draft, source);
  const taken = await insertLinkRows(
    ctx,
    replaceLinkedRecord(moved.links, definition.id, merged.id, survivor.id),
  );
  await recordMerge(ctx, definition, record, merged, {
    removed: [...moved.links, ...moved.lost],
    added: taken,
    detail,
  });
  await insertMerge(ctx, {
    id,
    object_id: definition.id,
    survivor_id: survivor.id,
    merged_id: merged.id,
    merged: { data: merged.data, by_hand: merged.by_hand, created_at: merged.created_at },
    diff: diffData(survivor.data, record.data),
    moved: { ...moved, taken },
  });
  return (await lockMerge(ctx, id)) as MergeRow;
}

async function lockBoth(
  ctx: Ctx,
  definition: Definition,
  body: { readonly survivorId: string; readonly mergedId: string },
): Promise<{ survivor: RecordRow; merged: RecordRow }> {
  const [survivorId, mergedId] = [body.survivorId.toLowerCase(), body.mergedId.toLowerCase()];
  const rows = await lockRecords(ctx, definition.id, [survivorId, mergedId]);
  const survivor = rows.find(({ id }) => id === survivorId);
  const merged = rows.find(({ id }) => id === mergedId);
  if (!survivor || !merged) throw notFound(getNoun(definition));
  await requireOwn(ctx, definition, [survivor.id, merged.id]);
  await lockForDeletion(ctx, definition.id, [merged.id]);
  return { survivor, merged };
}

interface Merge {
  readonly id: string;
  readonly survivor: RecordRow;
  readonly merged: RecordRow;
  readonly choices: Choices;
}

/** Unlinks the merged record, and gives its notes, tasks, files, meetings and timeline to the survivor. */
async function moveLinkedRows(
  ctx: Ctx,
  definition: Definition,
  { id, survivor, merged, choices }: Merge,
): Promise<Omit<MergedRows, 'taken'>> {
  const links = await deleteRecordLinks(ctx, definition.id, [merged.id]);
  const replaced = replacedRelations(definition, choices, links);
  const lost = await deleteRecordLinks(ctx, definition.id, [survivor.id], replaced);
  const move = { objectId: definition.id, from: merged.id, to: survivor.id };
  const notes = await moveNotes(ctx, move);
  const meetings = await moveMeetings(ctx, move);
  const tasks = await moveTasks(ctx, move);
  const files = await moveRecordFiles(ctx, move);
  await moveTimeline(ctx, merged.id, survivor.id, id);
  return { links, lost, notes, meetings, tasks, files };
}

/** Relations with one partner in which the caller chose the partner of the merged record. */
function replacedRelations(
  { attributes }: Definition,
  choices: Choices,
  links: readonly LinkRow[],
): string[] {
  const isChosen = (key: string) =>
    choices[key] === 'merged' || (key === 'company' && choices['companyId'] === 'merged');
  return attributes
    .filter(isRelation)
    .filter(({ key, relation }) => relation.isSingle && isChosen(key))
    .map(({ relation }) => relation.id)
    .filter((relationId) => links.some((link) => link.relation_id === relationId));
}

/** Always adds a change to the survivor's history, even if none of its values changed. */
async function recordMerge(
  ctx: Ctx,
  definition: Definition,
  survivor: RecordRow,
  merged: RecordRow,
  links: Parameters<typeof recordLinkChanges>[3],
): Promise<void> {
  const diffs = await recordLinkChanges(ctx, definition, [survivor.id, merged.id], links);
  const changeId = generateUuid();
  const { diff = {} } = diffs.get(survivor.id) ?? {};
  const { detail = {} } = links;
  const change = { id: changeId, objectId: definition.id, recordId: survivor.id, diff, detail };
  await insertChanges(ctx, [{ ...change, kind: 'record.merged' }]);
  await publishUpdated(ctx, definition, { record: survivor, changeId });
}

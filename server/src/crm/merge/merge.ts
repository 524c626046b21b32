import type { mergeRecords } from '@daybook/contract/crm-bulk';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { badRequest, notFound } from '../../platform/problems.ts';
import {
  deleteRecords,
  diffOf,
  lockRecords,
  nounOf,
  recordDeleted,
  type RecordRow,
  recordUpdated,
  updateLocked,
} from '../records/public.ts';
import { insertChanges } from '../history/public.ts';
import { type Definition, openObject } from '../schema/public.ts';
import {
  isRelation,
  type LinkDiff,
  type LinkRow,
  noteLinks,
  putLinks,
  relinked,
  takeLinks,
} from '../links/public.ts';
import { mergedValues, type Choices } from './rules.ts';
import {
  insertMerge,
  lockMerge,
  moveMeetings,
  moveNotes,
  moveTimeline,
  type MergeRow,
  type Moved,
} from './store.ts';

type Body = Input<typeof mergeRecords>['body'];

/** Makes one record of two: the survivor takes over all that leads to the other, which is then deleted. */
export async function mergeTwo(ctx: Ctx, slug: string, body: Body): Promise<MergeRow> {
  const definition = await openObject(ctx, slug, 'write');
  const [survivorId, mergedId] = [body.survivorId.toLowerCase(), body.mergedId.toLowerCase()];
  const rows = await lockRecords(ctx, definition.id, [survivorId, mergedId]);
  const survivor = rows.find(({ id }) => id === survivorId);
  const merged = rows.find(({ id }) => id === mergedId);
  if (!survivor || !merged) throw notFound(nounOf(definition));
  const choices = body.values ?? {};
  const { values, wrong } = mergedValues(definition, survivor.data, merged.data, choices);
  if (wrong.length > 0) throw badRequest(wrong.join(' '));

  const id = newUuid();
  const links = await takeLinks(ctx, definition.id, [mergedId]);
  const lost = await takeLinks(ctx, definition.id, [survivorId], givenUp(definition, choices, links));
  const move = { objectId: definition.id, from: mergedId, to: survivorId };
  const notes = await moveNotes(ctx, move);
  const meetings = await moveMeetings(ctx, move);
  await moveTimeline(ctx, mergedId, survivorId, id);
  await removeMerged(ctx, definition, merged, { mergeId: id, mergedInto: survivorId });
  const source = { isPerson: true, detail: { mergeId: id, mergedId } };
  const { record } = await updateLocked(ctx, definition, survivor, { values, links: new Map() }, source);
  const taken = await putLinks(ctx, relinked(links, definition.id, mergedId, survivorId));
  const own = [survivorId, mergedId];
  const change = { removed: [...links, ...lost], added: taken, detail: source.detail };
  const diffs = await noteLinks(ctx, definition, own, change);
  await noteMerged(ctx, definition, survivorId, source.detail, diffs.get(survivorId));
  const moved: Moved = { links, taken, lost, notes, meetings };
  await insertMerge(ctx, {
    id,
    object_id: definition.id,
    survivor_id: survivorId,
    merged_id: mergedId,
    merged: { data: merged.data, by_hand: merged.by_hand, created_at: merged.created_at },
    diff: diffOf(survivor.data, record.data),
    moved,
  });
  return (await lockMerge(ctx, id)) as MergeRow;
}

/** Relations in which the merged record's partner is chosen over the survivor's. */
function givenUp({ attributes }: Definition, choices: Choices, links: readonly LinkRow[]): string[] {
  const chosen = (key: string) =>
    choices[key] === 'merged' || (key === 'company' && choices['companyId'] === 'merged');
  return attributes
    .filter(isRelation)
    .filter(({ key, relation }) => relation.isSingle && chosen(key))
    .map(({ relation }) => relation.id)
    .filter((relationId) => links.some((link) => link.relation_id === relationId));
}

async function removeMerged(
  ctx: Ctx,
  { id: objectId, slug }: Definition,
  { id: recordId, data }: RecordRow,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const changeId = newUuid();
  await insertChanges(ctx, [
    { id: changeId, objectId, recordId, kind: 'record.deleted', diff: diffOf(data, {}), detail },
  ]);
  await deleteRecords(ctx, objectId, [recordId]);
  await ctx.publish(recordDeleted, { objectSlug: slug, recordId, changeId });
}

/** Told once, whether or not a value of the survivor changed: others lead to it now. */
async function noteMerged(
  ctx: Ctx,
  { id: objectId, slug }: Definition,
  recordId: string,
  detail: Readonly<Record<string, unknown>>,
  links: LinkDiff | undefined,
): Promise<void> {
  const changeId = newUuid();
  const diff = links?.diff ?? {};
  await insertChanges(ctx, [{ id: changeId, objectId, recordId, kind: 'record.merged', diff, detail }]);
  await ctx.publish(recordUpdated, { objectSlug: slug, recordId, changeId });
}

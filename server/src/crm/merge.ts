import type { mergeRecords } from '@daybook/contract/crm-bulk';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { badRequest, notFound } from '../platform/problems.ts';
import { lockRecords } from './bulk.store.ts';
import { insertChanges } from './changes.store.ts';
import { openObject, type Definition } from './definitions.ts';
import { recordDeleted, recordUpdated } from './events.ts';
import { relinked, type LinkDiff, type LinkRow } from './links.rules.ts';
import { mergedValues, type Choices } from './merge.rules.ts';
import { putLinks, takeLinks } from './links.store.ts';
import {
  insertMerge,
  lockMerge,
  moveMeetings,
  moveNotes,
  moveTimeline,
  type MergeRow,
  type Moved,
} from './merge.store.ts';
import { noteLinks } from './note-links.ts';
import { nounOf } from './records.ts';
import { diffOf } from './records.rules.ts';
import { deleteRecords, type RecordRow } from './records.store.ts';
import { isRelation } from './write-links.ts';
import { changeHeld } from './write-records.ts';

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
  const hand = { isPerson: true, detail: { mergeId: id, mergedId } };
  const { record } = await changeHeld(ctx, definition, survivor, { values, links: new Map() }, hand);
  const taken = await putLinks(ctx, relinked(links, definition.id, mergedId, survivorId));
  const own = [survivorId, mergedId];
  const change = { removed: [...links, ...lost], added: taken, detail: hand.detail };
  const diffs = await noteLinks(ctx, definition, own, change);
  await noteMerged(ctx, definition, survivorId, hand.detail, diffs.get(survivorId));
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
  await ctx.tell(recordDeleted, { objectSlug: slug, recordId, changeId });
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
  await ctx.tell(recordUpdated, { objectSlug: slug, recordId, changeId });
}

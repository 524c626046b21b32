import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertChanges } from '../history/public.ts';
import { deleteLinksOf, recordLinkChanges } from '../links/public.ts';
import type { Definition } from '../schema/public.ts';
import { insertDeleted } from './deleted.store.ts';
import { recordDeleted } from './events.ts';
import { diffOf } from './rules.ts';
import { addToCount, deleteRecords, type RecordRow } from './store.ts';
import { lockVersion } from './write-record.ts';

export async function deleteRecord(
  ctx: Ctx,
  definition: Definition,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  await deleteLocked(ctx, definition, [await lockVersion(ctx, definition, id, ifMatch)]);
}

/**
 * Deletes records that are locked. Their values stay in their history, their links in the history of their partners. They can
 * be restored for a while, but for those that were merged: undoing the merge restores them.
 */
export async function deleteLocked(
  ctx: Ctx,
  definition: Definition,
  records: readonly RecordRow[],
  { detail = {}, isMerged = false }: { detail?: Readonly<Record<string, unknown>>; isMerged?: boolean } = {},
): Promise<void> {
  if (records.length === 0) return;
  const changes = records.map(({ id: recordId, data }) => ({
    id: newUuid(),
    objectId: definition.id,
    recordId,
    kind: 'record.deleted',
    diff: diffOf(data, {}),
    detail,
  }));
  await insertChanges(ctx, changes);
  const ids = records.map(({ id }) => id);
  if (!isMerged) await insertDeleted(ctx, definition.id, ids);
  const removed = await deleteLinksOf(ctx, definition.id, ids);
  await recordLinkChanges(ctx, definition, ids, { removed, added: [], detail });
  await deleteRecords(ctx, definition.id, ids);
  await addToCount(ctx, definition.id, -ids.length);
  await ctx.publishAll(
    recordDeleted,
    changes.map(({ id, recordId }) => ({ objectSlug: definition.slug, recordId, changeId: id })),
  );
}

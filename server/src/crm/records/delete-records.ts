import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { insertChanges } from '../history/public.ts';
import { deleteRecordLinks, recordLinkChanges } from '../links/public.ts';
import type { Definition } from '../schema/public.ts';
import { insertDeleted } from './deleted.store.ts';
import { recordDeleted } from './events.ts';
import { rejectDependents } from './reject-dependents.ts';
import { diffData } from './rules.ts';
import { addToCount, deleteRecords, lockForDeletion, type RecordRow } from './store.ts';
import { requireVersion, lockExisting } from './write-record.ts';

/** By its own id alone: deleting a merged record again does not mean its survivor. */
export async function deleteRecord(
  ctx: Ctx,
  definition: Definition,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const locked = await lockExisting(ctx, definition, id);
  await requireVersion(ctx, definition, locked, ifMatch);
  await deleteLocked(ctx, definition, [locked]);
}

interface Deletion {
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly isMerged?: boolean;
  /** Whether required relations of other records may be left empty. */
  readonly mayEmpty?: boolean;
}

/**
 * Deletes records that are locked. Their values stay in their history, their links in the history of their partners. They can
 * be restored for a while, but for those that were merged: undoing the merge restores them.
 */
export async function deleteLocked(
  ctx: Ctx,
  definition: Definition,
  records: readonly RecordRow[],
  { detail = {}, isMerged = false, mayEmpty = isMerged }: Deletion = {},
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id);
  await lockForDeletion(ctx, definition.id, ids);
  if (!mayEmpty) await rejectDependents(ctx, definition, ids);
  const changes = records.map(({ id: recordId, data }) => ({
    id: generateUuid(),
    objectId: definition.id,
    recordId,
    kind: 'record.deleted',
    diff: diffData(data, {}),
    detail,
  }));
  await insertChanges(ctx, changes);
  if (!isMerged) await insertDeleted(ctx, definition.id, ids);
  const removed = await deleteRecordLinks(ctx, definition.id, ids);
  await recordLinkChanges(ctx, definition, ids, { removed, added: [], detail });
  await deleteRecords(ctx, definition.id, ids);
  await addToCount(ctx, definition.id, -ids.length);
  await ctx.publishAll(
    recordDeleted,
    changes.map(({ id, recordId }) => ({ objectSlug: definition.slug, recordId, changeId: id })),
  );
}

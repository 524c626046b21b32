import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { conflict, notFound, Problem } from '../../platform/problems.ts';
import { insertChanges } from '../history/public.ts';
import { insertLinkRows, recordLinkChanges } from '../links/public.ts';
import type { Definition } from '../schema/public.ts';
import { deleteDeleted, lockDeleted, restoreAttachments } from './deleted.store.ts';
import { recordCreated } from './events.ts';
import { requireOwn } from './ownership.ts';
import { restoreRecord, type DeletedRecord } from './restore-record.ts';
import { getNoun } from './rules.ts';
import type { RecordRow } from './store.ts';
import { loadRecord } from './write-record.ts';

const detail = { isRestored: true };

/** Brings a deleted record back, with its notes, tasks and meetings, and its links to records that exist and have room. */
export async function restoreDeleted(ctx: Ctx, definition: Definition, id: string): Promise<RecordRow> {
  const deleted = await lockDeleted(ctx, definition.id, id);
  if (!deleted) throw notFound(getNoun(definition));
  await requireOwn(ctx, definition, [id]);
  const { data, by_hand: manualKeys, created_at: createdAt } = deleted;
  const changeId = await restoreOrConflict(ctx, definition, { id, data, manualKeys, createdAt });
  const added = await insertLinkRows(ctx, deleted.links);
  const diffs = await recordLinkChanges(ctx, definition, [id], { removed: [], added, detail });
  const own = diffs.get(id);
  if (own) await insertChanges(ctx, [{ id: generateUuid(), kind: 'record.updated', detail, ...own }]);
  await restoreAttachments(ctx, definition.id, id);
  await deleteDeleted(ctx, definition.id, id);
  await ctx.publish(recordCreated, { objectSlug: definition.slug, recordId: id, changeId });
  return loadRecord(ctx, definition, id);
}

async function restoreOrConflict(ctx: Ctx, definition: Definition, record: DeletedRecord): Promise<string> {
  try {
    return await restoreRecord(ctx, definition, record, detail);
  } catch (error) {
    throw error instanceof Problem ? conflict(`This record can’t be restored. ${error.message}`) : error;
  }
}

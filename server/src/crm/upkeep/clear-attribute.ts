import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { insertChanges, type NewChange } from '../history/public.ts';
import { type RecordRow, updateRecords } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import { toColumns } from '../values/public.ts';
import { processBatches, type ObjectAddress } from './process-batches.ts';
import { deleteLinksOfRelation, deleteRowsOfAttribute, releaseSlot, type DeletedLink } from './store.ts';

interface Partner {
  readonly relationId: string;
  readonly side: 'from' | 'to';
  readonly objectId: string;
  readonly attributeKey: string;
}

export interface DeletedAttribute extends ObjectAddress {
  readonly attributeId: string;
  readonly attributeKey: string;
  readonly partner: Partner | null;
}

const batchSize = 1000;

/** Removes the values of a deleted attribute from records, with a change in their history, then frees its column. */
export async function clearAttribute(runtime: Runtime, deleted: DeletedAttribute): Promise<void> {
  const { workspaceId, attributeId, partner } = deleted;
  const inBatches = async (work: (ctx: Ctx) => Promise<number>): Promise<void> => {
    for (let count = batchSize; count === batchSize;) {
      count = await runInWorkspace(runtime, createSystemActor(workspaceId), work);
    }
  };
  if (partner) await inBatches((ctx) => clearLinks(ctx, deleted, partner));
  else
    await processBatches(runtime, deleted, (ctx, definition, records) =>
      clearValues(ctx, deleted, definition, records),
    );
  for (const table of ['crm_pick', 'crm_unique'] as const) {
    await inBatches((ctx) => deleteRowsOfAttribute(ctx, table, attributeId, batchSize));
  }
  await runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => releaseSlot(ctx, attributeId));
}

async function clearValues(
  ctx: Ctx,
  { objectId, attributeKey }: DeletedAttribute,
  definition: Definition,
  records: readonly RecordRow[],
): Promise<void> {
  const updates = records
    .filter(({ data }) => attributeKey in data)
    .map(({ id, data: before, by_hand: manualKeys }) => {
      const { [attributeKey]: value, ...data } = before;
      return { id, data, value, manualKeys, columns: toColumns(definition, id, data) };
    });
  await updateRecords(ctx, objectId, updates);
  await insertChanges(
    ctx,
    updates.map(({ id, value }) => changeOf({ objectId, recordId: id, key: attributeKey, before: value })),
  );
}

/** Every link is in the history of both of its records. Returns how many there were. */
async function clearLinks(
  ctx: Ctx,
  { objectId, attributeKey }: DeletedAttribute,
  partner: Partner,
): Promise<number> {
  const links = await deleteLinksOfRelation(ctx, partner.relationId, batchSize);
  const ends = ({ from_id: fromId, to_id: toId }: DeletedLink) =>
    partner.side === 'from' ? [fromId, toId] : [toId, fromId];
  const changes = links.flatMap((link) => {
    const [own = '', other = ''] = ends(link);
    return [
      changeOf({ objectId, recordId: own, key: attributeKey, before: [other], after: [] }),
      changeOf({
        objectId: partner.objectId,
        recordId: other,
        key: partner.attributeKey,
        before: [own],
        after: [],
      }),
    ];
  });
  await insertChanges(ctx, changes);
  return links.length;
}

function changeOf({
  objectId,
  recordId,
  key,
  before,
  after = null,
}: {
  objectId: string;
  recordId: string;
  key: string;
  before: unknown;
  after?: unknown;
}): NewChange {
  const detail = { deletedAttribute: key };
  return {
    id: generateUuid(),
    objectId,
    recordId,
    kind: 'record.updated',
    diff: { [key]: [before, after] },
    detail,
  };
}

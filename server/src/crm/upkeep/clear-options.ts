import type { Runtime } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { insertChanges } from '../history/public.ts';
import { diffData, updateRecords } from '../records/public.ts';
import { toColumns, type Data } from '../values/public.ts';
import { processBatches, type ObjectAddress } from './process-batches.ts';
import { deletePicks } from './store.ts';

interface DeletedOptions extends ObjectAddress {
  readonly attributeKey: string;
  readonly optionIds: readonly number[];
}

/** Removes deleted options from the records that have them, with a change in their history. */
export function clearOptions(runtime: Runtime, deleted: DeletedOptions): Promise<void> {
  const { objectId, attributeKey, optionIds } = deleted;
  return processBatches(runtime, deleted, async (ctx, definition, records) => {
    const updates = records.flatMap(({ id, data: before, by_hand: manualKeys }) => {
      const data = withoutOptions(before, deleted);
      return data ? [{ id, data, before, manualKeys, columns: toColumns(definition, id, data) }] : [];
    });
    await updateRecords(ctx, objectId, updates);
    const attribute = definition.byKey.get(attributeKey);
    const ids = updates.map(({ id }) => id);
    if (attribute) await deletePicks(ctx, { attributeId: attribute.id, optionIds }, ids);
    const changes = updates.map(({ id: recordId, data, before }) => ({
      id: generateUuid(),
      objectId,
      recordId,
      kind: 'record.updated',
      diff: diffData(before, data),
      detail: { clearedOptionIds: optionIds },
    }));
    await insertChanges(ctx, changes);
  });
}

/** Undefined if a record has none of them. */
function withoutOptions(data: Data, { attributeKey, optionIds }: DeletedOptions): Data | undefined {
  const deleted = new Set<unknown>(optionIds);
  const { [attributeKey]: value = null, ...others } = data;
  const items = [value].flat();
  if (!items.some((item) => deleted.has(item))) return undefined;
  const left = items.filter((item) => !deleted.has(item)) as number[];
  return Array.isArray(value) && left.length > 0 ? { ...others, [attributeKey]: left } : others;
}

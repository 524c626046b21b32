import { systemActor } from '../../platform/auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertChanges } from '../history/public.ts';
import {
  columnsOf,
  type Data,
  deleteRecords,
  diffOf,
  type RecordRow,
  recordsAfter,
} from '../records/public.ts';
import { type Definition, definitionById, findObject } from '../schema/public.ts';
import { holdBatch, purgeDefinition, rewriteRecords, rewriteSearch } from './store.ts';

/** Work on all records of an object, in batches, each in a transaction of its own, so that nobody waits for the whole. */

const batch = 500;

interface Where {
  readonly workspaceId: WorkspaceId;
  readonly objectId: string;
}

/** The search text follows the attribute that records are named by. They are not changed by it: neither version nor time. */
export function rebuildSearchOf(runtime: Runtime, where: Where): Promise<void> {
  return eachBatch(runtime, where, async (ctx, definition, rows) => {
    const texts = rows.map(({ id, data }) => ({ id, search: columnsOf(definition, id, data).search }));
    await rewriteSearch(ctx, where.objectId, texts);
  });
}

interface Cleared extends Where {
  readonly attributeKey: string;
  readonly optionIds: readonly number[];
}

/** Takes deleted options out of the records that have them, and notes it in their history. */
export function clearOptionsOf(runtime: Runtime, where: Cleared): Promise<void> {
  const { objectId, attributeKey, optionIds } = where;
  return eachBatch(runtime, where, async (ctx, definition, rows) => {
    const touched = rows.flatMap(({ id, data, by_hand: byHand }) => {
      const next = withoutOptions(data, where);
      return next ? [{ id, data: next, byHand, columns: columnsOf(definition, id, next), before: data }] : [];
    });
    const attribute = definition.byKey.get(attributeKey);
    await rewriteRecords(ctx, objectId, touched, attribute && { attributeId: attribute.id, optionIds });
    const changes = touched.map(({ id: recordId, data, before }) => ({
      id: newUuid(),
      objectId,
      recordId,
      kind: 'record.updated',
      diff: diffOf(before, data),
      detail: { clearedOptionIds: optionIds },
    }));
    await insertChanges(ctx, changes);
  });
}

/** Undefined if a record has none of them. */
function withoutOptions(data: Data, { attributeKey, optionIds }: Cleared): Data | undefined {
  const deleted = new Set<unknown>(optionIds);
  const { [attributeKey]: value = null, ...others } = data;
  const items = [value].flat();
  if (!items.some((item) => deleted.has(item))) return undefined;
  const left = items.filter((item) => !deleted.has(item)) as number[];
  return Array.isArray(value) && left.length > 0 ? { ...others, [attributeKey]: left } : others;
}

/** Clears a deleted object away. */
export async function purgeObjectOf(runtime: Runtime, where: Where): Promise<void> {
  for (;;) {
    const done = await inWorkspace(runtime, systemActor(where.workspaceId), async (ctx) => {
      const object = await findObject(ctx, where.objectId);
      if (!object?.deleted_at) return true;
      const rows = await recordsAfter(ctx, where.objectId, null, batch);
      await deleteRecords(
        ctx,
        where.objectId,
        rows.map(({ id }) => id),
      );
      if (rows.length > 0) return false;
      await purgeDefinition(ctx, where.objectId);
      return true;
    });
    if (done) return;
  }
}

async function eachBatch(
  runtime: Runtime,
  { workspaceId, objectId }: Where,
  work: (ctx: Ctx, definition: Definition, rows: readonly RecordRow[]) => Promise<void>,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const last: string | null = await inWorkspace(runtime, systemActor(workspaceId), async (ctx) => {
      if (!(await findObject(ctx, objectId))) return null;
      const rows = await holdBatch(ctx, objectId, after, batch);
      if (rows.length > 0) await work(ctx, await definitionById(ctx, objectId), rows);
      return rows.length < batch ? null : (rows.at(-1)?.id ?? null);
    });
    if (last === null) return;
    after = last;
  }
}

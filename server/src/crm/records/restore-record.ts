import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { insertChanges } from '../history/public.ts';
import type { Definition } from '../schema/public.ts';
import { toColumns, type Data, listRecordKeys, listPicks } from '../values/public.ts';
import { claimKeys, claimKeysOrThrow } from './claim-keys.ts';
import type { Claim } from './keys.store.ts';
import { insertPicks } from './picks.store.ts';
import { diffData } from './rules.ts';
import { addToCount, findRecords, insertRecords, setCreatedAt } from './store.ts';

export interface DeletedRecord {
  readonly id: string;
  readonly data: Data;
  readonly manualKeys: readonly string[];
  readonly createdAt: string;
}

/** Brings a deleted record back under its id, or throws if a unique value was taken since. Returns the id of the change. */
export async function restoreRecord(
  ctx: Ctx,
  definition: Definition,
  { id, data: deleted, manualKeys, createdAt }: DeletedRecord,
  detail: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { id: objectId } = definition;
  const data = withoutFormer(definition, deleted);
  await claimKeysOrThrow(ctx, definition, id, listRecordKeys(definition, data));
  await insertRecords(ctx, objectId, [{ id, data, manualKeys, columns: toColumns(definition, id, data) }]);
  await setCreatedAt(ctx, objectId, id, createdAt);
  const picks = listPicks(definition, data).map((pick) => ({ ...pick, recordId: id }));
  await insertPicks(ctx, objectId, picks);
  const changeId = generateUuid();
  const diff = diffData({}, data);
  await insertChanges(ctx, [{ id: changeId, objectId, recordId: id, kind: 'record.created', diff, detail }]);
  await addToCount(ctx, objectId, 1);
  return changeId;
}

/** Without the values of attributes that were deleted meanwhile. */
function withoutFormer({ former }: Definition, data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !former.has(key)));
}

/** Inserts empty records that hold keys, where a record does not exist yet. Only for what is rolled back: a dry run. */
export async function insertPlaceholders(
  ctx: Ctx,
  definition: Definition,
  claims: readonly Claim[],
): Promise<void> {
  const ids = [...new Set(claims.map(({ recordId }) => recordId))];
  const existing = new Set((await findRecords(ctx, definition.id, ids)).map(({ id }) => id));
  const missing = ids.filter((id) => !existing.has(id));
  await insertRecords(
    ctx,
    definition.id,
    missing.map((id) => ({ id, data: {}, manualKeys: [], columns: toColumns(definition, id, {}) })),
  );
  await claimKeys(ctx, definition, claims);
}

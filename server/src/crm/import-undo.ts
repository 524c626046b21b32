import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { lockRecords } from './bulk.store.ts';
import type { Item } from './bulk.rules.ts';
import { updateMany, type Match } from './bulk-update.ts';
import { insertChanges } from './changes.store.ts';
import { openObject, type Attribute, type Definition } from './definitions.ts';
import { recordDeleted } from './events.ts';
import { endImport, type ImportRow } from './import.store.ts';
import { endBatch, lastBatch, writtenIn, type Written } from './import-undo.store.ts';
import { linksOf } from './links.store.ts';
import { diffOf } from './records.rules.ts';
import { deleteRecords, type RecordRow } from './records.store.ts';
import type { Stored } from './values.rules.ts';
import { isRelation } from './write-links.ts';

/** Takes the last batch of an import back that has not been; whether it was the last of all. */
export async function undoBatch(ctx: Ctx, held: ImportRow): Promise<boolean> {
  const tx = await lastBatch(ctx, held.id);
  if (tx === undefined) {
    await endImport(ctx, held.id, 'undone');
    return true;
  }
  const definition = await openObject(ctx, held.slug, 'write');
  const written = await writtenIn(ctx, held.id, definition.id, tx);
  const rows = await lockRecords(
    ctx,
    definition.id,
    written.map(({ record_id: id }) => id),
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const there = written.filter(({ record_id: id }) => rowById.has(id));
  const deleted = await deleteCreated(ctx, definition, held, there, rowById);
  const restored = await restoreUpdated(ctx, definition, held, there, rowById);
  await endBatch(ctx, held.id, tx, there.length - deleted - restored);
  return false;
}

async function deleteCreated(
  ctx: Ctx,
  definition: Definition,
  { id: importId }: ImportRow,
  written: readonly Written[],
  rowById: ReadonlyMap<string, RecordRow>,
): Promise<number> {
  const created = written.filter(
    ({ kind, is_changed_since: isKept }) => kind === 'record.created' && !isKept,
  );
  const changes = created.map(({ record_id: recordId }) => ({
    id: newUuid(),
    objectId: definition.id,
    recordId,
    kind: 'record.deleted',
    diff: diffOf(rowById.get(recordId)?.data ?? {}, {}),
    detail: { importId, isUndo: true },
  }));
  await insertChanges(ctx, changes);
  await deleteRecords(
    ctx,
    definition.id,
    changes.map(({ recordId }) => recordId),
  );
  await ctx.tellAll(
    recordDeleted,
    changes.map(({ id, recordId }) => ({ objectSlug: definition.slug, recordId, changeId: id })),
  );
  return changes.length;
}

/** Sets values back that are still as the import left them. A record changed twice in a batch has two turns. */
async function restoreUpdated(
  ctx: Ctx,
  definition: Definition,
  { id: importId }: ImportRow,
  written: readonly Written[],
  rowById: ReadonlyMap<string, RecordRow>,
): Promise<number> {
  let restored = 0;
  let open = written.filter(({ kind }) => kind === 'record.updated');
  const rows = new Map(rowById);
  while (open.length > 0) {
    const seen = new Set<string>();
    const now = open.filter(({ record_id: id }) => !seen.has(id) && seen.add(id));
    open = open.filter((change) => !now.includes(change));
    const links = await currentLinks(ctx, definition, now);
    const matches = now.map((change, index): Match => {
      const row = rows.get(change.record_id) as RecordRow;
      return { recordId: row.id, item: { index, draft: draftBefore(definition, row, change, links) } };
    });
    const hand = { isPerson: false, detail: { importId, isUndo: true } };
    const { outcomes } = await updateMany(ctx, definition, matches, hand);
    restored += [...outcomes.values()].filter(({ status }) => status === 'updated').length;
    const fresh = open.length === 0 ? [] : await lockRecords(ctx, definition.id, [...seen]);
    for (const row of fresh) rows.set(row.id, row);
  }
  return restored;
}

type Links = ReadonlyMap<Attribute, ReadonlyMap<string, readonly string[]>>;

async function currentLinks(
  ctx: Ctx,
  { attributes }: Definition,
  changes: readonly Written[],
): Promise<Links> {
  const links = new Map<Attribute, ReadonlyMap<string, readonly string[]>>();
  for (const attribute of attributes.filter(isRelation)) {
    const touched = changes.filter(({ diff }) => attribute.key in diff).map(({ record_id: id }) => id);
    if (touched.length > 0) links.set(attribute, await linksOf(ctx, attribute.relation, touched));
  }
  return links;
}

function draftBefore(
  { byKey }: Definition,
  row: RecordRow,
  { diff }: Written,
  currently: Links,
): Item['draft'] {
  const values: Record<string, Stored> = {};
  const links = new Map<Attribute, readonly string[]>();
  for (const [key, [before, after]] of Object.entries(diff)) {
    const attribute = byKey.get(key);
    if (attribute?.relation) {
      const [removed, added] = [before as string[], after as string[]];
      const current = currently.get(attribute)?.get(row.id) ?? [];
      links.set(attribute, [...new Set([...current.filter((id) => !added.includes(id)), ...removed])]);
    } else if (attribute && isDeepStrictEqual(row.data[key] ?? null, after)) values[key] = before as Stored;
  }
  return { values, links };
}

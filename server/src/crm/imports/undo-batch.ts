import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { findPartners, lockPartners } from '../links/public.ts';
import {
  deleteLocked,
  type Draft,
  lockRecords,
  type Match,
  type RecordRow,
  updateMatches,
} from '../records/public.ts';
import { type Attribute, type Definition, isRelation, openObject } from '../schema/public.ts';
import type { StoredValue } from '../values/public.ts';
import { deleteBatch, findBatchChanges, findLastBatch, type BatchChange } from './batches.store.ts';
import { endImport, lockImport, type ImportRow } from './store.ts';

/** Undoes batch after batch until the time is over. Returns whether there are more. */
export async function undoUntil(
  runtime: Runtime,
  actor: Actor,
  { id, worker }: ImportRow,
  untilMs: number,
): Promise<boolean> {
  while (performance.now() < untilMs) {
    const hasMore = await runInWorkspace(runtime, actor, async (ctx) => {
      const locked = await lockImport(ctx, id);
      return locked !== undefined && locked.worker === worker && (await undoBatch(ctx, locked));
    });
    if (!hasMore) return false;
  }
  return true;
}

/** Undoes the last batch of an import that has not been undone yet. Returns false when there was none left. */
async function undoBatch(ctx: Ctx, row: ImportRow): Promise<boolean> {
  const { id: importId, slug } = row;
  const tx = await findLastBatch(ctx, importId);
  if (tx === undefined) {
    await endImport(ctx, row, 'undone');
    return false;
  }
  const definition = await openObject(ctx, slug, 'write');
  const all = await findBatchChanges(ctx, importId, definition.id, tx);
  const ids = all.map(({ record_id: id }) => id);
  const rows = new Map((await lockRecords(ctx, definition.id, ids)).map((row) => [row.id, row]));
  const changes = all.filter(({ record_id: id }) => rows.has(id));
  const detail = { importId, isUndo: true };
  const deleted = await deleteCreated(ctx, definition, changes, rows, detail);
  const left = changes.filter(({ record_id: id }) => !deleted.has(id));
  const kept = await restoreUpdated(ctx, definition, left, rows, detail);
  for (const { kind, record_id: id } of left) if (kind === 'record.created') kept.add(id);
  await deleteBatch(ctx, importId, tx, kept.size);
  return true;
}

type Detail = Readonly<Record<string, unknown>>;

/** Deletes the records that the import created, unless they were changed since. Returns their ids. */
async function deleteCreated(
  ctx: Ctx,
  definition: Definition,
  changes: readonly BatchChange[],
  rows: ReadonlyMap<string, RecordRow>,
  detail: Detail,
): Promise<ReadonlySet<string>> {
  const created = changes.filter(
    ({ kind, is_changed_since: isChanged }) => kind === 'record.created' && !isChanged,
  );
  const records = created.flatMap(({ record_id: id }) => rows.get(id) ?? []);
  // What depends on them was imported with them, and is deleted in its own batch; other links would be changes since.
  await deleteLocked(ctx, definition, records, { detail, mayEmpty: true });
  return new Set(records.map(({ id }) => id));
}

/**
 * Restores the values that are still as the import left them. A record that a batch changed twice is restored twice. Returns
 * the ids of records of which something was changed since and is kept.
 */
async function restoreUpdated(
  ctx: Ctx,
  definition: Definition,
  changes: readonly BatchChange[],
  locked: ReadonlyMap<string, RecordRow>,
  detail: Detail,
): Promise<Set<string>> {
  const kept = new Set<string>();
  let pending = changes.filter(({ kind }) => kind === 'record.updated');
  const rows = new Map(locked);
  while (pending.length > 0) {
    const seen = new Set<string>();
    const now = pending.filter(({ record_id: id }) => !seen.has(id) && seen.add(id));
    pending = pending.filter((change) => !now.includes(change));
    const links = await loadLinks(ctx, definition, now);
    const matches = now.map((change, index): Match => {
      const row = rows.get(change.record_id) as RecordRow;
      if (isChangedSince(definition, row, change, links)) kept.add(row.id);
      return { recordId: row.id, item: { index, draft: draftBefore(definition, row, change, links) } };
    });
    for (const id of await restore(ctx, definition, matches, detail)) kept.add(id);
    const fresh = pending.length === 0 ? [] : await lockRecords(ctx, definition.id, [...seen]);
    for (const row of fresh) rows.set(row.id, row);
  }
  return kept;
}

/** If a former partner has another one since, the values are restored without the links. Returns the ids of such records. */
async function restore(
  ctx: Ctx,
  definition: Definition,
  matches: readonly Match[],
  detail: Detail,
): Promise<string[]> {
  const { outcomes } = await updateMatches(ctx, definition, matches, { isPerson: false, detail });
  const statusOf = ({ item }: Match) => outcomes.get(item.index)?.status;
  const refused = matches.filter((match) => statusOf(match) === 'failed');
  const withoutLinks = refused
    .filter(({ item }) => item.draft.links.size > 0)
    .map(({ item, ...match }) => ({
      ...match,
      item: { ...item, draft: { ...item.draft, links: new Map() } },
    }));
  if (withoutLinks.length > 0) await restore(ctx, definition, withoutLinks, detail);
  return refused.map(({ recordId }) => recordId);
}

/** The partners that records have now, and which of their former partners still exist. */
interface Links {
  readonly current: ReadonlyMap<string, readonly string[]>;
  readonly existing: ReadonlySet<string>;
}

const noLinks: Links = { current: new Map(), existing: new Set() };

async function loadLinks(
  ctx: Ctx,
  { attributes }: Definition,
  changes: readonly BatchChange[],
): Promise<ReadonlyMap<Attribute, Links>> {
  const links = new Map<Attribute, Links>();
  for (const attribute of attributes.filter(isRelation)) {
    const { key, relation } = attribute;
    const relinked = changes.filter(({ diff }) => key in diff);
    if (relinked.length === 0) continue;
    const ids = relinked.map(({ record_id: id }) => id);
    const former = relinked.flatMap(({ diff }) => (diff[key]?.[0] ?? []) as string[]);
    links.set(attribute, {
      current: await findPartners(ctx, relation, ids),
      existing: new Set((await lockPartners(ctx, relation.objectId, former)).keys()),
    });
  }
  return links;
}

function draftBefore(
  { byKey }: Definition,
  row: RecordRow,
  { diff }: BatchChange,
  linksOf: ReadonlyMap<Attribute, Links>,
): Draft {
  const values: Record<string, StoredValue> = {};
  const links = new Map<Attribute, readonly string[]>();
  for (const [key, [before, after]] of Object.entries(diff)) {
    const attribute = byKey.get(key);
    if (attribute?.relation) {
      const [removed, added] = [before as string[], after as string[]];
      const { current, existing } = linksOf.get(attribute) ?? noLinks;
      const kept = (current.get(row.id) ?? []).filter((id) => !added.includes(id));
      links.set(attribute, [...new Set([...kept, ...removed.filter((id) => existing.has(id))])]);
    } else if (attribute && isDeepStrictEqual(row.data[key] ?? null, after))
      values[key] = before as StoredValue;
  }
  return { values, links };
}

/** Whether something of what the import wrote has another value by now, or can't be as it was before. */
function isChangedSince(
  { byKey }: Definition,
  { data }: RecordRow,
  { diff }: BatchChange,
  linksOf: ReadonlyMap<Attribute, Links>,
): boolean {
  return Object.entries(diff).some(([key, [before, after]]) => {
    const attribute = byKey.get(key);
    if (!attribute) return false;
    if (attribute.relation) {
      const { existing } = linksOf.get(attribute) ?? noLinks;
      return (before as string[]).some((id) => !existing.has(id));
    }
    const now = data[key] ?? null;
    return !isDeepStrictEqual(now, after) && !isDeepStrictEqual(now, before);
  });
}

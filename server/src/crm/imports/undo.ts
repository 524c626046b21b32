import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import {
  deleteRecords,
  diffOf,
  lockRecords,
  recordDeleted,
  type RecordRow,
  type Stored,
} from '../records/public.ts';
import { type Item, type Match, updateMany } from '../bulk/public.ts';
import { insertChanges } from '../history/public.ts';
import { type Attribute, type Definition, openObject } from '../schema/public.ts';
import { endImport, type ImportRow } from './store.ts';
import { endBatch, lastBatch, writtenIn, type Written } from './undo.store.ts';
import { holdRecords, isRelation, linksOf, noteLinks, takeLinks } from '../links/public.ts';

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
  const ids = changes.map(({ recordId }) => recordId);
  const removed = await takeLinks(ctx, definition.id, ids);
  await noteLinks(ctx, definition, ids, { removed, added: [], detail: { importId, isUndo: true } });
  await deleteRecords(ctx, definition.id, ids);
  await ctx.publishAll(
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
    const links = await linksAround(ctx, definition, now);
    const matches = now.map((change, index): Match => {
      const row = rows.get(change.record_id) as RecordRow;
      return { recordId: row.id, item: { index, draft: draftBefore(definition, row, change, links) } };
    });
    restored += await setBack(ctx, definition, matches, { importId, isUndo: true });
    const fresh = open.length === 0 ? [] : await lockRecords(ctx, definition.id, [...seen]);
    for (const row of fresh) rows.set(row.id, row);
  }
  return restored;
}

/** A partner may have found another one since. Then the link is left as it is, and the values go back without it. */
async function setBack(
  ctx: Ctx,
  definition: Definition,
  matches: readonly Match[],
  detail: Readonly<Record<string, unknown>>,
): Promise<number> {
  const source = { isPerson: false, detail };
  const { outcomes } = await updateMany(ctx, definition, matches, source);
  const isDone = ({ item }: Match) => outcomes.get(item.index)?.status === 'updated';
  const bare = matches
    .filter(({ item }) => item.draft.links.size > 0 && outcomes.get(item.index)?.status === 'failed')
    .map((match) => ({
      ...match,
      item: { ...match.item, draft: { ...match.item.draft, links: new Map() } },
    }));
  return matches.filter(isDone).length + (bare.length > 0 ? await setBack(ctx, definition, bare, detail) : 0);
}

/** The partners that records have now, and those of the former ones that are still there. */
interface Links {
  readonly now: ReadonlyMap<string, readonly string[]>;
  readonly there: ReadonlySet<string>;
}

const noLinks: Links = { now: new Map(), there: new Set() };

async function linksAround(
  ctx: Ctx,
  { attributes }: Definition,
  changes: readonly Written[],
): Promise<ReadonlyMap<Attribute, Links>> {
  const links = new Map<Attribute, Links>();
  for (const attribute of attributes.filter(isRelation)) {
    const { key, relation } = attribute;
    const touched = changes.filter(({ diff }) => key in diff);
    if (touched.length === 0) continue;
    const former = touched.flatMap(({ diff }) => (diff[key]?.[0] ?? []) as string[]);
    links.set(attribute, {
      now: await linksOf(
        ctx,
        relation,
        touched.map(({ record_id: id }) => id),
      ),
      there: new Set(await holdRecords(ctx, relation.objectId, former)),
    });
  }
  return links;
}

function draftBefore(
  { byKey }: Definition,
  row: RecordRow,
  { diff }: Written,
  around: ReadonlyMap<Attribute, Links>,
): Item['draft'] {
  const values: Record<string, Stored> = {};
  const links = new Map<Attribute, readonly string[]>();
  for (const [key, [before, after]] of Object.entries(diff)) {
    const attribute = byKey.get(key);
    if (attribute?.relation) {
      const [removed, added] = [before as string[], after as string[]];
      const { now, there } = around.get(attribute) ?? noLinks;
      const kept = (now.get(row.id) ?? []).filter((id) => !added.includes(id));
      links.set(attribute, [...new Set([...kept, ...removed.filter((id) => there.has(id))])]);
    } else if (attribute && isDeepStrictEqual(row.data[key] ?? null, after)) values[key] = before as Stored;
  }
  return { values, links };
}

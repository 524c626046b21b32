import type { Ctx } from '../../platform/context.ts';
import { invalidField } from '../../platform/problems.ts';
import {
  type ChangeRow,
  countRecordChanges,
  type FeedRow,
  listFeed,
  listRecordChanges,
} from '../history/public.ts';
import {
  getAudience,
  type Definition,
  loadDefinitionById,
  requireCrm,
  canRead,
  openObject,
} from '../schema/public.ts';
import { loadRecord } from '../records/public.ts';
import { addNoteTexts } from './add-note-texts.ts';
import { addTaskTitles } from './add-task-titles.ts';
import { omitPeople } from './omit-people.ts';
import { serializeChange, serializeTimelineEntry, serializeFeedChange } from './view.ts';

/** What is shown of a timeline: some kinds of entries, or what one user did; everything by default. */
interface TimelineFilter {
  readonly kinds?: readonly string[] | undefined;
  readonly actor?: string | undefined;
}

/** What concerns a record. */
export async function readTimeline(
  ctx: Ctx,
  { objectSlug, recordId }: { objectSlug: string; recordId: string },
  { kinds, actor }: TimelineFilter,
  page: { limit: number; offset: number },
): Promise<{ items: ChangeRow[]; total: number }> {
  const definition = await openObject(ctx, objectSlug, 'read');
  const record = await loadRecord(ctx, definition, recordId);
  const changes = { recordId: record.id, kinds, actor, hiddenKeys: definition.hiddenKeys };
  return {
    items: await listRecordChanges(ctx, changes, page),
    total: await countRecordChanges(ctx, changes),
  };
}

/** The feed of changes after a position, as far as `updateFeed` has numbered them. */
export async function readFeed(
  ctx: Ctx,
  after: string | undefined,
  count: number,
): Promise<{ rows: FeedRow[]; next: string | null; hasMore: boolean }> {
  await requireCrm(ctx);
  const rows = await listFeed(ctx, positionFrom(after), count + 1);
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return { rows: page, next: last ? String(last.position) : (after ?? null), hasMore: rows.length > count };
}

function positionFrom(after = '0'): number {
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw invalidField('after', 'Must be `next` from an earlier response. Start without it.');
}

/** Changes as they go over the wire, with options shown by the attributes of today. */
export async function serializeEntries(ctx: Ctx, rows: readonly ChangeRow[]) {
  const definitions = await definitionsOf(ctx, rows);
  return (await asShown(ctx, rows)).map((row) => serializeTimelineEntry(row, definitions));
}

export async function serializeChanges(ctx: Ctx, rows: readonly ChangeRow[]) {
  const definitions = await definitionsOf(ctx, rows);
  return (await shownTo(ctx, rows, definitions)).map((row) => serializeChange(row, definitions));
}

export async function serializeFeed(ctx: Ctx, rows: readonly FeedRow[]) {
  const definitions = await definitionsOf(ctx, rows);
  return (await shownTo(ctx, rows, definitions)).map((row) => serializeFeedChange(row, definitions));
}

/** Users do not read the changes of objects and relations that are hidden from them, or were purged. */
function shownTo<Row extends ChangeRow>(
  ctx: Ctx,
  rows: readonly Row[],
  definitions: ReadonlyMap<string, Definition>,
): Promise<readonly Row[]> {
  const isShown = (row: Row) => {
    if (getAudience(ctx.actor) === 'all') return true;
    const definition = definitions.get(row.object_id);
    return definition !== undefined && canRead(ctx.actor, definition) && !isOfHidden(row, definition);
  };
  return asShown(ctx, rows.filter(isShown));
}

/** Whether only relations changed that the actor may not know of. */
function isOfHidden({ kind, diff, detail }: ChangeRow, { hiddenKeys }: Definition): boolean {
  if (kind === 'attribute.deleted') return hiddenKeys.has(String(detail['attributeKey']));
  const keys = Object.keys(diff);
  return kind === 'record.updated' && keys.length > 0 && keys.every((key) => hiddenKeys.has(key));
}

async function asShown<Row extends ChangeRow>(ctx: Ctx, rows: readonly Row[]): Promise<readonly Row[]> {
  return addTaskTitles(ctx, await addNoteTexts(ctx, await omitPeople(ctx, rows)));
}

/** Without objects that were purged, whose attributes are no longer known. */
async function definitionsOf(ctx: Ctx, rows: readonly ChangeRow[]): Promise<ReadonlyMap<string, Definition>> {
  const definitions = new Map<string, Definition>();
  const ids = rows.filter(({ slug }) => slug !== null).map((row) => row.object_id);
  for (const id of new Set(ids)) definitions.set(id, await loadDefinitionById(ctx, id));
  return definitions;
}

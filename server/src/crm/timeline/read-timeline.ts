import type { Ctx } from '../../platform/context.ts';
import { invalidField } from '../../platform/problems.ts';
import {
  type ChangeRow,
  countRecordChanges,
  type FeedPlace,
  listFeed,
  listRecordChanges,
} from '../history/public.ts';
import {
  audienceOf,
  type Definition,
  definitionById,
  demandCrm,
  mayRead,
  openObject,
} from '../schema/public.ts';
import { loadRecord } from '../records/public.ts';
import { withNoteTexts } from './note-texts.ts';
import { changeView, entryView } from './view.ts';

/** Everything that concerns a record, or only the changes of the record itself. */
export async function readTimeline(
  ctx: Ctx,
  { objectSlug, recordId }: { objectSlug: string; recordId: string },
  only: 'all' | 'record',
  page: { limit: number; offset: number },
): Promise<{ items: ChangeRow[]; total: number }> {
  const definition = await openObject(ctx, objectSlug, 'read');
  const record = await loadRecord(ctx, definition, recordId);
  return {
    items: await listRecordChanges(ctx, record.id, only, page),
    total: await countRecordChanges(ctx, record.id, only),
  };
}

/** The feed of changes after a place in it, which is opaque to callers. */
export async function readFeed(
  ctx: Ctx,
  after: string | undefined,
  count: number,
): Promise<{ rows: ChangeRow[]; next: string | null; hasMore: boolean }> {
  await demandCrm(ctx);
  const rows = await listFeed(ctx, after === undefined ? beginning : placeFrom(after), count + 1);
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return { rows: page, next: last ? placeText(last) : (after ?? null), hasMore: rows.length > count };
}

const beginning: FeedPlace = {
  tx: 0,
  at: '1970-01-01T00:00:00Z',
  id: '00000000-0000-0000-0000-000000000000',
};

function placeText({ tx, happened_at: at, id }: ChangeRow): string {
  return Buffer.from(`${tx} ${at} ${id}`).toString('base64url');
}

function placeFrom(text: string): FeedPlace {
  const match =
    /^(\d{1,15}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      Buffer.from(text, 'base64url').toString(),
    );
  const [, tx, at, id] = match ?? [];
  if (!tx || !at || !id || Number.isNaN(Date.parse(at))) {
    throw invalidField('after', 'Is not a place of this feed. Begin without one.');
  }
  return { tx: Number(tx), at, id };
}

/** Changes as they go over the wire, with options shown by the attributes of today. */
export async function serializeEntries(ctx: Ctx, rows: readonly ChangeRow[]) {
  const definitions = await definitionsOf(ctx, rows);
  return (await withNoteTexts(ctx, rows)).map((row) => entryView(row, definitions));
}

export async function serializeChanges(ctx: Ctx, rows: readonly ChangeRow[]) {
  const definitions = await definitionsOf(ctx, rows);
  // Users do not read the changes of objects that are hidden from them, or were purged.
  const isShown = ({ object_id: id }: ChangeRow) =>
    audienceOf(ctx.actor) === 'all' || mayRead(ctx.actor, definitions.get(id) ?? { userPermission: 'none' });
  const shown = await withNoteTexts(ctx, rows.filter(isShown));
  return shown.map((row) => changeView(row, definitions));
}

/** Without objects that were purged, whose attributes are no longer known. */
async function definitionsOf(ctx: Ctx, rows: readonly ChangeRow[]): Promise<ReadonlyMap<string, Definition>> {
  const definitions = new Map<string, Definition>();
  const ids = rows.filter(({ slug }) => slug !== null).map((row) => row.object_id);
  for (const id of new Set(ids)) definitions.set(id, await definitionById(ctx, id));
  return definitions;
}

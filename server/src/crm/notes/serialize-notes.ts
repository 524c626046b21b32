import type { recordComment, recordNote } from '@daybook/contract/crm-notes';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { withNames } from './mentions.ts';
import type { NoteRow } from './store.ts';
import { buildCommentView, buildNoteView } from './view.ts';

export async function serializeNotes(
  ctx: Ctx,
  rows: readonly NoteRow[],
): Promise<z.output<typeof recordNote>[]> {
  const texts = await textsOf(ctx, rows);
  return rows.map((row) => buildNoteView(row, texts.get(row.id) ?? ''));
}

export async function serializeComments(
  ctx: Ctx,
  rows: readonly NoteRow[],
): Promise<z.output<typeof recordComment>[]> {
  const texts = await textsOf(ctx, rows);
  return rows.map((row) => buildCommentView(row, texts.get(row.id) ?? ''));
}

function textsOf(ctx: Ctx, rows: readonly NoteRow[]): Promise<ReadonlyMap<string, string>> {
  return withNames(ctx, new Map(rows.map(({ id, note }) => [id, note])));
}

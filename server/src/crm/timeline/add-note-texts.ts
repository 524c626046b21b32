import type { Ctx } from '../../platform/context.ts';
import { readNoteTexts } from '../../notes/public.ts';
import type { ChangeRow } from '../history/public.ts';
import { findNoteTexts, nameMentioned } from '../notes/public.ts';

/**
 * Entries refer to notes: the text is the one that the note has now, if the actor may read it. It is null for everybody
 * else, and once the note is deleted.
 */
export async function addNoteTexts<Row extends ChangeRow>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const entries = rows.filter(isOfNote);
  if (entries.length === 0) return rows;
  const idsIn = (key: string) => entries.flatMap(({ detail }) => (detail[key] as string | undefined) ?? []);
  const onRecords = await nameMentioned(ctx, await findNoteTexts(ctx, idsIn('noteId')));
  const onEvents = await readNoteTexts(ctx, idsIn('noteUuid'));
  return rows.map((row) => {
    if (!isOfNote(row)) return row;
    const { noteId, noteUuid } = row.detail as { noteId?: string; noteUuid?: string };
    const note = onRecords.get(noteId ?? '') ?? onEvents.get(noteUuid ?? '') ?? null;
    return { ...row, detail: { ...row.detail, note } };
  });
}

function isOfNote({ kind }: ChangeRow): boolean {
  return kind === 'note.created' || kind === 'comment.created';
}

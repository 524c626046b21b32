import type { recordComment, recordNote } from '@daybook/contract/crm-notes';
import type { actor } from '@daybook/contract/crm-records';
import type { z } from 'zod';
import type { NoteRow } from './store.ts';

/** `text` has the names of the mentioned users, which the row has not. */
export function buildNoteView(row: NoteRow, text: string): z.output<typeof recordNote> {
  return { id: row.id, note: text, pinnedAt: row.pinned_at, ...writtenView(row) };
}

export function buildCommentView(row: NoteRow, text: string): z.output<typeof recordComment> {
  return { id: row.id, comment: text, threadId: row.thread_id ?? row.id, ...writtenView(row) };
}

function writtenView(row: NoteRow) {
  return {
    author: serializeActor(row.member_id ? 'token' : 'system', row.member_id, row),
    editor: row.editor_id
      ? serializeActor('token', row.editor_id, {
          first_name: row.editor_first_name,
          last_name: row.editor_last_name,
        })
      : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

interface Names {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

export function serializeActor(kind: string, memberId: string | null, names: Names): z.output<typeof actor> {
  const name = [names.first_name, names.last_name].filter(Boolean).join(' ') || null;
  const type = kind === 'visitor' || kind === 'system' ? kind : 'user';
  return { type, uuid: memberId, name };
}

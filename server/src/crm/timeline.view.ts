import type { crmChange, recordNote, timelineEntry } from '@daybook/contract/crm-records';
import type { z } from 'zod';
import type { ChangeRow } from './changes.store.ts';
import type { NoteRow } from './notes.store.ts';

export function entryView(row: ChangeRow): z.output<typeof timelineEntry> {
  const changes = Object.entries(row.diff).map(([key, [from, to]]) => [key, { from, to }] as const);
  return {
    id: row.id,
    kind: row.kind,
    at: row.happened_at,
    actor: actorView(row.actor_kind, row.member_id, row),
    changes: Object.fromEntries(changes),
    detail: row.detail,
  };
}

export function changeView(row: ChangeRow): z.output<typeof crmChange> {
  return { ...entryView(row), objectSlug: row.slug, recordId: row.record_id };
}

export function noteView(row: NoteRow): z.output<typeof recordNote> {
  return {
    id: row.id,
    note: row.note,
    author: actorView(row.member_id ? 'token' : 'system', row.member_id, row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

interface Names {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

function actorView(kind: string, memberId: string | null, names: Names) {
  const name = [names.first_name, names.last_name].filter(Boolean).join(' ') || null;
  const type = kind === 'visitor' || kind === 'system' ? kind : 'user';
  return { type, uuid: memberId, name } as const;
}

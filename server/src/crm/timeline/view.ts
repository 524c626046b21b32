import type { crmChange, feedChange, recordNote, timelineEntry } from '@daybook/contract/crm-records';
import type { z } from 'zod';
import type { ChangeRow, FeedRow } from '../history/public.ts';
import { getEmptyValue } from '../records/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import type { NoteRow } from './store.ts';

/** Definitions by object id, to show the values that changed. */
type Definitions = ReadonlyMap<string, Definition>;

export function serializeTimelineEntry(
  row: ChangeRow,
  definitions: Definitions,
): z.output<typeof timelineEntry> {
  const definition = definitions.get(row.object_id);
  const shown = Object.entries(row.diff).filter(([key]) => !definition?.hiddenKeys.has(key));
  const changes = shown.map(([key, [from, to]]) => {
    const attribute = definition?.byKey.get(key) ?? definition?.former.get(key);
    return [key, { from: pastView(attribute, from), to: pastView(attribute, to) }] as const;
  });
  return {
    id: row.id,
    kind: row.kind,
    at: row.happened_at,
    actor: actorView(row.actor_kind, row.member_id, row),
    changes: Object.fromEntries(changes),
    detail: row.detail,
  };
}

const optionTypes: ReadonlySet<string> = new Set(['select', 'status', 'multiselect']);

/** Options with their labels, including deleted ones; other values as they were stored, and none as records show it. */
function pastView(attribute: Attribute | undefined, stored: unknown): unknown {
  if (!attribute) return stored;
  if (stored === null) return getEmptyValue(attribute);
  if (!optionTypes.has(attribute.type)) return stored;
  const all = [...attribute.options, ...attribute.formerOptions];
  const shown = [stored].flat().map((id) => {
    const { value = null, color = null } = all.find((option) => option.id === id) ?? {};
    return { id, value, color };
  });
  return Array.isArray(stored) ? shown : (shown[0] ?? null);
}

export function serializeChange(row: ChangeRow, definitions: Definitions): z.output<typeof crmChange> {
  return {
    ...serializeTimelineEntry(row, definitions),
    objectSlug: row.slug,
    recordId: /^(?:object|attribute)\./.test(row.kind) ? null : row.record_id,
  };
}

export function serializeFeedChange(row: FeedRow, definitions: Definitions): z.output<typeof feedChange> {
  return { position: row.position, ...serializeChange(row, definitions) };
}

export function serializeNote(row: NoteRow): z.output<typeof recordNote> {
  return {
    id: row.id,
    note: row.note,
    author: actorView(row.member_id ? 'token' : 'system', row.member_id, row),
    editor: row.editor_id
      ? actorView('token', row.editor_id, {
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

function actorView(kind: string, memberId: string | null, names: Names) {
  const name = [names.first_name, names.last_name].filter(Boolean).join(' ') || null;
  const type = kind === 'visitor' || kind === 'system' ? kind : 'user';
  return { type, uuid: memberId, name } as const;
}

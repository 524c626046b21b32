import type { crmChange, feedChange, timelineEntry } from '@daybook/contract/crm-records';
import type { z } from 'zod';
import type { ChangeRow, FeedRow } from '../history/public.ts';
import { serializeActor } from '../notes/public.ts';
import { getEmptyValue } from '../records/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';

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
    actor: serializeActor(row.actor_kind, row.member_id, row),
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

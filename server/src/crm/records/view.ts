import type { crmRecord } from '@daybook/contract/crm-records';
import type { z } from 'zod';
import type { Attribute, Definition } from '../schema/public.ts';
import type { StoredValue } from '../values/public.ts';
import type { RecordRow } from './store.ts';

/** Partners by relation key and record id, as ids or as whole records. */
export type Partners = ReadonlyMap<string, ReadonlyMap<string, readonly unknown[]>>;

export type RecordShape = z.output<typeof crmRecord>;

export function buildRecordView(
  definition: Definition,
  row: RecordRow,
  partners: Partners,
  keys?: ReadonlySet<string>,
): RecordShape {
  const attributes: Record<string, unknown> = {};
  for (const attribute of definition.attributes) {
    if (attribute.isSystem || (keys && !keys.has(attribute.key))) continue;
    attributes[attribute.key] = serializeValue(attribute, row, partners);
  }
  return {
    id: row.id,
    objectSlug: definition.slug,
    attributes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A value on the wire. A deleted option is not shown, although the record may still store it for a while. */
export function serializeValue(attribute: Attribute, row: RecordRow, partners: Partners): unknown {
  if (attribute.relation) return partners.get(attribute.key)?.get(row.id) ?? [];
  const stored: StoredValue = row.data[attribute.key] ?? null;
  switch (attribute.type) {
    case 'select':
    case 'status':
      return optionById(attribute, stored) ?? null;
    case 'multiselect':
      return ((stored ?? []) as readonly number[]).flatMap((id) => optionById(attribute, id) ?? []);
    default:
      return stored ?? getEmptyValue(attribute);
  }
}

/** How an attribute without a value is shown. */
export function getEmptyValue({ type, isList }: Attribute): unknown {
  if (type === 'checkbox') return false;
  return isList || type === 'multiselect' || type === 'user' ? [] : null;
}

function optionById({ options }: Attribute, id: StoredValue) {
  const option = options.find((candidate) => candidate.id === id);
  return option && { id: option.id, value: option.value, color: option.color };
}

import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

const object = { objectId: z.string() };
const attribute = { ...object, attributeId: z.string() };

/**
 * Definitions changed in a way that existing records must follow. `schema` knows no records: `records` and `upkeep` react, in
 * the same transaction.
 */
export const uniquenessRemoved = defineEvent('crm.attribute.uniqueness_removed', z.object(attribute));
export const optionsDeleted = defineEvent(
  'crm.attribute.options_deleted',
  z.object({ ...object, attributeKey: z.string(), optionIds: z.array(z.number()) }),
);
export const primaryAttributeChanged = defineEvent('crm.object.primary_attribute_changed', z.object(object));
export const objectDeleted = defineEvent('crm.object.deleted', z.object(object));
export const objectRestored = defineEvent('crm.object.restored', z.object(object));

/** Of a relation, `partner` is the attribute on the other object, which was deleted with it. */
export const attributeDeleted = defineEvent(
  'crm.attribute.deleted',
  z.object({
    ...attribute,
    attributeKey: z.string(),
    label: z.string(),
    partner: z
      .object({
        ...object,
        relationId: z.string(),
        side: z.enum(['from', 'to']),
        attributeKey: z.string(),
        label: z.string(),
      })
      .nullable(),
  }),
);

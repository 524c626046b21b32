import { z } from 'zod';
import { eventKind } from '../../platform/outbox.ts';

const object = { objectId: z.string() };
const attribute = { ...object, attributeId: z.string() };

/** The records that are there have to follow: another room of the CRM sees to that, since `schema` knows no record. */
export const uniquenessAdded = eventKind('crm.attribute.uniqueness_added', z.object(attribute));
export const uniquenessRemoved = eventKind('crm.attribute.uniqueness_removed', z.object(attribute));
export const optionsDeleted = eventKind(
  'crm.attribute.options_deleted',
  z.object({ ...object, attributeKey: z.string(), optionIds: z.array(z.number()) }),
);
export const primaryAttributeChanged = eventKind('crm.object.primary_attribute_changed', z.object(object));
export const objectDeleted = eventKind('crm.object.deleted', z.object(object));

import type { crmAttribute, crmObject } from '@daybook/contract/crm-objects';
import type { z } from 'zod';
import type { Attribute, Definition, Option } from './definition.ts';

export function serializeObject(definition: Definition): z.output<typeof crmObject> {
  return {
    slug: definition.slug,
    singularName: definition.singularName,
    pluralName: definition.pluralName,
    isStandard: definition.isStandard,
    isActive: definition.isActive,
    primaryAttribute: definition.primaryAttribute,
    permissions: { user: definition.userPermission },
    attributes: definition.attributes.map(serializeAttribute),
    createdAt: definition.createdAt,
    updatedAt: definition.updatedAt,
    ...(definition.deletedAt !== null && { id: definition.id, deletedAt: definition.deletedAt }),
  };
}

/** An attribute shows what its type has, and nothing of the others. */
export function serializeAttribute(attribute: Attribute): z.output<typeof crmAttribute> {
  const { relation, currency } = attribute;
  return {
    key: attribute.key,
    label: attribute.label,
    type: attribute.type,
    isRequired: attribute.isRequired,
    isUnique: attribute.isUnique,
    isArchived: attribute.isArchived,
    isStandard: attribute.isStandard,
    ...(attribute.type === 'text' && {
      validation: attribute.validation === 'domain' ? null : attribute.validation,
    }),
    ...(attribute.isList && { isMultiple: true }),
    ...(['select', 'multiselect', 'status'].includes(attribute.type) && {
      options: attribute.options.map(optionView),
    }),
    ...(relation && {
      relatedObjectSlug: relation.objectSlug,
      relatedObjectLabel: relation.objectLabel,
      relationType: relation.type,
      isMultiple: !relation.isSingle,
    }),
    ...(currency && {
      currency: currency.code,
      currencyDisplay: currency.display,
      currencyDecimal: currency.decimal,
      currencyGrouping: currency.grouping,
    }),
    createdAt: attribute.createdAt,
    updatedAt: attribute.updatedAt,
  };
}

function optionView({ id, value, color, isArchived }: Option) {
  return { id, value, color, isArchived };
}

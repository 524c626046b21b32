import type {
  Attribute,
  AttributeType,
  Currency,
  Definition,
  Option,
  OptionColor,
  Permission,
  Relation,
} from './definition.ts';
import type { AttributeRow, ObjectRow, OptionRow, PartnerRow } from './definitions.store.ts';

/** Definitions from the rows of their tables. */

interface Rows {
  readonly attributes: readonly AttributeRow[];
  readonly options: readonly OptionRow[];
  readonly partners: readonly PartnerRow[];
}

export function buildDefinition(
  object: ObjectRow,
  { attributes: rows, options, partners }: Rows,
): Definition {
  const from = (row: AttributeRow) => attributeFrom(row, options, partners);
  const [own, removed] = [rows.filter(({ is_removed: is }) => !is), rows.filter(({ is_removed: is }) => is)];
  const attributes = [...systemAttributes(object), ...own.map(from)];
  return {
    id: object.id,
    slug: object.slug,
    singularName: object.singular_name,
    pluralName: object.plural_name,
    isStandard: object.is_standard,
    isActive: object.is_active,
    primaryAttribute: object.primary_attribute,
    userPermission: object.user_permission as Permission,
    revision: object.revision,
    createdAt: object.created_at,
    updatedAt: object.updated_at,
    deletedAt: object.deleted_at,
    attributes,
    byKey: new Map(attributes.map((attribute) => [attribute.key, attribute])),
    former: new Map(removed.map((row) => [row.key, from(row)])),
    hiddenKeys: new Set(),
  };
}

/** As users see it. */
export function omitHidden(definition: Definition): Definition {
  const all = [...definition.attributes, ...definition.former.values()];
  const hidden = all.filter(({ relation }) => relation?.userPermission === 'none');
  if (hidden.length === 0) return definition;
  const attributes = definition.attributes.filter((attribute) => !hidden.includes(attribute));
  return {
    ...definition,
    attributes,
    byKey: new Map(attributes.map((attribute) => [attribute.key, attribute])),
    hiddenKeys: new Set(hidden.map(({ key }) => key)),
  };
}

function systemAttributes({ created_at: createdAt }: ObjectRow): Attribute[] {
  const system = (key: string, label: string, type: AttributeType, isRequired: boolean): Attribute => ({
    id: key,
    key,
    label,
    type,
    isSystem: true,
    isStandard: true,
    isRequired,
    isUnique: key === 'id',
    uniqueBuild: null,
    isArchived: false,
    isList: false,
    maxLength: 255,
    validation: null,
    slot: null,
    options: [],
    formerOptions: [],
    relation: null,
    currency: null,
    createdAt,
    updatedAt: createdAt,
  });
  return [
    system('id', 'ID', 'text', true),
    system('created_at', 'Created At', 'datetime', true),
    system('updated_at', 'Updated At', 'datetime', false),
  ];
}

function attributeFrom(
  row: AttributeRow,
  options: readonly OptionRow[],
  partners: readonly PartnerRow[],
): Attribute {
  const partner = partners.find(({ attribute_id: id }) => id === row.id);
  const own = options.filter(({ attribute_id: id }) => id === row.id);
  return {
    id: row.id,
    key: row.key,
    label: row.label,
    type: row.type as AttributeType,
    isSystem: false,
    isStandard: row.is_standard,
    isRequired: row.is_required,
    isUnique: row.is_unique,
    uniqueBuild: row.unique_build,
    isArchived: row.is_archived,
    isList: row.is_list,
    maxLength: row.max_length,
    validation: row.validation as Attribute['validation'],
    slot: row.slot,
    options: own.filter(({ deleted_at: at }) => at === null).map(optionFrom),
    formerOptions: own.filter(({ deleted_at: at }) => at !== null).map(optionFrom),
    relation: partner ? relationFrom(row, partner) : null,
    currency: currencyFrom(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function optionFrom({ id, value, color, is_archived: isArchived }: OptionRow): Option {
  return { id, value, color: color as OptionColor, isArchived };
}

function relationFrom(row: AttributeRow, partner: PartnerRow): Relation {
  const side = row.relation_side as Relation['side'];
  const { from_single: fromSingle, to_single: toSingle } = partner;
  const isSingle = side === 'from' ? fromSingle : toSingle;
  const isPartnerSingle = side === 'from' ? toSingle : fromSingle;
  return {
    id: partner.id,
    side,
    type: `${isPartnerSingle ? 'one' : 'many'}_to_${isSingle ? 'one' : 'many'}`,
    isSingle,
    isPartnerSingle,
    fromObjectId: partner.from_object_id,
    toObjectId: partner.to_object_id,
    fromSingle,
    toSingle,
    objectId: partner.object_id,
    objectSlug: partner.slug,
    objectLabel: partner.label,
    partnerKey: partner.key,
    isPartnerRequired: partner.is_required,
    userPermission: partner.user_permission as Permission,
  };
}

function currencyFrom(row: AttributeRow): Currency | null {
  if (row.currency === null) return null;
  return {
    code: row.currency,
    display: (row.currency_display ?? 'symbol') as Currency['display'],
    decimal: row.currency_decimal ?? true,
    grouping: row.currency_grouping ?? true,
  };
}

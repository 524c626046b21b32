import type { attributeTypes, optionColors, relationTypes } from '@daybook/contract/crm-objects';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, notFound } from '../../platform/problems.ts';
import { lruCache } from '../../platform/lru-cache.ts';
import {
  findAttributes,
  findHead,
  findObject,
  findOptions,
  findPartners,
  isCrmEnabled,
  type AttributeRow,
  type LockMode,
  type ObjectRow,
  type OptionRow,
  type PartnerRow,
} from './definitions.store.ts';

/** An object with its attributes, as all other slices of the CRM read it. */
export interface Definition {
  readonly id: string;
  readonly slug: string;
  readonly singularName: string;
  readonly pluralName: string;
  readonly isStandard: boolean;
  readonly isActive: boolean;
  readonly primaryAttribute: string;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly attributes: readonly Attribute[];
  readonly byKey: ReadonlyMap<string, Attribute>;
}

export type AttributeType = (typeof attributeTypes)[number];
export type OptionColor = (typeof optionColors)[number];
export type RelationType = (typeof relationTypes)[number];

export interface Option {
  readonly id: number;
  readonly value: string;
  readonly color: OptionColor;
}

export interface Attribute {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly type: AttributeType;
  /** Not a value of the record but a column of its row: `id`, `created_at`, `updated_at`. */
  readonly isSystem: boolean;
  readonly isStandard: boolean;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isArchived: boolean;
  readonly isList: boolean;
  readonly maxLength: number;
  readonly validation: 'email' | 'url' | 'domain' | null;
  readonly slot: string | null;
  readonly options: readonly Option[];
  /** Deleted options, which are still shown in the history. */
  readonly formerOptions: readonly Option[];
  readonly relation: Relation | null;
  readonly currency: Currency | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A relation as an attribute of one of its sides sees it. */
export interface Relation {
  readonly id: string;
  readonly side: 'from' | 'to';
  readonly type: RelationType;
  /** A record of this side has at most one partner. */
  readonly isSingle: boolean;
  /** The same for a record of the other side. */
  readonly isPartnerSingle: boolean;
  readonly fromObjectId: string;
  readonly toObjectId: string;
  readonly fromSingle: boolean;
  readonly toSingle: boolean;
  /** The related object, and the attribute there. */
  readonly objectId: string;
  readonly objectSlug: string;
  readonly objectLabel: string;
  readonly partnerKey: string;
}

export type RelationAttribute = Attribute & { readonly relation: Relation };

export function isRelation(attribute: Attribute | undefined): attribute is RelationAttribute {
  return attribute !== undefined && attribute.relation !== null;
}

export interface Currency {
  readonly code: string;
  readonly display: 'code' | 'name' | 'symbol';
  readonly decimal: boolean;
  readonly grouping: boolean;
}

/** Throws while the CRM is disabled, for calls that name no object. */
export async function demandCrm(ctx: Ctx): Promise<void> {
  if (!(await isCrmEnabled(ctx))) throw forbidden('CRM is not enabled.');
}

/** The definition of an object, for routes that read or change the definition itself. */
export async function loadDefinition(ctx: Ctx, slug: string, lock: LockMode = 'read'): Promise<Definition> {
  const definition = await findDefinition(ctx, slug, lock);
  if (definition) return definition;
  await demandCrm(ctx);
  throw notFound('Object');
}

/** The definition of an object, for routes that read or write its records. Throws while the object is disabled. */
export async function openObject(ctx: Ctx, slug: string, lock: LockMode): Promise<Definition> {
  const definition = await loadDefinition(ctx, slug, lock);
  if (!definition.isActive) throw forbidden('This object is not enabled.');
  return definition;
}

/** Undefined if there is no such object, or while the CRM is disabled. */
export async function findDefinition(
  ctx: Ctx,
  slug: string,
  lock: LockMode,
): Promise<Definition | undefined> {
  const head = await findHead(ctx, slug, lock);
  return head?.crm_enabled ? loadCached(ctx, head, () => demandObject(ctx, head.id)) : undefined;
}

export async function definitionById(ctx: Ctx, id: string): Promise<Definition> {
  const object = await demandObject(ctx, id);
  return loadCached(ctx, object, () => object);
}

async function demandObject(ctx: Ctx, id: string): Promise<ObjectRow> {
  const object = await findObject(ctx, id);
  if (!object) throw notFound('Object');
  return object;
}

const cached = lruCache<Definition>(2000);

/**
 * Every request needs a definition and few change one, so they are cached under their revision. A revision is random, so
 * one that was read in a transaction that rolled back is never mistaken for a later one.
 */
async function loadCached(
  ctx: Ctx,
  { id, revision }: Pick<ObjectRow, 'id' | 'revision'>,
  findRow: () => ObjectRow | Promise<ObjectRow>,
): Promise<Definition> {
  const key = `${ctx.workspaceId} ${id}`;
  const known = cached.get(key);
  if (known?.revision === revision) return known;
  const definition = await readDefinition(ctx, await findRow());
  cached.set(key, definition);
  return definition;
}

async function readDefinition(ctx: Ctx, object: ObjectRow): Promise<Definition> {
  const { id } = object;
  const rows = await findAttributes(ctx, id);
  const options = await findOptions(
    ctx,
    rows.map((row) => row.id),
  );
  const partners = await findPartners(ctx, id);
  const own = rows.map((row) => attributeFrom(row, options, partners));
  const attributes = [...systemAttributes(object), ...own];
  return {
    id,
    slug: object.slug,
    singularName: object.singular_name,
    pluralName: object.plural_name,
    isStandard: object.is_standard,
    isActive: object.is_active,
    primaryAttribute: object.primary_attribute,
    revision: object.revision,
    createdAt: object.created_at,
    updatedAt: object.updated_at,
    attributes,
    byKey: new Map(attributes.map((attribute) => [attribute.key, attribute])),
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

function optionFrom({ id, value, color }: OptionRow): Option {
  return { id, value, color: color as OptionColor };
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

import type {
  attributeTypes,
  optionColors,
  relationTypes,
  userPermissions,
} from '@daybook/contract/crm-objects';

/** An object with its attributes, as all other slices of the CRM read it. */
export interface Definition {
  readonly id: string;
  readonly slug: string;
  readonly singularName: string;
  readonly pluralName: string;
  readonly isStandard: boolean;
  readonly isActive: boolean;
  readonly primaryAttribute: string;
  readonly userPermission: Permission;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  readonly attributes: readonly Attribute[];
  readonly byKey: ReadonlyMap<string, Attribute>;
  /** Attributes that were deleted, by key, which are still shown in the history. */
  readonly former: ReadonlyMap<string, Attribute>;
  /** Relations to objects that the actor may not read. They are not among the attributes. */
  readonly hiddenKeys: ReadonlySet<string>;
}

export type AttributeType = (typeof attributeTypes)[number];
export type OptionColor = (typeof optionColors)[number];
export type Permission = (typeof userPermissions)[number];
export type RelationType = (typeof relationTypes)[number];

export interface Option {
  readonly id: number;
  readonly value: string;
  readonly color: OptionColor;
  /** It stays on the records that have it, and can't be chosen again. */
  readonly isArchived: boolean;
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
  /** While it is becoming unique: the id of the build that claims the values of existing records. */
  readonly uniqueBuild: string | null;
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
  /** A record there must have a partner. */
  readonly isPartnerRequired: boolean;
  /** What users may do with the related object. */
  readonly userPermission: Permission;
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

/** Writing a record claims its value, so that no other record can have it. */
export function isClaimed({ isUnique, uniqueBuild, isSystem }: Attribute): boolean {
  return !isSystem && (isUnique || uniqueBuild !== null);
}

import { z } from 'zod';
import { currency } from './currencies.ts';
import { message, ok, paginated } from './envelopes.ts';
import { idParam, line, queryBoolean, rule, timestamp } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Objects of the CRM and their attributes. Interface 2.9 and 4.8, resolutions 8. */

export const readCrm = requireScopes('crm:read', 'crm:write');
export const writeCrm = requireScopes('crm:write');
export const notEnabled = 'CRM is not enabled.';

export const attributeTypes = [
  'text',
  'number',
  'phone_number',
  'date',
  'datetime',
  'checkbox',
  'select',
  'multiselect',
  'rating',
  'relation',
  'status',
  'user',
  'currency',
] as const;

export const optionColors = [
  'gray',
  'primary',
  'warning',
  'success',
  'cyan',
  'sky',
  'violet',
  'fuchsia',
  'rose',
  'blue',
  'green',
  'red',
  'pink',
  'black',
  'yellow',
  'orange',
] as const;

export const relationTypes = ['one_to_one', 'many_to_one', 'one_to_many', 'many_to_many'] as const;

const type = z.enum(attributeTypes);
const color = z.enum(optionColors);
const relationType = z.enum(relationTypes);
const currencyDisplay = z.enum(['code', 'name', 'symbol']);
const validation = z.enum(['email', 'url']);

export const crmOption = z
  .object({
    id: z.int(),
    value: z.string(),
    color,
    isArchived: z
      .boolean()
      .meta({ description: 'Records keep an archived option, but it can’t be chosen again' }),
  })
  .meta({ id: 'CrmOption' });

export const crmAttribute = z
  .object({
    key: z.string().meta({ example: 'contract_value' }),
    label: z.string().meta({ example: 'Contract value' }),
    type,
    isRequired: z.boolean(),
    isUnique: z.boolean(),
    isArchived: z.boolean(),
    isStandard: z.boolean(),
    validation: validation.nullable().optional(),
    options: z.array(crmOption).optional(),
    relatedObjectSlug: z.string().optional(),
    relatedObjectLabel: z.string().optional(),
    relationType: relationType.optional(),
    isMultiple: z.boolean().optional(),
    currency: z.string().optional().meta({ example: 'EUR' }),
    currencyDisplay: currencyDisplay.optional(),
    currencyDecimal: z.boolean().optional(),
    currencyGrouping: z.boolean().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'CrmAttribute' });

export const userPermissions = ['none', 'read', 'own', 'write'] as const;

const permissions = z.object({ user: z.enum(userPermissions) }).meta({
  description:
    'What users who are neither owner nor admin may do with the records: `none` hides the object from them, `read` shows its records, `own` lets them also create records and change those that they created or that a user attribute assigns to them, `write` lets them change all.',
});

export const crmObject = z
  .object({
    slug: z.string().meta({ example: 'deals' }),
    singularName: z.string().meta({ example: 'Deal' }),
    pluralName: z.string().meta({ example: 'Deals' }),
    isStandard: z.boolean(),
    isActive: z.boolean(),
    primaryAttribute: z.string().meta({ example: 'title' }),
    permissions,
    attributes: z.array(crmAttribute),
    createdAt: timestamp,
    updatedAt: timestamp,
    id: z
      .uuid()
      .optional()
      .meta({ description: 'Only for deleted objects: the id to restore it with, whatever its slug' }),
    deletedAt: timestamp
      .optional()
      .meta({ description: 'Only of what was deleted and can still be restored' }),
  })
  .meta({ id: 'CrmObject' });

const slugPattern = /^[a-z0-9_]+(?:-[a-z0-9_]+)*$/;

const newSlug = z
  .string()
  .min(3)
  .max(60)
  .regex(
    slugPattern,
    'Must have lowercase letters, digits and underscores, with single hyphens between them.',
  )
  .meta({ example: 'deals' });

export const objectSlug = { objectSlug: idParam('Object', /^[a-z0-9_-]{1,60}$/, 'deals') };
const definitionSlug = { slug: idParam('Object', /^[a-z0-9_-]{1,60}$/, 'deals') };
const attributeKey = { ...definitionSlug, key: idParam('Attribute', /^[A-Za-z0-9_]{1,80}$/, 'stage') };

const objectNames = { singularName: line(255), pluralName: line(255) };

export const newObject = z.object({
  slug: newSlug,
  ...objectNames,
  isActive: z.boolean().default(true),
  permissions: permissions.optional(),
});

export const objectChanges = z
  .object({ ...objectNames, primaryAttribute: z.string().max(80), isActive: z.boolean(), permissions })
  .partial();

const optionFields = { value: line(512), color: color.default('gray') };
const newOption = z.object(optionFields);
const keptOption = z.object({
  id: z.int().optional(),
  ...optionFields,
  isArchived: z.boolean().optional().meta({ description: 'Unchanged if omitted' }),
});
const maxOptions = 500;

const attributeFields = {
  label: line(255),
  isRequired: z.boolean().default(false),
  isUnique: z.boolean().default(false),
  relatedObjectLabel: line(255).optional(),
  currencyDisplay: currencyDisplay.default('symbol'),
  currencyDecimal: z.boolean().default(true),
  currencyGrouping: z.boolean().default(true),
};

export const uniqueTypes: readonly string[] = ['text', 'phone_number', 'number'];
export const optionTypes: readonly string[] = ['select', 'multiselect', 'status'];

const attributeBody = z.object({
  ...attributeFields,
  type,
  validation: validation.nullish(),
  options: z.array(newOption).max(maxOptions).optional(),
  relatedObjectSlug: z.string().max(60).optional(),
  relationType: relationType.optional(),
  currency: currency.optional(),
});

type AttributeBody = z.output<typeof attributeBody>;

const attributeRules: [
  field: keyof AttributeBody,
  message: string,
  holds: (body: AttributeBody) => boolean,
][] = [
  [
    'isUnique',
    'Only text, phone_number and number attributes can be unique.',
    (body) => body.isUnique !== true || uniqueTypes.includes(body.type),
  ],
  [
    'options',
    'Only select, multiselect and status attributes have options.',
    (body) => body.options === undefined || optionTypes.includes(body.type),
  ],
  ['options', 'Options must differ from each other.', (body) => areDistinct(body.options)],
  [
    'relatedObjectSlug',
    'A relation needs the slug of the related object.',
    (body) => body.type !== 'relation' || body.relatedObjectSlug !== undefined,
  ],
  [
    'relationType',
    `A relation needs one of: ${relationTypes.join(', ')}.`,
    (body) => body.type !== 'relation' || body.relationType !== undefined,
  ],
  [
    'currency',
    'A currency attribute needs an ISO 4217 code, such as EUR.',
    (body) => body.type !== 'currency' || body.currency !== undefined,
  ],
  [
    'validation',
    'Only text can be validated as email or url.',
    (body) => body.validation == null || body.type === 'text',
  ],
];

export const newAttribute = attributeRules.reduce(
  (schema, [field, sentence, holds]) => rule(schema, field, sentence, holds),
  attributeBody,
);

const changesBody = z
  .object({
    label: line(255),
    isRequired: z.boolean(),
    isUnique: z.boolean(),
    isArchived: z.boolean(),
    options: z.array(keptOption).max(maxOptions),
    relatedObjectLabel: line(255),
    currencyDisplay,
    currencyDecimal: z.boolean(),
    currencyGrouping: z.boolean(),
    position: z.int().min(0).max(200).meta({
      description: 'The place among the attributes that are not standard, from 0; the others make room',
    }),
  })
  .partial();

export const attributeChanges = rule(changesBody, 'options', 'Options must differ from each other.', (body) =>
  areDistinct(body.options),
);

/** Also runs on values that are not lists of options. */
function areDistinct(options: unknown): boolean {
  if (!Array.isArray(options)) return true;
  const values = options.flatMap((option: { value?: unknown } | null) =>
    typeof option?.value === 'string' ? option.value.trim().toLowerCase() : [],
  );
  return new Set(values).size === values.length;
}

export const listObjects = declareRoute({
  method: 'GET',
  path: '/crm/objects',
  origin: 'ours',
  tag: 'CRM objects',
  summary: 'List CRM objects',
  access: readCrm,
  query: {
    deleted: queryBoolean.meta({
      description: 'Objects that were deleted in the last 30 days instead of the others',
    }),
  },
  returns: paginated(crmObject, { size: 'count', default: 20 }),
  fails: { 403: notEnabled },
});

export const createObject = declareRoute({
  method: 'POST',
  path: '/crm/objects',
  origin: 'interface',
  tag: 'CRM objects',
  summary: 'Create a custom object',
  description:
    'It begins with the attributes `id`, `created_at` and `updated_at`. The slug can’t be changed later.',
  access: writeCrm,
  body: newObject,
  returns: ok('object', crmObject, 201),
  fails: { 400: 'Slug already exists or forbidden.', 403: notEnabled },
  examples: { body: { slug: 'deals', singularName: 'Deal', pluralName: 'Deals' } },
});

export const readObject = declareRoute({
  method: 'GET',
  path: '/crm/objects/{slug}',
  origin: 'ours',
  tag: 'CRM objects',
  summary: 'Read one object with its attributes',
  access: readCrm,
  params: definitionSlug,
  returns: ok('object', crmObject),
  fails: { 403: notEnabled, 404: 'Object not found.' },
});

export const updateObject = declareRoute({
  method: 'PATCH',
  path: '/crm/objects/{slug}',
  origin: 'ours',
  tag: 'CRM objects',
  summary: 'Update an object',
  description: 'Of a standard object, `permissions` can be changed.',
  access: writeCrm,
  may: 'admin',
  params: definitionSlug,
  body: objectChanges,
  returns: ok('object', crmObject),
  fails: {
    403: 'Standard objects can’t be changed, and only owners and admins can change others.',
    404: 'Object not found.',
  },
  examples: { body: { primaryAttribute: 'title' } },
});

export const deleteObject = declareRoute({
  method: 'DELETE',
  path: '/crm/objects/{slug}',
  origin: 'ours',
  tag: 'CRM objects',
  summary: 'Delete a custom object with its records',
  description:
    'It can be restored for 30 days. Its slug can be reused immediately. The feed and webhooks get one `object.deleted`, and nothing for each record.',
  access: writeCrm,
  may: 'admin',
  params: definitionSlug,
  returns: message('Object deleted.'),
  fails: {
    403: 'Standard objects can’t be deleted, and only owners and admins can delete others.',
    404: 'Object not found.',
  },
});

export const restoreObject = declareRoute({
  method: 'POST',
  path: '/crm/objects/{slug}/restore',
  origin: 'ours',
  tag: 'CRM objects',
  summary: 'Restore a deleted object with its records',
  description:
    'By its slug the one that was deleted last, by the `id` in `GET /crm/objects?deleted=true` any. Its relations come back with it. One whose key was given to another attribute of the related object since gets a new key.',
  access: writeCrm,
  may: 'admin',
  params: definitionSlug,
  returns: ok('object', crmObject),
  fails: {
    403: 'Only owners and admins can do this.',
    404: 'Object not found.',
    409: 'Another object now uses this slug.',
  },
});

export const createAttribute = declareRoute({
  method: 'POST',
  path: '/crm/objects/{slug}/attributes',
  origin: 'interface',
  tag: 'CRM objects',
  summary: 'Add an attribute to an object',
  description:
    'Its key is made from the label. A relation appears on both objects: `many_to_one` here is `one_to_many` there, with the label `relatedObjectLabel`.',
  access: writeCrm,
  may: 'admin',
  params: definitionSlug,
  body: newAttribute,
  returns: ok('attribute', crmAttribute, 201),
  fails: { 403: 'Only owners and admins can do this.', 404: 'Object not found.' },
  examples: {
    body: { label: 'Stage', type: 'status', options: [{ value: 'New' }, { value: 'Won', color: 'green' }] },
  },
});

export const updateAttribute = declareRoute({
  method: 'PATCH',
  path: '/crm/objects/{slug}/attributes/{key}',
  origin: 'ours',
  tag: 'CRM objects',
  summary: 'Change an attribute',
  description:
    'A list of `options` replaces the one before: those with `id` are kept, those without are new, and missing ones are deleted and cleared on records; one with `isArchived` stays on records and can’t be chosen again. Key and type can’t be changed.',
  access: writeCrm,
  may: 'admin',
  params: attributeKey,
  body: attributeChanges,
  returns: ok('attribute', crmAttribute),
  fails: {
    400: 'Standard attributes can’t be changed, and a unique attribute can’t have duplicate values.',
    403: 'Only owners and admins can do this.',
    404: 'Attribute not found.',
    409: 'Another request changes whether the attribute is unique.',
  },
  examples: { body: { label: 'Pipeline stage' } },
});

export const deleteAttribute = declareRoute({
  method: 'DELETE',
  path: '/crm/objects/{slug}/attributes/{key}',
  origin: 'ours',
  tag: 'CRM objects',
  summary: 'Delete an attribute and its values',
  description:
    'It can’t be restored; archive it instead to keep the values. A relation is deleted on both objects. The feed and webhooks get one `attribute.deleted` at once, the history of each record shows the value that it lost soon after, and the key is not used again.',
  access: writeCrm,
  may: 'admin',
  params: attributeKey,
  returns: message('Attribute deleted.'),
  fails: {
    400: 'Standard attributes and the record name can’t be deleted.',
    403: 'Only owners and admins can do this.',
    404: 'Attribute not found.',
  },
});

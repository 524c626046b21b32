import type { attributeChanges, newAttribute } from '@daybook/contract/crm-objects';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import {
  badRequest,
  conflict,
  invalidField,
  notFound,
  throwIfInvalid,
  type FieldErrors,
} from '../../platform/problems.ts';
import { isClaimed, type Attribute, type Definition } from './definition.ts';
import { loadDefinitionById, findDefinition, loadDefinition } from './definitions.ts';
import { optionsDeleted, uniquenessRemoved } from './events.ts';
import { findFreeSlot, createKey, findNearest, listUsedKeys, validateAttributeChanges } from './rules.ts';
import {
  updateObjects,
  insertAttribute,
  insertRelation,
  lockObjects,
  moveAttribute,
  renamePartnerAttribute,
  replaceOptions,
  updateAttribute,
} from './store.ts';

type NewAttribute = z.output<typeof newAttribute>;
type Changes = z.output<typeof attributeChanges>;

const maxAttributes = 200;

/** Adds an attribute. Writes no record, so that it takes the same time however many there are. */
export async function createAttribute(ctx: Ctx, slug: string, body: NewAttribute): Promise<Attribute> {
  if (body.type === 'relation') return createRelation(ctx, slug, body);
  const definition = await loadDefinition(ctx, slug, 'alter');
  requireRoom(definition);
  const id = generateUuid();
  await insertAttribute(ctx, {
    ...fieldsOf(definition, id, body),
    slot: findFreeSlot(body.type, definition),
    is_unique: body.isUnique,
    ...(body.type === 'text' && { validation: body.validation ?? null }),
    ...(body.type === 'currency' && {
      currency: body.currency ?? null,
      currency_display: body.currencyDisplay,
      currency_decimal: body.currencyDecimal,
      currency_grouping: body.currencyGrouping,
    }),
  });
  if (body.options) await replaceOptions(ctx, id, body.options);
  await updateObjects(ctx, [definition.id]);
  return loadAttribute(ctx, definition.id, id);
}

/** A relation has an attribute on both objects: `many_to_one` here is `one_to_many` there. */
async function createRelation(ctx: Ctx, slug: string, body: NewAttribute): Promise<Attribute> {
  const { id: objectId } = await loadDefinition(ctx, slug);
  throwIfInvalid(await validateNewAttribute(ctx, body));
  const { id: relatedId } = await loadDefinition(ctx, body.relatedObjectSlug ?? '');
  await lockObjects(ctx, [objectId, relatedId]);
  const definition = await loadDefinition(ctx, slug, 'alter');
  const related = await loadDefinitionById(ctx, relatedId);
  for (const object of [definition, related]) requireRoom(object);

  const relationId = generateUuid();
  const id = generateUuid();
  const fromSingle = body.relationType === 'one_to_one' || body.relationType === 'many_to_one';
  const toSingle = body.relationType === 'one_to_one' || body.relationType === 'one_to_many';
  await insertRelation(ctx, {
    id: relationId,
    from_object_id: definition.id,
    to_object_id: related.id,
    from_single: fromSingle,
    to_single: toSingle,
  });
  const fields = fieldsOf(definition, id, body);
  await insertAttribute(ctx, { ...fields, relation_id: relationId, relation_side: 'from' });
  const label = body.relatedObjectLabel ?? (toSingle ? definition.singularName : definition.pluralName);
  const usedKeys = listUsedKeys(related);
  if (related.id === definition.id) usedKeys.add(fields.key);
  await insertAttribute(ctx, {
    id: generateUuid(),
    object_id: related.id,
    key: createKey(label, usedKeys),
    label,
    type: 'relation',
    relation_id: relationId,
    relation_side: 'to',
  });
  await updateObjects(ctx, [...new Set([definition.id, related.id])]);
  return loadAttribute(ctx, definition.id, id);
}

export async function validateNewAttribute(
  ctx: Ctx,
  { type, relatedObjectSlug: slug }: Partial<NewAttribute>,
): Promise<FieldErrors> {
  if (type !== 'relation' || slug === undefined || (await findDefinition(ctx, slug, 'read'))) return {};
  return { relatedObjectSlug: ['No object has this slug.'] };
}

function requireRoom({ attributes, pluralName }: Definition): void {
  if (attributes.length < maxAttributes) return;
  throw badRequest(`${pluralName} already has the maximum of ${maxAttributes} attributes.`);
}

function fieldsOf(definition: Definition, id: string, body: NewAttribute) {
  return {
    id,
    object_id: definition.id,
    key: createKey(body.label, listUsedKeys(definition)),
    label: body.label,
    type: body.type,
    is_required: body.isRequired,
  };
}

/** `build` is the one that checked all records, for an attribute that becomes unique. */
export async function changeAttribute(
  ctx: Ctx,
  slug: string,
  key: string,
  body: Changes,
  build?: string,
): Promise<Attribute> {
  const definition = await loadDefinition(ctx, slug, 'rename');
  const attribute = requireCustomAttribute(definition, key);
  throwIfInvalid(validateAttributeChanges(attribute, body));
  if (!isRename(attribute, body) || body.position !== undefined) await lockObjects(ctx, [definition.id]);
  if (body.isUnique === true && !attribute.isUnique && attribute.uniqueBuild !== (build ?? '')) {
    throw conflict('Another request is changing this attribute. Try again in a moment.');
  }

  // Options and the label of the other side have rows of their own, and change this attribute all the same.
  await updateAttribute(ctx, attribute.id, {
    label: body.label ?? attribute.label,
    ...(body.isRequired !== undefined && { is_required: body.isRequired }),
    ...(body.isArchived !== undefined && { is_archived: body.isArchived }),
    ...(body.isUnique !== undefined && {
      is_unique: body.isUnique,
      unique_build: null,
      unique_build_at: null,
    }),
    ...(body.currencyDisplay !== undefined && { currency_display: body.currencyDisplay }),
    ...(body.currencyDecimal !== undefined && { currency_decimal: body.currencyDecimal }),
    ...(body.currencyGrouping !== undefined && { currency_grouping: body.currencyGrouping }),
  });
  if (body.options) await changeOptions(ctx, definition, attribute, body.options);
  if (body.position !== undefined) {
    await moveAttribute(ctx, { objectId: definition.id, id: attribute.id, place: body.position });
  }
  if (body.isUnique === false && isClaimed(attribute)) {
    await ctx.publish(uniquenessRemoved, { objectId: definition.id, attributeId: attribute.id });
  }
  const { relation } = attribute;
  if (relation && body.relatedObjectLabel !== undefined) {
    await renamePartnerAttribute(ctx, relation, body.relatedObjectLabel);
  }
  await updateObjects(ctx, [...new Set([definition.id, relation?.objectId ?? definition.id])]);
  return loadAttribute(ctx, definition.id, attribute.id);
}

/** Whether every record is still valid afterwards, so that writers of records need not wait. */
function isRename(attribute: Attribute, body: Changes): boolean {
  const { isRequired, isArchived, isUnique, options } = body;
  const changesRules = [isRequired, isArchived, isUnique].some((rule) => rule !== undefined);
  return !changesRules && (!options || deletedOptions(attribute, options).length === 0);
}

function deletedOptions(attribute: Attribute, options: NonNullable<Changes['options']>): number[] {
  const kept = new Set(options.map(({ id }) => id));
  return attribute.options.map(({ id }) => id).filter((id) => !kept.has(id));
}

/** An attribute that may be changed: the standard ones may not. */
export function requireCustomAttribute({ byKey }: Pick<Definition, 'byKey'>, key: string): Attribute {
  const attribute = byKey.get(key);
  if (!attribute) throw notFound('Attribute');
  if (attribute.isStandard) throw badRequest('Standard attributes can’t be changed.');
  return attribute;
}

/** Deleted options are no longer shown from now on, and are removed from records in the background. */
async function changeOptions(
  ctx: Ctx,
  definition: Definition,
  attribute: Attribute,
  options: NonNullable<Changes['options']>,
): Promise<void> {
  await replaceOptions(ctx, attribute.id, options);
  const deleted = deletedOptions(attribute, options);
  if (deleted.length === 0) return;
  const where = { objectId: definition.id, attributeKey: attribute.key };
  await ctx.publish(optionsDeleted, { ...where, optionIds: deleted });
}

async function loadAttribute(ctx: Ctx, objectId: string, id: string): Promise<Attribute> {
  const { attributes } = await loadDefinitionById(ctx, objectId);
  const attribute = attributes.find((candidate) => candidate.id === id);
  if (!attribute) throw notFound('Attribute');
  return attribute;
}

/** The attribute that a caller named in `field`, or a 422 that suggests the nearest key. */
export function requireAttribute({ byKey }: Definition, key: string, field: string): Attribute {
  const attribute = byKey.get(key);
  if (attribute) return attribute;
  throw invalidField(field, describeUnknownAttribute(byKey.keys(), key));
}

export function describeUnknownAttribute(keys: Iterable<string>, key: string): string {
  return `Unknown attribute ${key.slice(0, 80)}. Did you mean ${findNearest(key, keys)}?`;
}

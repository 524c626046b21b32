import type { attributeChanges, newAttribute } from '@daybook/contract/crm-objects';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import {
  badRequest,
  invalid,
  invalidField,
  notFound,
  throwIfInvalid,
  type FieldErrors,
} from '../../platform/problems.ts';
import { definitionById, loadDefinition, type Attribute, type Definition } from './definitions.ts';
import { optionsDeleted, uniquenessAdded, uniquenessRemoved } from './events.ts';
import { freeSlot, keyFrom, nearest } from './objects.rules.ts';
import {
  changeObjects,
  insertAttribute,
  insertRelation,
  lockObjects,
  renamePartner,
  replaceOptions,
  updateAttribute,
} from './objects.store.ts';

type NewAttribute = z.output<typeof newAttribute>;
type Changes = z.output<typeof attributeChanges>;

const mostAttributes = 200;

/** Adds an attribute: rows of the definition, and nothing that grows with the number of records. */
export async function createAttribute(ctx: Ctx, slug: string, body: NewAttribute): Promise<Attribute> {
  if (body.type === 'relation') return createRelation(ctx, slug, body);
  const definition = await loadDefinition(ctx, slug, 'alter');
  demandRoom(definition);
  const id = newUuid();
  await insertAttribute(ctx, {
    ...fieldsOf(definition, id, body),
    slot: freeSlot(body.type, definition.attributes),
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
  await changeObjects(ctx, [definition.id]);
  return loadAttribute(ctx, definition.id, id);
}

/** A relation is one thing with two attributes: `many_to_one` here is `one_to_many` there. */
async function createRelation(ctx: Ctx, slug: string, body: NewAttribute): Promise<Attribute> {
  const here = await loadDefinition(ctx, slug);
  const there = await findRelated(ctx, body.relatedObjectSlug ?? '');
  if (!there) throw invalid(noSuchObject);
  await lockObjects(ctx, [here.id, there.id]);
  const definition = await loadDefinition(ctx, slug, 'alter');
  const related = await definitionById(ctx, there.id);
  demandRoom(definition);
  demandRoom(related);

  const relationId = newUuid();
  const id = newUuid();
  const fromSingle = body.relationType === 'one_to_one' || body.relationType === 'many_to_one';
  const toSingle = body.relationType === 'one_to_one' || body.relationType === 'one_to_many';
  await insertRelation(ctx, {
    id: relationId,
    from_object_id: definition.id,
    to_object_id: related.id,
    from_single: fromSingle,
    to_single: toSingle,
  });
  const mine = fieldsOf(definition, id, body);
  await insertAttribute(ctx, { ...mine, relation_id: relationId, relation_side: 'from' });
  const label = body.relatedObjectLabel ?? (toSingle ? definition.singularName : definition.pluralName);
  const taken = new Map(related.byKey);
  if (related.id === definition.id) taken.set(mine.key, {} as Attribute);
  await insertAttribute(ctx, {
    id: newUuid(),
    object_id: related.id,
    key: keyFrom(label, taken),
    label,
    type: 'relation',
    relation_id: relationId,
    relation_side: 'to',
  });
  await changeObjects(ctx, [...new Set([definition.id, related.id])]);
  return loadAttribute(ctx, definition.id, id);
}

async function findRelated(ctx: Ctx, slug: string): Promise<Definition | undefined> {
  try {
    return await loadDefinition(ctx, slug);
  } catch (error) {
    if ((error as { status?: number }).status !== 404) throw error;
    return undefined;
  }
}

const noSuchObject: FieldErrors = { relatedObjectSlug: ['There is no object with this slug.'] };

/** What adding would find wrong. */
export async function validateNewAttribute(
  ctx: Ctx,
  { type, relatedObjectSlug }: Partial<NewAttribute>,
  { params }: { readonly params: { readonly slug: string } },
): Promise<FieldErrors> {
  await loadDefinition(ctx, params.slug);
  if (type !== 'relation' || relatedObjectSlug === undefined) return {};
  return (await findRelated(ctx, relatedObjectSlug)) ? {} : noSuchObject;
}

function demandRoom({ attributes, pluralName }: Definition): void {
  if (attributes.length < mostAttributes) return;
  throw badRequest(
    `${pluralName} have ${mostAttributes} attributes already, which is the most there can be.`,
  );
}

function fieldsOf({ id: objectId, byKey }: Definition, id: string, body: NewAttribute) {
  return {
    id,
    object_id: objectId,
    key: keyFrom(body.label, byKey),
    label: body.label,
    type: body.type,
    is_required: body.isRequired,
  };
}

export async function changeAttribute(
  ctx: Ctx,
  slug: string,
  key: string,
  body: Changes,
): Promise<Attribute> {
  const definition = await loadDefinition(ctx, slug, 'name');
  const attribute = demandChangeable(definition, key);
  throwIfInvalid(whyNotChange(attribute, body));
  if (!isOnlyNamed(attribute, body)) await lockObjects(ctx, [definition.id]);

  await updateAttribute(ctx, attribute.id, {
    ...(body.label !== undefined && { label: body.label }),
    ...(body.isRequired !== undefined && { is_required: body.isRequired }),
    ...(body.isArchived !== undefined && { is_archived: body.isArchived }),
    ...(body.isUnique !== undefined && { is_unique: body.isUnique }),
    ...(body.currencyDisplay !== undefined && { currency_display: body.currencyDisplay }),
    ...(body.currencyDecimal !== undefined && { currency_decimal: body.currencyDecimal }),
    ...(body.currencyGrouping !== undefined && { currency_grouping: body.currencyGrouping }),
  });
  if (body.options) await changeOptions(ctx, definition, attribute, body.options);
  if (body.isUnique !== undefined && body.isUnique !== attribute.isUnique) {
    const event = body.isUnique ? uniquenessAdded : uniquenessRemoved;
    await ctx.publish(event, { objectId: definition.id, attributeId: attribute.id });
  }
  const { relation } = attribute;
  if (relation && body.relatedObjectLabel !== undefined) {
    await renamePartner(ctx, relation, body.relatedObjectLabel);
  }
  await changeObjects(ctx, [...new Set([definition.id, relation?.objectId ?? definition.id])]);
  return loadAttribute(ctx, definition.id, attribute.id);
}

/** Whether all records stay right: then nobody who writes one waits, nor has to be waited for. */
function isOnlyNamed(attribute: Attribute, body: Changes): boolean {
  const { isRequired, isArchived, isUnique, options } = body;
  const isRuled = [isRequired, isArchived, isUnique].some((rule) => rule !== undefined);
  return !isRuled && (!options || deletedOptions(attribute, options).length === 0);
}

function deletedOptions(attribute: Attribute, options: NonNullable<Changes['options']>): number[] {
  const kept = new Set(options.map(({ id }) => id));
  return attribute.options.map(({ id }) => id).filter((id) => !kept.has(id));
}

/** What changing would find wrong. */
export async function validateAttribute(
  ctx: Ctx,
  body: Changes,
  { params }: { readonly params: { readonly slug: string; readonly key: string } },
): Promise<FieldErrors> {
  const definition = await loadDefinition(ctx, params.slug);
  return whyNotChange(demandChangeable(definition, params.key), body);
}

function demandChangeable({ byKey }: Definition, key: string): Attribute {
  const attribute = byKey.get(key);
  if (!attribute) throw notFound('Attribute');
  if (attribute.isStandard) throw badRequest('Standard attributes can not be changed.');
  return attribute;
}

function whyNotChange(attribute: Attribute, body: Changes): FieldErrors {
  const errors: FieldErrors = {};
  const { type } = attribute;
  if (body.isUnique === true && !['text', 'phone_number', 'number'].includes(type)) {
    errors['isUnique'] = ['Only text, phone_number and number attributes can be unique.'];
  }
  if (body.options && !['select', 'multiselect', 'status'].includes(type)) {
    errors['options'] = ['Only select, multiselect and status attributes have options.'];
  }
  const known = new Set(attribute.options.map(({ id }) => id));
  const seen = new Set<number>();
  for (const [index, { id }] of (body.options ?? []).entries()) {
    if (id === undefined) continue;
    if (!known.has(id)) errors[`options.${index}.id`] = ['No option of this attribute has this id.'];
    else if (seen.has(id)) errors[`options.${index}.id`] = ['This option is in the list already.'];
    seen.add(id);
  }
  if (body.relatedObjectLabel !== undefined && type !== 'relation') {
    errors['relatedObjectLabel'] = ['Only a relation has a label on its other side.'];
  }
  for (const field of ['currencyDisplay', 'currencyDecimal', 'currencyGrouping'] as const) {
    if (body[field] !== undefined && type !== 'currency') {
      errors[field] = ['Only a currency attribute has this.'];
    }
  }
  return errors;
}

/** Deleted options vanish from what is shown at once, and from the records in the background. */
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
  const { attributes } = await definitionById(ctx, objectId);
  const attribute = attributes.find((candidate) => candidate.id === id);
  if (!attribute) throw notFound('Attribute');
  return attribute;
}

/** An attribute by the key that a caller gave for `field`; a wrong one is a 422 that names the nearest. */
export function demandAttribute({ byKey }: Definition, key: string, field: string): Attribute {
  const attribute = byKey.get(key);
  if (attribute) return attribute;
  throw invalidField(field, whyNotAttribute(byKey.keys(), key));
}

export function whyNotAttribute(keys: Iterable<string>, key: string): string {
  return `There is no attribute ${key.slice(0, 80)}. Did you mean ${nearest(key, keys)}?`;
}

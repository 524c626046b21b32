import type { newObject, objectChanges } from '@daybook/contract/crm-objects';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { badRequest, forbidden, throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { definitionById, demandCrm, loadDefinition, type Definition } from './definitions.ts';
import { countObjects, listObjectIds } from './definitions.store.ts';
import { objectDeleted, primaryAttributeChanged } from './events.ts';
import { isReservedSlug, whyNotPrimary } from './objects.rules.ts';
import { changeObjects, dropAttributesAround, furnish, insertObject } from './objects.store.ts';

type Changes = z.output<typeof objectChanges>;

export async function createObject(ctx: Ctx, body: z.output<typeof newObject>): Promise<Definition> {
  await demandCrm(ctx);
  const id = newUuid();
  const inserted =
    !isReservedSlug(body.slug) &&
    (await insertObject(ctx, {
      id,
      slug: body.slug,
      singular_name: body.singularName,
      plural_name: body.pluralName,
      is_active: body.isActive,
    }));
  if (!inserted) throw badRequest('Slug already exists or forbidden.');
  return definitionById(ctx, id);
}

export async function listObjects(
  ctx: Ctx,
  page: { limit: number; offset: number },
): Promise<{ items: Definition[]; total: number }> {
  await demandCrm(ctx);
  const items: Definition[] = [];
  for (const id of await listObjectIds(ctx, page)) items.push(await definitionById(ctx, id));
  return { items, total: await countObjects(ctx) };
}

export async function changeObject(ctx: Ctx, slug: string, body: Changes): Promise<Definition> {
  const definition = await loadDefinition(ctx, slug, 'alter');
  demandCustom(definition);
  throwIfInvalid(validateChanges(definition, body));
  const { primaryAttribute } = body;
  await changeObjects(ctx, [definition.id], {
    ...(body.singularName !== undefined && { singular_name: body.singularName }),
    ...(body.pluralName !== undefined && { plural_name: body.pluralName }),
    ...(body.isActive !== undefined && { is_active: body.isActive }),
    ...(primaryAttribute !== undefined && { primary_attribute: primaryAttribute }),
  });
  if (primaryAttribute !== undefined && primaryAttribute !== definition.primaryAttribute) {
    await ctx.publish(primaryAttributeChanged, { objectId: definition.id });
  }
  return definitionById(ctx, definition.id);
}

/** What changing would find wrong. */
export async function validateObject(
  ctx: Ctx,
  body: Changes,
  { params }: { readonly params: { readonly slug: string } },
): Promise<FieldErrors> {
  const definition = await loadDefinition(ctx, params.slug);
  demandCustom(definition);
  return validateChanges(definition, body);
}

function demandCustom({ isStandard }: Definition): void {
  if (isStandard) throw forbidden('Standard objects can not be changed.');
}

function validateChanges(definition: Definition, { primaryAttribute: key }: Changes): FieldErrors {
  const refusal = key === undefined ? undefined : whyNotPrimary(definition, key);
  return refusal ? { primaryAttribute: [refusal] } : {};
}

/** Gone for every caller at once; its records are cleared away in the background. */
export async function removeObject(ctx: Ctx, slug: string): Promise<void> {
  const definition = await loadDefinition(ctx, slug, 'alter');
  if (definition.isStandard) throw forbidden('Standard objects can not be deleted.');
  const touched = await dropAttributesAround(ctx, definition.id);
  await changeObjects(ctx, [...new Set([...touched, definition.id])]);
  await changeObjects(ctx, [definition.id], { deleted_at: ctx.now.toISOString() });
  await ctx.publish(objectDeleted, { objectId: definition.id });
}

/** What every new workspace has: people and companies. */
export function createStandardObjects(ctx: Ctx): Promise<void> {
  return furnish(ctx);
}

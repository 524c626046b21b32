import type { newObject, objectChanges } from '@daybook/contract/crm-objects';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { badRequest, forbidden, throwIfInvalid } from '../../platform/problems.ts';
import { definitionById, demandCrm, loadDefinition, type Definition } from './definitions.ts';
import { countObjects, listObjectIds, type LockMode } from './definitions.store.ts';
import { objectDeleted, primaryAttributeChanged } from './events.ts';
import { isReservedSlug, validateObjectChanges } from './rules.ts';
import { deleteRelationsOf, insertObject, insertStandardObjects, updateObjects } from './store.ts';

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
  const definition = await loadCustomObject(ctx, slug, 'alter');
  throwIfInvalid(validateObjectChanges(definition, body));
  const { primaryAttribute } = body;
  await updateObjects(ctx, [definition.id], {
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

/** An object that may be changed: the standard ones may not. */
export async function loadCustomObject(ctx: Ctx, slug: string, lock: LockMode): Promise<Definition> {
  const definition = await loadDefinition(ctx, slug, lock);
  if (definition.isStandard) throw forbidden('Standard objects can not be changed.');
  return definition;
}

/** Hides an object and its relations at once. Its records are deleted in the background. */
export async function deleteObject(ctx: Ctx, slug: string): Promise<void> {
  const definition = await loadDefinition(ctx, slug, 'alter');
  if (definition.isStandard) throw forbidden('Standard objects can not be deleted.');
  const related = await deleteRelationsOf(ctx, definition.id);
  await updateObjects(ctx, [...new Set([...related, definition.id])]);
  await updateObjects(ctx, [definition.id], { deleted_at: ctx.now.toISOString() });
  await ctx.publish(objectDeleted, { objectId: definition.id });
}

/** Gives a new workspace its people and companies. */
export function createStandardObjects(ctx: Ctx): Promise<void> {
  return insertStandardObjects(ctx);
}

import type { newObject, objectChanges } from '@daybook/contract/crm-objects';
import type { z } from 'zod';
import { demandAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { badRequest, forbidden, throwIfInvalid } from '../../platform/problems.ts';
import type { Definition, Permission } from './definition.ts';
import { definitionById, demandCrm, loadDefinition } from './definitions.ts';
import { countObjects, listObjectIds, type LockMode } from './definitions.store.ts';
import { objectDeleted, primaryAttributeChanged } from './events.ts';
import { audienceOf } from './permissions.rules.ts';
import { isReservedSlug, validateObjectChanges } from './rules.ts';
import {
  deleteRelationsOf,
  insertObject,
  insertStandardObjects,
  lockObjects,
  updateObjects,
} from './store.ts';

type Changes = z.output<typeof objectChanges>;

export async function createObject(ctx: Ctx, body: z.output<typeof newObject>): Promise<Definition> {
  await demandCrm(ctx);
  if (body.permissions) demandAdmin(ctx.actor);
  const id = newUuid();
  const inserted =
    !isReservedSlug(body.slug) &&
    (await insertObject(ctx, {
      id,
      slug: body.slug,
      singular_name: body.singularName,
      plural_name: body.pluralName,
      is_active: body.isActive,
      ...(body.permissions && { user_permission: body.permissions.user }),
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
  const hidden = audienceOf(ctx.actor) === 'all' ? [''] : ['none'];
  for (const id of await listObjectIds(ctx, { ...page, hidden })) items.push(await definitionById(ctx, id));
  return { items, total: await countObjects(ctx, { hidden }) };
}

export async function changeObject(ctx: Ctx, slug: string, body: Changes): Promise<Definition> {
  demandAdmin(ctx.actor);
  const definition = await loadChangeable(ctx, slug, body, 'alter');
  throwIfInvalid(validateObjectChanges(definition, body));
  const { primaryAttribute, permissions } = body;
  if (permissions) await changePermissions(ctx, definition, permissions.user);
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

/** An object that may be changed in this way: of the standard ones only the permissions. */
export async function loadChangeable(
  ctx: Ctx,
  slug: string,
  changes: Partial<Changes>,
  lock: LockMode,
): Promise<Definition> {
  const definition = await loadDefinition(ctx, slug, lock);
  const { permissions: _, ...others } = changes;
  const isOfPermissions = changes.permissions !== undefined && Object.keys(others).length === 0;
  if (definition.isStandard && !isOfPermissions) throw forbidden('Standard objects can not be changed.');
  return definition;
}

/** Related objects get a new revision as well, since users see their relations to objects that they may read. */
async function changePermissions(ctx: Ctx, { id, attributes }: Definition, user: Permission): Promise<void> {
  const related = attributes.flatMap(({ relation }) => relation?.objectId ?? []);
  const ids = [...new Set([id, ...related])];
  await lockObjects(ctx, ids);
  await updateObjects(ctx, [id], { user_permission: user });
  await updateObjects(ctx, ids);
}

/** Hides an object and its relations at once. Its records are deleted in the background. */
export async function deleteObject(ctx: Ctx, slug: string): Promise<void> {
  demandAdmin(ctx.actor);
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

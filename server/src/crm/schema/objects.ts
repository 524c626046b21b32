import type { newObject, objectChanges } from '@daybook/contract/crm-objects';
import { restoreDays } from '@daybook/contract/crm-records';
import type { z } from 'zod';
import { requireAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { badRequest, conflict, forbidden, notFound, throwIfInvalid } from '../../platform/problems.ts';
import type { Definition, Permission } from './definition.ts';
import { loadDefinitionById, requireCrm, loadDefinition } from './definitions.ts';
import { countObjects, isCrmEnabled, listObjectIds, type LockMode } from './definitions.store.ts';
import { objectDeleted, objectRestored, primaryAttributeChanged } from './events.ts';
import { getAudience } from './permissions.rules.ts';
import { isReservedSlug, createKey, listUsedKeys, validateObjectChanges } from './rules.ts';
import {
  deleteObjectRelations,
  insertObject,
  insertStandardObjects,
  lockDeletedObject,
  lockObjects,
  undeleteObject,
  undeleteRelations,
  updateAttribute,
  updateObjects,
  type DeletedObject,
} from './store.ts';

type Changes = z.output<typeof objectChanges>;

export async function createObject(ctx: Ctx, body: z.output<typeof newObject>): Promise<Definition> {
  await requireCrm(ctx);
  if (body.permissions) requireAdmin(ctx.actor);
  const id = generateUuid();
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
  return loadDefinitionById(ctx, id);
}

export async function listObjects(
  ctx: Ctx,
  { isDeleted = false, ...page }: { limit: number; offset: number; isDeleted?: boolean },
): Promise<{ items: Definition[]; total: number }> {
  await requireCrm(ctx);
  const items: Definition[] = [];
  const hidden = getAudience(ctx.actor) === 'all' ? [''] : ['none'];
  const listed = { hidden, deletedSince: isDeleted ? restorableSince(ctx) : null };
  for (const id of await listObjectIds(ctx, { ...page, ...listed }))
    items.push(await loadDefinitionById(ctx, id));
  return { items, total: await countObjects(ctx, listed) };
}

/** The enabled objects that the actor may read, at most so many; none while the CRM is disabled. */
export async function listReadable(ctx: Ctx, limit: number): Promise<Definition[]> {
  if (!(await isCrmEnabled(ctx))) return [];
  const { items } = await listObjects(ctx, { limit, offset: 0 });
  return items.filter(({ isActive }) => isActive);
}

export async function changeObject(ctx: Ctx, slug: string, body: Changes): Promise<Definition> {
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
  return loadDefinitionById(ctx, definition.id);
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
  if (definition.isStandard && !isOfPermissions) throw forbidden('Standard objects can’t be changed.');
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

/** Hides an object and its relations. It can be restored until `upkeep` purges it. */
export async function deleteObject(ctx: Ctx, slug: string): Promise<void> {
  const definition = await loadDefinition(ctx, slug, 'alter');
  if (definition.isStandard) throw forbidden('Standard objects can’t be deleted.');
  const at = ctx.now.toISOString();
  const related = await deleteObjectRelations(ctx, definition.id, at);
  await updateObjects(ctx, [...new Set([...related, definition.id])]);
  await updateObjects(ctx, [definition.id], { deleted_at: at });
  await ctx.publish(objectDeleted, { objectId: definition.id });
}

/** Brings a deleted object back, with the relations that were deleted with it. */
export async function restoreObject(ctx: Ctx, slug: string): Promise<Definition> {
  await requireCrm(ctx);
  const deleted = await lockDeletedObject(ctx, slug, restorableSince(ctx));
  if (!deleted) throw notFound('Object');
  if (!(await undeleteObject(ctx, deleted.id))) throw conflict('Another object now uses this slug.');
  await restoreRelations(ctx, deleted);
  await ctx.publish(objectRestored, { objectId: deleted.id });
  return loadDefinitionById(ctx, deleted.id);
}

const restorableSince = ({ now }: Ctx): string =>
  new Date(now.getTime() - restoreDays * 86_400_000).toISOString();

/** Relations to an object that is deleted as well come back with that one. */
async function restoreRelations(ctx: Ctx, { id, deleted_at: at }: DeletedObject): Promise<void> {
  const attributes = await undeleteRelations(ctx, id, at);
  const ids = [...new Set([id, ...attributes.map(({ object_id: objectId }) => objectId)])];
  await lockObjects(ctx, ids);
  for (const { id: attributeId, object_id: objectId, key } of attributes) {
    const definition = await loadDefinitionById(ctx, objectId);
    const { byKey } = definition;
    await updateAttribute(ctx, attributeId, {
      deleted_at: null,
      key: byKey.has(key) ? createKey(key, listUsedKeys(definition)) : key,
    });
    await updateObjects(ctx, [objectId]);
  }
  await updateObjects(ctx, ids);
}

/** Gives a new workspace its people and companies. */
export function createStandardObjects(ctx: Ctx): Promise<void> {
  return insertStandardObjects(ctx);
}

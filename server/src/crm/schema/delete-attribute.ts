import { requireAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { badRequest } from '../../platform/problems.ts';
import { requireCustomAttribute } from './attributes.ts';
import { loadDefinition } from './definitions.ts';
import { attributeDeleted } from './events.ts';
import { lockObjects, removeAttribute, removeRelation, updateObjects } from './store.ts';

/**
 * Deletes an attribute, and of a relation the one on the other object as well. From now on nobody sees it; `upkeep` removes its
 * values from the records.
 */
export async function deleteAttribute(ctx: Ctx, slug: string, key: string): Promise<void> {
  requireAdmin(ctx.actor);
  const found = await loadDefinition(ctx, slug);
  const { relation: linked } = requireCustomAttribute(found, key);
  await lockObjects(ctx, [found.id, ...(linked ? [linked.objectId] : [])]);
  const definition = await loadDefinition(ctx, slug);
  const { id, label, relation } = requireCustomAttribute(definition, key);
  if (definition.primaryAttribute === key) {
    throw badRequest('This attribute is the record name. Choose another primaryAttribute first.');
  }
  const at = ctx.now.toISOString();
  if (relation) await removeRelation(ctx, relation.id, at);
  else await removeAttribute(ctx, id, at);
  await updateObjects(ctx, [...new Set([definition.id, relation?.objectId ?? definition.id])]);
  const about = { objectId: definition.id, attributeId: id, attributeKey: key, label };
  await ctx.publish(attributeDeleted, {
    ...about,
    partner: relation && {
      relationId: relation.id,
      side: relation.side,
      objectId: relation.objectId,
      attributeKey: relation.partnerKey,
      label: relation.objectLabel,
    },
  });
}

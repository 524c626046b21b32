import type { Ctx } from '../../platform/context.ts';
import { forbidden, type Problem } from '../../platform/problems.ts';
import type { LinkRow } from '../links/public.ts';
import {
  type Definition,
  loadDefinitionById,
  isRelation,
  notPermitted,
  getPermission,
  type Relation,
} from '../schema/public.ts';
import { findOwn } from './store.ts';

/**
 * Which of these records the actor may not change. Where users may change only their own, those are the records that they
 * created and those that a user attribute assigns to them.
 */
export async function findForeign(
  ctx: Ctx,
  object: Pick<Definition, 'id' | 'userPermission'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const permission = getPermission(ctx.actor, object);
  if (permission === 'write' || ids.length === 0) return new Set();
  const own = new Set(permission === 'own' ? await findOwn(ctx, object.id, ids) : []);
  return new Set(ids.filter((id) => !own.has(id)));
}

export async function requireOwn(ctx: Ctx, definition: Definition, ids: readonly string[]): Promise<void> {
  if ((await findForeign(ctx, definition, ids)).size > 0) throw notOwn(definition);
}

export function notOwn({ pluralName }: Definition): Problem {
  return forbidden(`Users can only change ${pluralName} that they created or that are assigned to them.`);
}

/** Which of these partners the actor may not change. A link is a value of both records, so it takes the right to both. */
export function findForeignPartners(
  ctx: Ctx,
  { objectId: id, userPermission }: Relation,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return findForeign(ctx, { id, userPermission }, ids);
}

export async function requirePartners(ctx: Ctx, relation: Relation, ids: readonly string[]): Promise<void> {
  if ((await findForeignPartners(ctx, relation, ids)).size > 0) throw await loadNotLinkable(ctx, relation);
}

export async function loadNotLinkable(ctx: Ctx, { objectId }: Relation): Promise<Problem> {
  const related = await loadDefinitionById(ctx, objectId);
  return related.userPermission === 'own' ? notOwn(related) : notPermitted(related);
}

/** The same for links that move from one record to another. */
export async function requireLinkPartners(
  ctx: Ctx,
  { attributes }: Definition,
  links: readonly LinkRow[],
): Promise<void> {
  for (const { relation } of attributes.filter(isRelation)) {
    const ofRelation = links.filter((link) => link.relation_id === relation.id);
    const ids = ofRelation.map((link) => (relation.side === 'from' ? link.to_id : link.from_id));
    await requirePartners(ctx, relation, ids);
  }
}

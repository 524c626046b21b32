import type { attributeChanges } from '@daybook/contract/crm-objects';
import type { z } from 'zod';
import { requireAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { throwIfInvalid } from '../../platform/problems.ts';
import { requireCustomAttribute } from './attributes.ts';
import { loadDefinitionById, loadDefinition } from './definitions.ts';
import { validateAttributeChanges } from './rules.ts';
import { updateAttribute, updateObjects } from './store.ts';

interface Begun {
  readonly objectId: string;
  readonly attributeId: string;
}

/**
 * Makes every writer of records claim the values of an attribute that will become unique. Waits for those who write now, and
 * nobody waits for what follows. Undefined if it is unique already.
 */
export async function startUniqueness(
  ctx: Ctx,
  {
    slug,
    key,
    changes,
    build,
  }: { slug: string; key: string; changes: z.output<typeof attributeChanges>; build: string },
): Promise<Begun | undefined> {
  requireAdmin(ctx.actor);
  const { id: objectId, byKey } = await loadDefinition(ctx, slug, 'alter');
  const attribute = requireCustomAttribute({ byKey }, key);
  throwIfInvalid(validateAttributeChanges(attribute, changes));
  if (attribute.isUnique) return undefined;
  const begun = { unique_build: build, unique_build_at: ctx.now.toISOString() };
  await updateAttribute(ctx, attribute.id, begun);
  await updateObjects(ctx, [objectId]);
  return { objectId, attributeId: attribute.id };
}

/** Ends a build, unless another one has begun since. Returns whether it did. */
export async function cancelUniqueness(
  ctx: Ctx,
  { objectId, attributeId }: Begun,
  build: string,
): Promise<boolean> {
  const { attributes } = await loadDefinitionById(ctx, objectId);
  const attribute = attributes.find(({ id }) => id === attributeId);
  if (attribute?.uniqueBuild !== build) return false;
  await updateAttribute(ctx, attributeId, { unique_build: null, unique_build_at: null });
  await updateObjects(ctx, [objectId]);
  return true;
}

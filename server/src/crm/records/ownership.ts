import type { Ctx } from '../../platform/context.ts';
import { forbidden, type Problem } from '../../platform/problems.ts';
import { type Definition, permissionOf } from '../schema/public.ts';
import { findOwn } from './store.ts';

/**
 * Which of these records the actor may not change. Where users may change only their own, those are the records that they
 * created and those that a user attribute assigns to them.
 */
export async function findForeign(
  ctx: Ctx,
  definition: Definition,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (permissionOf(ctx.actor, definition) !== 'own') return new Set();
  const own = new Set(await findOwn(ctx, definition.id, ids));
  return new Set(ids.filter((id) => !own.has(id)));
}

export async function demandOwn(ctx: Ctx, definition: Definition, ids: readonly string[]): Promise<void> {
  if ((await findForeign(ctx, definition, ids)).size > 0) throw notOwn(definition);
}

export function notOwn({ pluralName }: Definition): Problem {
  return forbidden(
    `Users may change only those ${pluralName} that they created or that are assigned to them.`,
  );
}

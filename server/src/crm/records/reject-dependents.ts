import type { Ctx } from '../../platform/context.ts';
import { conflict } from '../../platform/problems.ts';
import { type Dependents, findDependents, lockDependents } from '../links/public.ts';
import { canRead, type Definition } from '../schema/public.ts';

/** Throws if a required relation of other records would be empty without these. */
export async function rejectDependents(
  ctx: Ctx,
  { id: objectId }: Definition,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || !(await lockDependents(ctx, objectId, ids))) return;
  const dependents = await findDependents(ctx, objectId, ids);
  if (dependents.length === 0) return;
  const sentences = dependents.map((dependent) => sentenceOf(ctx, dependent));
  throw conflict(`This can’t be deleted. ${[...new Set(sentences)].join(' ')} Change or delete those first.`);
}

function sentenceOf({ actor }: Ctx, dependent: Dependents): string {
  if (!canRead(actor, dependent)) return 'Records that you can’t see require it.';
  const { label, pluralName, total, id } = dependent;
  const such = total === 1 ? `record ${id} has no other` : `${total} records have no other, such as ${id}`;
  return `${label} is required on ${pluralName}: ${such}.`;
}

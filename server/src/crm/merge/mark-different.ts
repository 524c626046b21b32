import type { markDifferent as contract } from '@daybook/contract/crm-bulk';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/problems.ts';
import { getNoun, lockRecords, requireOwn } from '../records/public.ts';
import { openObject } from '../schema/public.ts';
import { deleteDifferent, insertDifferent } from './duplicates.store.ts';

/** Each of these records differs from all others, or may be the same again. */
export async function markDifferent(
  ctx: Ctx,
  slug: string,
  body: Input<typeof contract>['body'],
): Promise<void> {
  const definition = await openObject(ctx, slug, 'write');
  const ids = [...new Set(body.ids.map((id) => id.toLowerCase()))];
  const records = await lockRecords(ctx, definition.id, ids);
  if (records.length < ids.length) throw notFound(getNoun(definition));
  await requireOwn(ctx, definition, ids);
  await (body.areDifferent ? insertDifferent : deleteDifferent)(ctx, definition.id, ids);
}

import type { Ctx } from '../platform/context.ts';
import { moveAfter } from '../platform/order.ts';
import { invalidField } from '../platform/problems.ts';
import { loadChangeable } from './access.ts';
import { lockOrder, writeOrder } from './order.store.ts';

/** Moves a page in the list of its owner. */
export async function moveEventType(ctx: Ctx, id: string, after: string | null): Promise<void> {
  const { page } = await loadChangeable(ctx, id);
  const order = moveAfter(await lockOrder(ctx, page.owner_id), id, after);
  if (!order) throw invalidField('after', 'Must be another event type of the same owner.');
  await writeOrder(ctx, order);
}

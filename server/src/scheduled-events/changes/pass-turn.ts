import { addTurn, removeTurn } from '../../event-types/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { EventRow } from '../core/public.ts';

/** Moves the turns of a round robin from the former hosts to the new ones. A host who stays is counted anew if the duration changed. */
export async function passTurn(
  ctx: Ctx,
  event: EventRow,
  minutes: number,
  before: readonly string[],
  after: readonly string[],
  freeIds: readonly string[],
): Promise<void> {
  const isSame = event.duration === minutes;
  for (const hostId of before) {
    if (isSame && after.includes(hostId)) continue;
    await removeTurn(ctx, event.event_type_id, { hostId, minutes: event.duration });
  }
  for (const hostId of after) {
    if (isSame && before.includes(hostId)) continue;
    await addTurn(ctx, event.event_type_id, { hostId, minutes }, freeIds);
  }
}

import type { departure } from '@daybook/contract/departures';
import type { z } from 'zod';
import { readUser } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { countOpenEvents } from '../scheduled-events/public.ts';
import { kinds, type KindName } from './kinds.ts';
import { countKinds } from './store.ts';

/** What deactivating a user ends and reassigns: kinds of which there is something, in the order of the list. */
export async function previewDeparture(ctx: Ctx, memberId: string): Promise<z.output<typeof departure>> {
  await readUser(ctx, memberId);
  const counts = await countKinds(ctx, memberId);
  const items = (Object.keys(kinds) as KindName[]).map((kind) => ({
    kind,
    count: counts.get(kind) ?? 0,
    outcome: kinds[kind].outcome,
  }));
  return {
    openBookings: await countOpenEvents(ctx, memberId),
    items: items.filter(({ count }) => count > 0),
  };
}

import type { Ctx } from '../platform/context.ts';
import { foldForSearch } from '@daybook/contract/folding.data';
import { peopleOf } from './people.store.ts';
import { hostIdsOf } from './store.ts';

/** What `keyword` looks through: title, invitees and hosts of an event, as they are now. */
export async function searchText(ctx: Ctx, eventId: string, title: string): Promise<string> {
  const people = await peopleOf(ctx, eventId, await hostIdsOf(ctx, eventId));
  return foldForSearch([title, ...people].join('\n'));
}

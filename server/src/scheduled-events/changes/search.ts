import type { Ctx } from '../../platform/context.ts';
import { foldForSearch } from '@daybook/contract/folding.data';
import { listEventPeople } from './people.store.ts';
import { listHostIds } from '../core/public.ts';

/** What `keyword` looks through: title, invitees and hosts of an event, as they are now. */
export async function buildSearchText(ctx: Ctx, eventId: string, title: string): Promise<string> {
  const people = await listEventPeople(ctx, eventId, await listHostIds(ctx, eventId));
  return foldForSearch([title, ...people].join('\n'));
}

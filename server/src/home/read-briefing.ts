import type { knownPerson } from '@daybook/contract/home';
import { explainDeniedCall } from '@daybook/contract/permissions';
import { listPeople } from '@daybook/contract/crm-people';
import type { z } from 'zod';
import { briefPeople } from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import { loadOwnEvent } from '../scheduled-events/public.ts';

/** What is known about the people of an event; nothing for callers who can't list people. */
export async function readBriefing(ctx: Ctx, eventId: string): Promise<z.output<typeof knownPerson>[]> {
  const { event } = await loadOwnEvent(ctx, eventId);
  return explainDeniedCall(listPeople, ctx.actor) ? [] : briefPeople(ctx, event.id);
}

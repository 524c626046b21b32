import type { Ctx } from '../platform/context.ts';
import { emitWebhookLazily } from '../webhooks/public.ts';
import { findChange } from './changes.store.ts';
import { openQuietly } from './definitions.ts';
import { findRecords } from './records.store.ts';
import { showRecord } from './show.ts';
import { showChanges } from './timeline.ts';

interface About {
  readonly objectSlug: string;
  readonly recordId: string;
  readonly changeId: string;
}

export const tellRecordCreated = (ctx: Ctx, about: About): Promise<void> =>
  tell(ctx, 'crm.record.created', about);
export const tellRecordUpdated = (ctx: Ctx, about: About): Promise<void> =>
  tell(ctx, 'crm.record.updated', about);
export const tellRecordDeleted = (ctx: Ctx, about: About): Promise<void> =>
  tell(ctx, 'crm.record.deleted', about);

/** Subscribers are told what changed, and how the record stands now; of a deleted one, what it was. */
function tell(
  ctx: Ctx,
  event: 'crm.record.created' | 'crm.record.updated' | 'crm.record.deleted',
  { objectSlug, recordId, changeId }: About,
): Promise<void> {
  return emitWebhookLazily(ctx, event, async () => {
    const definition = await openQuietly(ctx, objectSlug, 'read');
    const [row] = definition ? await findRecords(ctx, definition.id, [recordId]) : [];
    const found = await findChange(ctx, recordId, changeId);
    const [change = null] = await showChanges(ctx, found ? [found] : []);
    return {
      payload: {
        objectSlug,
        recordId,
        record: definition && row ? await showRecord(ctx, definition, row) : null,
        change,
      },
      memberIds: ctx.actor.memberId ? [ctx.actor.memberId] : [],
      orderingKey: recordId,
    };
  });
}

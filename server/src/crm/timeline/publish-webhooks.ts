import type { Ctx } from '../../platform/context.ts';
import { emitWebhooks } from '../../webhooks/public.ts';
import { findChanges } from '../history/public.ts';
import { findDefinition } from '../schema/public.ts';
import { findRecords, type RecordShape, serializeRecords } from '../records/public.ts';
import { serializeChanges } from './read-timeline.ts';

interface RecordEvent {
  readonly objectSlug: string;
  readonly recordId: string;
  readonly changeId: string;
}

type EventName = 'crm.record.created' | 'crm.record.updated' | 'crm.record.deleted';

export const publishRecordCreated = webhookFor('crm.record.created');
export const publishRecordUpdated = webhookFor('crm.record.updated');
export const publishRecordDeleted = webhookFor('crm.record.deleted');

/** The webhook has the change and the record as it is now; of a deleted record the change has the last values. */
function webhookFor(name: EventName) {
  return (ctx: Ctx, events: readonly RecordEvent[]): Promise<void> =>
    emitWebhooks(ctx, name, async () => {
      const records = await recordsOf(ctx, events);
      const changes = await changesOf(ctx, events);
      const memberIds = ctx.actor.memberId ? [ctx.actor.memberId] : [];
      return events.map(({ objectSlug, recordId, changeId }) => {
        const payload = {
          objectSlug,
          recordId,
          record: records.get(recordId) ?? null,
          change: changes.get(changeId) ?? null,
        };
        return { payload, memberIds, orderingKey: recordId };
      });
    });
}

async function recordsOf(
  ctx: Ctx,
  events: readonly RecordEvent[],
): Promise<ReadonlyMap<string, RecordShape>> {
  const records = new Map<string, RecordShape>();
  for (const slug of new Set(events.map(({ objectSlug }) => objectSlug))) {
    const definition = await findDefinition(ctx, slug, 'read');
    if (!definition) continue;
    const ids = events.filter(({ objectSlug }) => objectSlug === slug).map(({ recordId }) => recordId);
    const rows = await findRecords(ctx, definition.id, ids);
    for (const record of await serializeRecords(ctx, definition, rows)) records.set(record.id, record);
  }
  return records;
}

async function changesOf(ctx: Ctx, events: readonly RecordEvent[]) {
  const rows = await findChanges(
    ctx,
    events.map(({ recordId }) => recordId),
    events.map(({ changeId }) => changeId),
  );
  return new Map((await serializeChanges(ctx, rows)).map((change) => [change.id, change]));
}

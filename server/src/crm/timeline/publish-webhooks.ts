import type { Ctx } from '../../platform/context.ts';
import { emitWebhooks } from '../../webhooks/public.ts';
import { findChanges } from '../history/public.ts';
import { openQuietly } from '../schema/public.ts';
import { findRecords, type RecordShape, serializeRecords } from '../records/public.ts';
import { serializeChanges } from './timeline.ts';

interface About {
  readonly objectSlug: string;
  readonly recordId: string;
  readonly changeId: string;
}

type RecordEvent = 'crm.record.created' | 'crm.record.updated' | 'crm.record.deleted';

export const publishRecordCreated = telling('crm.record.created');
export const publishRecordUpdated = telling('crm.record.updated');
export const publishRecordDeleted = telling('crm.record.deleted');

/** Subscribers are told what changed, and how the record stands now; of a deleted one, what it was. */
function telling(event: RecordEvent) {
  return (ctx: Ctx, told: readonly About[]): Promise<void> =>
    emitWebhooks(ctx, event, async () => {
      const records = await recordsOf(ctx, told);
      const changes = await changesOf(ctx, told);
      const memberIds = ctx.actor.memberId ? [ctx.actor.memberId] : [];
      return told.map(({ objectSlug, recordId, changeId }) => {
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

async function recordsOf(ctx: Ctx, told: readonly About[]): Promise<ReadonlyMap<string, RecordShape>> {
  const shown = new Map<string, RecordShape>();
  for (const slug of new Set(told.map(({ objectSlug }) => objectSlug))) {
    const definition = await openQuietly(ctx, slug, 'read');
    if (!definition) continue;
    const ids = told.filter(({ objectSlug }) => objectSlug === slug).map(({ recordId }) => recordId);
    const rows = await findRecords(ctx, definition.id, ids);
    for (const record of await serializeRecords(ctx, definition, rows)) shown.set(record.id, record);
  }
  return shown;
}

async function changesOf(ctx: Ctx, told: readonly About[]) {
  const rows = await findChanges(
    ctx,
    told.map(({ recordId }) => recordId),
    told.map(({ changeId }) => changeId),
  );
  return new Map((await serializeChanges(ctx, rows)).map((change) => [change.id, change]));
}

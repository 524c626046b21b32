import type { Role } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { emitWebhooks, type Emission } from '../../webhooks/public.ts';
import { findChanges } from '../history/public.ts';
import { findDefinition } from '../schema/public.ts';
import { findRecords, type RecordShape, serializeRecords } from '../records/public.ts';
import { serializeChanges } from './read-timeline.ts';
import { findRole } from './store.ts';

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
      const { memberId } = ctx.actor;
      const memberIds = memberId ? [memberId] : [];
      const forAll = await payloadsFor(withRole(ctx, 'owner'), events);
      const role = memberId && (await isRestricted(ctx, events)) ? await findRole(ctx, memberId) : 'owner';
      if (role !== 'user') return emissionsOf(forAll, { memberIds });
      const forUser = await payloadsFor(withRole(ctx, role), events);
      return [
        ...emissionsOf(forAll, { memberIds: [], audience: 'organization' }),
        ...emissionsOf(
          forUser.filter(({ change }) => change !== null),
          { memberIds, audience: 'members' },
        ),
      ];
    });
}

function emissionsOf(
  payloads: readonly Payload[],
  to: Pick<Emission, 'memberIds' | 'audience'>,
): Omit<Emission, 'event'>[] {
  return payloads.map((payload) => ({
    payload,
    orderingKey: payload.recordId,
    about: { objectSlug: payload.objectSlug },
    ...to,
  }));
}

/** The effects of a booking run as the system on behalf of a member, so the role of the actor is not that of the member. */
function withRole(ctx: Ctx, role: Role): Ctx {
  return { ...ctx, actor: { ...ctx.actor, kind: 'token', role } };
}

/** Whether users see less of these objects than owners and admins do. */
async function isRestricted(ctx: Ctx, events: readonly RecordEvent[]): Promise<boolean> {
  for (const slug of new Set(events.map(({ objectSlug }) => objectSlug))) {
    const definition = await findDefinition(withRole(ctx, 'user'), slug, 'read');
    if (!definition || definition.hiddenKeys.size > 0) return true;
  }
  return false;
}

type Payload = Awaited<ReturnType<typeof payloadsFor>>[number];

/** As the actor sees them: without a record and a change where they may not read the object. */
async function payloadsFor(ctx: Ctx, events: readonly RecordEvent[]) {
  const records = await recordsOf(ctx, events);
  const changes = await changesOf(ctx, events);
  return events.map(({ objectSlug, recordId, changeId }) => ({
    objectSlug,
    recordId,
    record: records.get(recordId) ?? null,
    change: changes.get(changeId) ?? null,
  }));
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

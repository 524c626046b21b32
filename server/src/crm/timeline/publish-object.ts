import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { emitWebhooks } from '../../webhooks/public.ts';
import { findChanges, insertChanges } from '../history/public.ts';
import { loadDefinitionById } from '../schema/public.ts';
import { serializeChanges } from './read-timeline.ts';

interface ObjectEvent {
  readonly objectId: string;
}

export const publishObjectDeleted = publishFor('deleted');
export const publishObjectRestored = publishFor('restored');

/** One change for the whole object: a reader of the feed drops or reads again all of its records. */
function publishFor(what: 'deleted' | 'restored') {
  return async (ctx: Ctx, { objectId }: ObjectEvent): Promise<void> => {
    const id = generateUuid();
    await insertChanges(ctx, [{ id, objectId, recordId: objectId, kind: `object.${what}` }]);
    await emitWebhooks(ctx, `crm.object.${what}`, async () => {
      const { slug: objectSlug } = await loadDefinitionById(ctx, objectId);
      const [change = null] = await serializeChanges(ctx, await findChanges(ctx, [objectId], [id]));
      const payload = { objectSlug, change };
      return [{ payload, memberIds: memberIdsOf(ctx), about: { objectSlug }, orderingKey: objectId }];
    });
  };
}

interface Attribute {
  readonly objectId: string;
  readonly attributeKey: string;
  readonly label: string;
}

/** One change for each object that had the attribute: two for a relation. Those of its records follow. */
export async function publishAttributeDeleted(
  ctx: Ctx,
  { partner, ...attribute }: Attribute & { readonly partner: Attribute | null },
): Promise<void> {
  for (const { objectId, attributeKey, label } of partner ? [attribute, partner] : [attribute]) {
    const id = generateUuid();
    const detail = { attributeKey, label };
    await insertChanges(ctx, [{ id, objectId, recordId: objectId, kind: 'attribute.deleted', detail }]);
    await emitWebhooks(ctx, 'crm.attribute.deleted', async () => {
      const { slug: objectSlug } = await loadDefinitionById(ctx, objectId);
      const [change = null] = await serializeChanges(ctx, await findChanges(ctx, [objectId], [id]));
      const payload = { objectSlug, attributeKey, change };
      return [{ payload, memberIds: memberIdsOf(ctx), orderingKey: objectId }];
    });
  }
}

const memberIdsOf = ({ actor }: Ctx): string[] => (actor.memberId ? [actor.memberId] : []);

import type { Ctx } from '../../platform/context.ts';
import { badRequest, notFound } from '../../platform/problems.ts';
import { type Attribute, definitionById } from '../schema/public.ts';
import { uniqueKeys } from '../values/public.ts';
import { claimKeys } from './claim-keys.ts';
import { deleteClaimsOfAttribute, type Claim } from './keys.store.ts';
import { findRecordsAfter, type RecordRow } from './store.ts';

interface AttributeId {
  readonly objectId: string;
  readonly attributeId: string;
}

const batchSize = 1000;

/** Claims the values of all records for an attribute that became unique, or throws with the values that occur twice. */
export async function claimUniqueValues(ctx: Ctx, { objectId, attributeId }: AttributeId): Promise<void> {
  const definition = await definitionById(ctx, objectId);
  const attribute = definition.attributes.find(({ id }) => id === attributeId);
  if (!attribute) throw notFound('Attribute');
  const timesByKey = new Map<string, number>();
  for (let after: string | null = null; ;) {
    const range = { after, limit: batchSize, mode: 'read' } as const;
    const records: RecordRow[] = await findRecordsAfter(ctx, objectId, range);
    const lost = await claimKeys(
      ctx,
      definition,
      records.flatMap((record) => claimsOf(attribute, record)),
    );
    for (const { key } of lost) timesByKey.set(key, (timesByKey.get(key) ?? 1) + 1);
    if (records.length < batchSize) break;
    after = records.at(-1)?.id ?? null;
  }
  if (timesByKey.size > 0) throw badRequest(whyNotUnique(attribute, timesByKey));
}

function claimsOf({ id: attributeId, key }: Attribute, { id: recordId, data }: RecordRow): Claim[] {
  return uniqueKeys(data[key] ?? null).map((unique) => ({ attributeId, key: unique, recordId }));
}

const maxShown = 10;

function whyNotUnique({ label }: Attribute, timesByKey: ReadonlyMap<string, number>): string {
  const shown = [...timesByKey]
    .slice(0, maxShown)
    .map(([key, times]) => `"${key.slice(0, 80)}" (${times} records)`);
  const more = timesByKey.size > maxShown ? `, and ${timesByKey.size - maxShown} more` : '';
  return `${label} can not be unique yet: these values are there more than once: ${shown.join(', ')}${more}.`;
}

export function releaseUniqueValues(ctx: Ctx, { attributeId }: AttributeId): Promise<void> {
  return deleteClaimsOfAttribute(ctx, attributeId);
}

import type { Ctx } from '../../platform/context.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import { listUniqueKeys } from '../values/public.ts';
import { claimKeys } from './claim-keys.ts';
import { deleteClaimsOfAttribute, findOwners, type Claim } from './keys.store.ts';
import type { RecordRow } from './store.ts';

/** Claims the values that records have of one attribute. Returns the keys that other records have, once for each record. */
export async function claimValues(
  ctx: Ctx,
  definition: Definition,
  attribute: Attribute,
  records: readonly RecordRow[],
): Promise<string[]> {
  const claims = records.flatMap((record) => claimsOf(attribute, record));
  const lost = await claimKeys(ctx, definition, claims);
  const owners = await findOwners(
    ctx,
    attribute.id,
    lost.map(({ key }) => key),
  );
  // A transaction that wrote the record meanwhile has claimed its key.
  return lost.filter(({ key, recordId }) => owners.get(key) !== recordId).map(({ key }) => key);
}

function claimsOf({ id: attributeId, key }: Attribute, { id: recordId, data }: RecordRow): Claim[] {
  return listUniqueKeys(data[key] ?? null).map((unique) => ({ attributeId, key: unique, recordId }));
}

export function releaseUniqueValues(
  ctx: Ctx,
  { attributeId }: { readonly attributeId: string },
): Promise<void> {
  return deleteClaimsOfAttribute(ctx, attributeId);
}

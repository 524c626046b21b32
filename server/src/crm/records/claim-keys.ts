import type { Ctx } from '../../platform/context.ts';
import { badRequest, conflict } from '../../platform/problems.ts';
import type { Definition } from '../schema/public.ts';
import { type Data, listRecordKeys, type UniqueKey } from '../values/public.ts';
import { deleteClaims, findClaims, findOwners, insertClaims, type Claim } from './keys.store.ts';

/** Claims keys, and returns the claims that could not be inserted because a record has the key already. */
export async function claimKeys(
  ctx: Ctx,
  definition: Definition,
  claims: readonly Claim[],
): Promise<Claim[]> {
  const inserted = new Set((await insertClaims(ctx, definition.id, claims)).map(textOf));
  return claims.filter((claim) => !inserted.has(textOf(claim)));
}

const textOf = ({ attributeId, key, recordId }: Claim): string => `${attributeId} ${recordId} ${key}`;

/** Why records may not have these keys, by record id. None where the holder has released the key by now. */
export async function listUniquenessErrors(
  ctx: Ctx,
  { attributes }: Definition,
  lost: readonly Claim[],
): Promise<Map<string, string[]>> {
  const sentences = new Map<string, string[]>();
  for (const attribute of attributes) {
    const claims = lost.filter(({ attributeId }) => attributeId === attribute.id);
    const owners = await findOwners(
      ctx,
      attribute.id,
      claims.map(({ key }) => key),
    );
    for (const { key, recordId } of claims) {
      const owner = owners.get(key);
      if (owner === undefined) continue;
      const sentence = `${attribute.key} must be unique: "${key.slice(0, 80)}" is already used by record ${owner}.`;
      sentences.set(recordId, [...(sentences.get(recordId) ?? []), sentence]);
    }
  }
  return sentences;
}

/** Claims keys for one record, or throws if another one has them. */
export async function claimKeysOrThrow(
  ctx: Ctx,
  definition: Definition,
  recordId: string,
  keys: readonly UniqueKey[],
): Promise<void> {
  const claims = keys.map((key) => ({ ...key, recordId }));
  const conflicts = await claimKeys(ctx, definition, claims);
  const own = conflicts.length === 0 ? [] : await findClaims(ctx, definition.id, [recordId]);
  const lost = conflicts.filter((claim) => !own.some((other) => textOf(other) === textOf(claim)));
  if (lost.length === 0) return;
  const sentences = (await listUniquenessErrors(ctx, definition, lost)).get(recordId);
  throw sentences ? badRequest(sentences.join(' ')) : recordBusy();
}

/** What to say after several attempts that others got in the way of. */
export const recordBusy = () => conflict('Someone else is changing this record. Try again in a moment.');

/** Whether an update changes the unique keys of a record. */
export function hasOtherKeys(definition: Definition, before: Data, after: Data): boolean {
  return (
    JSON.stringify(listRecordKeys(definition, before)) !== JSON.stringify(listRecordKeys(definition, after))
  );
}

/** Releases the keys that a record no longer has, and claims those that are new. */
export async function replaceKeys(
  ctx: Ctx,
  definition: Definition,
  recordId: string,
  before: Data,
  after: Data,
): Promise<void> {
  const [old, next] = [listRecordKeys(definition, before), listRecordKeys(definition, after)];
  const without = (keys: readonly UniqueKey[], others: readonly UniqueKey[]) =>
    keys.filter(
      ({ attributeId, key }) =>
        !others.some((other) => other.attributeId === attributeId && other.key === key),
    );
  const released = without(old, next).map((key) => ({ ...key, recordId }));
  await deleteClaims(ctx, definition.id, released);
  await claimKeysOrThrow(ctx, definition, recordId, without(next, old));
}

import type { Ctx } from '../../platform/context.ts';
import { badRequest } from '../../platform/problems.ts';
import { keysOf, picksOf, type Data } from './columns.rules.ts';
import type { Definition } from '../schema/public.ts';
import { dropPicks, insertPicks } from './records.store.ts';
import { claimKeys, findKeys, releaseKeys, type Claim } from './unique.store.ts';

type Key = Omit<Claim, 'recordId'>;

/** Claims keys for a record; refuses when somebody else has one. */
export async function claimAll(
  ctx: Ctx,
  definition: Definition,
  id: string,
  keys: readonly Key[],
): Promise<void> {
  const claims = keys.map((key) => ({ ...key, recordId: id }));
  const claimed = await claimKeys(ctx, definition.id, claims);
  if (claimed.length === claims.length) return;
  const sentences: string[] = [];
  for (const { attributeId, key } of claims) {
    if (claimed.some((claim) => claim.attributeId === attributeId && claim.key === key)) continue;
    const attribute = definition.attributes.find((candidate) => candidate.id === attributeId);
    const [owner] = await findKeys(ctx, attributeId, [key]);
    if (owner?.recordId === id) continue;
    const whose = owner ? ` by record ${owner.recordId}` : '';
    sentences.push(`${attribute?.key} must be unique: "${key.slice(0, 80)}" is taken${whose}.`);
  }
  if (sentences.length > 0) throw badRequest(sentences.join(' '));
}

/** Gives back the keys that a record has no longer, and claims those it has now. */
export async function moveKeys(
  ctx: Ctx,
  definition: Definition,
  id: string,
  before: Data,
  after: Data,
): Promise<void> {
  const text = ({ attributeId, key }: Key) => `${attributeId} ${key}`;
  const old = keysOf(definition, before);
  const now = keysOf(definition, after);
  const had = new Set(old.map(text));
  const has = new Set(now.map(text));
  const gone = old.filter((key) => !has.has(text(key)));
  await releaseKeys(
    ctx,
    definition.id,
    gone.map((key) => ({ ...key, recordId: id })),
  );
  await claimAll(
    ctx,
    definition,
    id,
    now.filter((key) => !had.has(text(key))),
  );
}

export async function movePicks(
  ctx: Ctx,
  definition: Definition,
  id: string,
  touched: readonly string[],
  data: Data,
): Promise<void> {
  const lists = definition.attributes
    .filter(({ key, type }) => touched.includes(key) && (type === 'multiselect' || type === 'user'))
    .map((attribute) => attribute.id);
  if (lists.length === 0) return;
  await dropPicks(ctx, definition.id, id, lists);
  const picks = picksOf(definition, data).filter(({ attributeId }) => lists.includes(attributeId));
  await insertPicks(
    ctx,
    definition.id,
    picks.map((pick) => ({ ...pick, recordId: id })),
  );
}

import type { Ctx } from '../../platform/context.ts';
import type { Relation, RelationAttribute } from '../schema/public.ts';
import {
  deleteLinks,
  findLinks,
  findPartners,
  insertLinks,
  lockPartners,
  lockUnlinked,
  type Pair,
} from './store.ts';

export interface MovedLinks {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Ids that could not be added, because one of the two records may have one partner and has another. */
  readonly taken: readonly string[];
  /** Partners that must have a link here and have lost their last one. The caller refuses the change. */
  readonly emptied: readonly string[];
}

export interface LinkChange extends MovedLinks {
  /** Ids to add that are not records of the related object. If there is one, nothing was changed. */
  readonly unknown: readonly string[];
}

interface Ids {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Removes links of a record, then adds others, and leaves all that are not named. */
export async function changeLinks(
  ctx: Ctx,
  attribute: RelationAttribute,
  recordId: string,
  { add, remove }: Ids,
): Promise<LinkChange> {
  const partners = await lockPartners(ctx, attribute.relation.objectId, add);
  const unknown = add.filter((id) => !partners.has(id));
  if (unknown.length > 0) return { ...unchanged, unknown };
  const moved = await moveLinks(ctx, attribute, recordId, { add: [...partners.values()], remove });
  return { ...moved, unknown };
}

const unchanged: MovedLinks = { added: [], removed: [], taken: [], emptied: [] };

const maxAttempts = 3;

/**
 * The same for partners that are locked (`lockPartners`). Only the database's unique indexes decide whether a side has
 * room, so concurrent changes can't break the cardinality.
 */
export async function moveLinks(
  ctx: Ctx,
  { relation }: RelationAttribute,
  recordId: string,
  { add, remove }: Ids,
): Promise<MovedLinks> {
  const pairs = (ids: readonly string[]) => ids.map((partnerId) => ({ recordId, partnerId }));
  if (relation.isPartnerRequired) await lockUnlinked(ctx, relation.objectId, remove);
  const removed = partnersIn(await deleteLinks(ctx, relation, pairs(remove)));
  const added: string[] = [];
  let pending = [...new Set(add)];
  for (let attempt = 1; pending.length > 0 && attempt <= maxAttempts; attempt += 1) {
    const inserted = partnersIn(await insertLinks(ctx, relation, pairs(pending)));
    added.push(...inserted);
    pending = pending.filter((id) => !inserted.includes(id));
    // The rest are linked already, or another link is in the way. That one may have been removed since, so try again.
    const linked = partnersIn(await findLinks(ctx, relation, pairs(pending)));
    pending = pending.filter((id) => !linked.includes(id));
  }
  return { added, removed, taken: pending, emptied: await emptiedOf(ctx, relation, removed) };
}

async function emptiedOf(ctx: Ctx, relation: Relation, partnerIds: readonly string[]): Promise<string[]> {
  if (!relation.isPartnerRequired || partnerIds.length === 0) return [];
  const there = { id: relation.id, side: relation.side === 'from' ? 'to' : 'from' } as const;
  const left = await findPartners(ctx, there, partnerIds);
  return partnerIds.filter((id) => !left.has(id));
}

function partnersIn(pairs: readonly Pair[]): string[] {
  return pairs.map(({ partnerId }) => partnerId);
}

/** Makes these the only partners of a record. */
export async function replaceLinks(
  ctx: Ctx,
  attribute: RelationAttribute,
  recordId: string,
  partnerIds: readonly string[],
): Promise<LinkChange> {
  const { relation } = attribute;
  const current = (await findPartners(ctx, relation, [recordId])).get(recordId) ?? [];
  const others = partnerIds.filter((id) => !current.includes(id));
  const partners = await lockPartners(ctx, relation.objectId, others);
  const unknown = others.filter((id) => !partners.has(id));
  if (unknown.length > 0) return { ...unchanged, unknown };
  const wanted = partnerIds.map((id) => partners.get(id) ?? id);
  const moved = await moveLinks(ctx, attribute, recordId, {
    add: wanted.filter((id) => !current.includes(id)),
    remove: current.filter((id) => !wanted.includes(id)),
  });
  return { ...moved, unknown };
}

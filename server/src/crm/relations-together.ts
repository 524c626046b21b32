import type { Ctx } from '../platform/context.ts';
import type { Definition, Relation } from './definitions.ts';
import { deleteLinks, findLinked, holdFree, insertLinks, type Pair } from './links.store.ts';
import { findRecords, type RecordRow } from './records.store.ts';
import { noteLinked, type Changes } from './relation.ts';
import { uuidPattern } from './values.rules.ts';
import { isRelation } from './write-links.ts';

/** A link to be made, or to be taken away. */
export interface LinkWish extends Pair {
  readonly verb: 'add' | 'remove';
}

/** The one link that a change is about; undefined where it is about several, or can't be right. */
export function onlyLink(recordId: string, { add = [], remove = [] }: Changes): LinkWish | undefined {
  const [theirs = ''] = [...add, ...remove];
  if (add.length + remove.length !== 1 || !uuidPattern.test(theirs)) return undefined;
  const verb = add.length === 1 ? 'add' : 'remove';
  return { verb, mine: recordId.toLowerCase(), theirs: theirs.toLowerCase() };
}

/**
 * Changes one link each of several records, and answers with those that are now as wished. It waits for no record: one
 * that somebody holds stays as it is and is not among them, like one that is not there or has no room.
 */
export async function changeRelations(
  ctx: Ctx,
  definition: Definition,
  attributeSlug: string,
  wishes: readonly LinkWish[],
): Promise<RecordRow[]> {
  const attribute = definition.byKey.get(attributeSlug);
  if (!isRelation(attribute)) return [];
  const { relation } = attribute;
  const held = await holdAll(ctx, definition, relation, wishes);
  const [toAdd, toRemove] = [
    held.filter(({ verb }) => verb === 'add'),
    held.filter(({ verb }) => verb === 'remove'),
  ];
  const removed = await deleteLinks(ctx, relation, toRemove);
  const added = await insertLinks(ctx, relation, toAdd);
  const changed = await noteLinked(ctx, definition, attribute, [
    ...removed.map(({ mine, theirs }) => ({ recordId: mine, added: [], removed: [theirs] })),
    ...added.map(({ mine, theirs }) => ({ recordId: mine, added: [theirs], removed: [] })),
  ]);
  const linked = await findLinked(ctx, relation, without(toAdd, added));
  const unchanged = [...linked, ...without(toRemove, removed)].map(({ mine }) => mine);
  return [...changed, ...(await findRecords(ctx, definition.id, unchanged))];
}

/**
 * Holds the records of these wishes, and answers with the wishes whose records are there and free. Of partners with room
 * for one, only one change at a time holds any, so that none has to wait for the links of another.
 */
async function holdAll(
  ctx: Ctx,
  definition: Definition,
  relation: Relation,
  wishes: readonly LinkWish[],
): Promise<LinkWish[]> {
  const ids = wishes.map(({ mine }) => mine);
  const free = await holdFree(ctx, definition.id, ids, 'no key update');
  const held = wishes.filter(({ mine }) => free.has(mine));
  const added = held.filter(({ verb }) => verb === 'add').map(({ theirs }) => theirs);
  const strength = relation.isPartnerSingle ? 'no key update' : 'key share';
  const partners = await holdFree(ctx, relation.objectId, [...new Set(added)], strength);
  return held.filter(({ verb, theirs }) => verb === 'remove' || partners.has(theirs));
}

/** Wishes are about one record each. */
function without(wishes: readonly LinkWish[], done: readonly Pair[]): LinkWish[] {
  const ids = new Set(done.map(({ mine }) => mine));
  return wishes.filter(({ mine }) => !ids.has(mine));
}

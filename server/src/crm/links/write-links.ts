import type { Ctx } from '../../platform/context.ts';
import type { Attribute, Relation } from '../schema/public.ts';
import { deleteLinks, findLinked, holdRecords, insertLinks, linksOf, type Pair } from './store.ts';

export interface LinkChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Ids of the wish that are not records of the related object. */
  readonly unknown: readonly string[];
  /** Ids that could not be added, because one of the two has its one partner already. */
  readonly taken: readonly string[];
}

const attempts = 3;

/**
 * Removes links, then adds others. What is linked already is left; what is not named is left. The database alone decides
 * whether a side has room, so this is right whoever comes at the same moment.
 */
export async function changeLinks(
  ctx: Ctx,
  { relation }: Attribute & { readonly relation: Relation },
  recordId: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<LinkChange> {
  const present = new Set(await holdRecords(ctx, relation.objectId, add));
  const unknown = add.filter((id) => !present.has(id));
  if (unknown.length > 0) return { added: [], removed: [], unknown, taken: [] };
  const pairs = (ids: readonly string[]) => ids.map((id) => ({ mine: recordId, theirs: id }));
  const removed = partnersIn(await deleteLinks(ctx, relation, pairs(remove)));
  const added: string[] = [];
  let open = [...new Set(add)];
  for (let attempt = 1; open.length > 0 && attempt <= attempts; attempt += 1) {
    const inserted = partnersIn(await insertLinks(ctx, relation, pairs(open)));
    added.push(...inserted);
    open = open.filter((id) => !inserted.includes(id));
    // Those left are linked already, or somebody is in their way; that one may be gone by now, so look again.
    const linked = partnersIn(await findLinked(ctx, relation, pairs(open)));
    open = open.filter((id) => !linked.includes(id));
  }
  return { added, removed, unknown: [], taken: open };
}

function partnersIn(pairs: readonly Pair[]): string[] {
  return pairs.map(({ theirs }) => theirs);
}

/** Makes these the partners of a record that is new, so that there are none to look for. */
export function addLinks(
  ctx: Ctx,
  attribute: Attribute & { readonly relation: Relation },
  recordId: string,
  wanted: readonly string[],
): Promise<LinkChange> {
  return changeLinks(ctx, attribute, recordId, { add: wanted, remove: [] });
}

/** Makes these the partners of a record, and no others. */
export async function replaceLinks(
  ctx: Ctx,
  attribute: Attribute & { readonly relation: Relation },
  recordId: string,
  wanted: readonly string[],
): Promise<LinkChange> {
  const current = (await linksOf(ctx, attribute.relation, [recordId])).get(recordId) ?? [];
  return changeLinks(ctx, attribute, recordId, {
    add: wanted.filter((id) => !current.includes(id)),
    remove: current.filter((id) => !wanted.includes(id)),
  });
}

export function isRelation(
  attribute: Attribute | undefined,
): attribute is Attribute & { readonly relation: Relation } {
  return attribute !== undefined && attribute.relation !== null;
}

import { generateUuid } from '../../platform/ids.ts';
import type { NewChange } from '../history/public.ts';
import type { Definition, Relation, RelationAttribute } from '../schema/public.ts';

export interface LinkRow {
  readonly relation_id: string;
  readonly from_object_id: string;
  readonly from_id: string;
  readonly to_object_id: string;
  readonly to_id: string;
  readonly from_single: boolean;
  readonly to_single: boolean;
  readonly created_at: string;
}

/** How the links of one record changed: by attribute key, the partners it lost and those it gained. */
export interface LinkDiff {
  readonly objectId: string;
  readonly recordId: string;
  readonly diff: Record<string, [removed: string[], added: string[]]>;
}

/** What removed and added links mean for the records on both of their sides, by record id. */
export function computeLinkDiffs(
  definition: Definition,
  removed: readonly LinkRow[],
  added: readonly LinkRow[],
): Map<string, LinkDiff> {
  const diffs = new Map<string, LinkDiff>();
  for (const [links, place] of [
    [removed, 0],
    [added, 1],
  ] as const) {
    for (const { objectId, recordId, key, partnerId } of links.flatMap((link) => endsOf(definition, link))) {
      const known = diffs.get(recordId) ?? { objectId, recordId, diff: {} };
      (known.diff[key] ??= [[], []])[place].push(partnerId);
      diffs.set(recordId, known);
    }
  }
  return diffs;
}

interface LinkEnd {
  readonly objectId: string;
  readonly recordId: string;
  readonly key: string;
  readonly partnerId: string;
}

/** A link as each of its two records sees it. Empty when the attribute was deleted. */
function endsOf({ attributes }: Definition, link: LinkRow): LinkEnd[] {
  const attribute = attributes.find(({ relation }) => relation?.id === link.relation_id);
  if (!attribute?.relation) return [];
  const { side, partnerKey } = attribute.relation;
  const [fromKey, toKey] = side === 'from' ? [attribute.key, partnerKey] : [partnerKey, attribute.key];
  const { from_object_id, from_id, to_object_id, to_id } = link;
  return [
    { objectId: from_object_id, recordId: from_id, key: fromKey, partnerId: to_id },
    { objectId: to_object_id, recordId: to_id, key: toKey, partnerId: from_id },
  ];
}

/** The history entries of partners that a record was linked with or unlinked from. */
export function listPartnerChanges(
  { relation }: RelationAttribute,
  recordId: string,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): NewChange[] {
  const change = (partnerId: string, diff: readonly [readonly string[], readonly string[]]): NewChange => ({
    id: generateUuid(),
    objectId: relation.objectId,
    recordId: partnerId,
    kind: 'record.updated',
    diff: { [relation.partnerKey]: diff },
  });
  return [
    ...removed.map((partnerId) => change(partnerId, [[recordId], []])),
    ...added.map((partnerId) => change(partnerId, [[], [recordId]])),
  ];
}

export function describeUnknownRecord({ objectSlug }: Relation, id: string): string {
  return `No ${objectSlug} record has the id ${id}.`;
}

export function describeTakenRecord({ isSingle }: Relation, id: string): string {
  return isSingle
    ? `This record can have only one link here. Remove the other link to add ${id}.`
    : `The record ${id} is already linked to another record and can have only one link here.`;
}

export function describeNeededRecord({ partnerKey }: Relation, id: string): string {
  return `The record ${id} must keep a link here because its ${partnerKey} is required.`;
}

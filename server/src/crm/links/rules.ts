import type { Definition } from '../schema/public.ts';

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

/** What became of the links of one record: by key, those it lost and those it got. */
export interface LinkDiff {
  readonly objectId: string;
  readonly recordId: string;
  readonly diff: Record<string, [lost: string[], got: string[]]>;
}

/** What links that come and go mean for the records on both of their sides, by record. */
export function linkDiffs(
  definition: Definition,
  removed: readonly LinkRow[],
  added: readonly LinkRow[],
): Map<string, LinkDiff> {
  const diffs = new Map<string, LinkDiff>();
  for (const [links, at] of [
    [removed, 0],
    [added, 1],
  ] as const) {
    for (const { objectId, recordId, key, other } of links.flatMap((link) => endsOf(definition, link))) {
      const known = diffs.get(recordId) ?? { objectId, recordId, diff: {} };
      (known.diff[key] ??= [[], []])[at].push(other);
      diffs.set(recordId, known);
    }
  }
  return diffs;
}

interface End {
  readonly objectId: string;
  readonly recordId: string;
  readonly key: string;
  readonly other: string;
}

/** A link as each of its two records has it. One whose attribute is gone is nobody's any more. */
function endsOf({ attributes }: Definition, link: LinkRow): End[] {
  const attribute = attributes.find(({ relation }) => relation?.id === link.relation_id);
  if (!attribute?.relation) return [];
  const { side, partnerKey } = attribute.relation;
  const [fromKey, toKey] = side === 'from' ? [attribute.key, partnerKey] : [partnerKey, attribute.key];
  const { from_object_id, from_id, to_object_id, to_id } = link;
  return [
    { objectId: from_object_id, recordId: from_id, key: fromKey, other: to_id },
    { objectId: to_object_id, recordId: to_id, key: toKey, other: from_id },
  ];
}

/** A link with one record in place of another; a link between the two is none any more. */
export function relinked(links: readonly LinkRow[], objectId: string, from: string, to: string): LinkRow[] {
  return links
    .map((link) => ({
      ...link,
      from_id: link.from_object_id === objectId && link.from_id === from ? to : link.from_id,
      to_id: link.to_object_id === objectId && link.to_id === from ? to : link.to_id,
    }))
    .filter(({ from_id: a, to_id: b, from_object_id: x, to_object_id: y }) => a !== b || x !== y);
}

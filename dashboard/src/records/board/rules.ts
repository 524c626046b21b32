import type { Attribute, CrmRecord, Filter, Listing } from '../rules.ts';

/** Lanes of a board, and moving between them by keys. Pure, so that Node can test it. */

export interface Lane {
  /** The id of the option; empty for records without one. */
  readonly id: string;
  readonly label: string;
  readonly color: string | null;
  /** What a record has that stands in the lane. */
  readonly value: { readonly id: number; readonly value: string; readonly color: string } | null;
}

/** A lane for each option that can be chosen, and one for records that have none. */
export function listLanes({ options = [] }: Attribute, emptyLabel: string): Lane[] {
  const lanes = options
    .filter(({ isArchived }) => !isArchived)
    .map(({ id, value, color }) => ({ id: String(id), label: value, color, value: { id, value, color } }));
  return [...lanes, { id: '', label: emptyLabel, color: null, value: null }];
}

/** The part of a list that stands in a lane. */
export function buildLaneListing(listing: Listing, { key }: Attribute, { value }: Lane): Listing {
  const condition: Filter = value ? [key, 'eq', value.value] : [key, 'empty', true];
  // The same condition on the same attribute would replace the other in an address.
  const others = listing.filter.filter(([path, op]) => path !== key || op !== condition[1]);
  return { ...listing, filter: [...others, condition] };
}

/** Lanes in which nothing can be, since the filter asks for others, are not shown. */
export function isShownLane(filter: readonly Filter[], { key }: Attribute, { value }: Lane): boolean {
  return filter.every(([path, op, wanted]) => {
    if (path !== key) return true;
    if (op === 'eq') return value?.value === wanted;
    if (op === 'ne') return value?.value !== wanted;
    if (op === 'in') return value !== null && Array.isArray(wanted) && wanted.includes(value.value);
    return op !== 'empty' || (wanted === true || wanted === 'true') === (value === null);
  });
}

/** Records that were moved and not read again yet stand first in their new lane, and no more in the old one. */
export function mergeMovedRecords(
  records: readonly CrmRecord[],
  moved: ReadonlyMap<string, { readonly record: CrmRecord; readonly lane: string }>,
  lane: string,
): CrmRecord[] {
  const arrived = [...moved.values()].filter((each) => each.lane === lane).map(({ record }) => record);
  return [...arrived, ...records.filter(({ id }) => !moved.has(id))];
}

/** The card that a key leads to, as lane and place in it; undefined for a key that does not move. */
export function findNextCard(
  counts: readonly number[],
  lane: number,
  place: number,
  key: string,
): { readonly lane: number; readonly place: number } | undefined {
  const count = counts[lane] ?? 0;
  if (key === 'ArrowDown') return { lane, place: Math.min(place + 1, count - 1) };
  if (key === 'ArrowUp') return { lane, place: Math.max(place - 1, 0) };
  if (key === 'Home') return { lane, place: 0 };
  if (key === 'End') return { lane, place: count - 1 };
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return undefined;
  for (let to = lane + step; to >= 0 && to < counts.length; to += step) {
    const found = counts[to] ?? 0;
    if (found > 0) return { lane: to, place: Math.min(place, found - 1) };
  }
  return { lane, place };
}

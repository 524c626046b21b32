/** The neighbour of an item in a list; the first one if none is chosen. */
export function findNeighbor<T>(
  items: readonly T[],
  isCurrent: (item: T) => boolean,
  step: 1 | -1,
): T | undefined {
  const at = items.findIndex(isCurrent);
  return at === -1 ? items[0] : items[at + step];
}

/** At most so many items, of each list in turn, and in the order of the lists. */
export function takeInTurn<T>(lists: readonly (readonly T[])[], most: number): T[] {
  const shares = lists.map(() => 0);
  let left = most;
  while (left > 0) {
    const before = left;
    for (const [index, list] of lists.entries()) {
      if (left === 0 || (shares[index] ?? 0) >= list.length) continue;
      shares[index] = (shares[index] ?? 0) + 1;
      left -= 1;
    }
    if (left === before) break;
  }
  return lists.flatMap((list, index) => list.slice(0, shares[index]));
}

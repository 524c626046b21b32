/** The list with one item at another place; undefined if nothing changes. */
export function moveItem<Item>(
  list: readonly Item[],
  isMoved: (item: Item) => boolean,
  to: number,
): readonly Item[] | undefined {
  const from = list.findIndex(isMoved);
  const item = list[from];
  if (item === undefined || from === to || to < 0 || to >= list.length) return undefined;
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** What is chosen in a list. Pure, so that Node can test it. */

/** The items from one to another, both included; the second alone if the first is not in the list. */
export function listRange(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [first, last] = [ids.indexOf(from ?? ''), ids.indexOf(to)];
  if (last === -1) return [];
  if (first === -1) return [to];
  return ids.slice(Math.min(first, last), Math.max(first, last) + 1);
}

/** The chosen items that are still listed, in the order of the list. */
export function listChosen(ids: readonly string[], chosen: ReadonlySet<string>): readonly string[] {
  return ids.filter((id) => chosen.has(id));
}

/** Those that are named come first, in that order; the others follow in the order that they had. */
export function mergeOrder(current: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(current);
  const first = [...new Set(wanted)].filter((id) => known.has(id));
  const isFirst = new Set(first);
  return [...first, ...current.filter((id) => !isFirst.has(id))];
}

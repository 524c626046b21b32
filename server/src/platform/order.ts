/** The same ids with one of them behind another, or first; undefined when the other one isn't among them. */
export function moveAfter(ids: readonly string[], id: string, after: string | null): string[] | undefined {
  const others = ids.filter((each) => each !== id);
  const place = after === null ? 0 : others.indexOf(after) + 1;
  if (after !== null && place === 0) return undefined;
  return [...others.slice(0, place), id, ...others.slice(place)];
}

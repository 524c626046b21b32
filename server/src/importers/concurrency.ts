/** How fetching says how far it is. */
export interface OnFetch {
  /** So many more of a noun, of a total if that is known. */
  count(noun: string, more?: number, total?: number): void;
  say(sentence: string): void;
}

/** The results of `work` for each item, in their order, with at most so many at once. */
export async function mapConcurrently<T, R>(
  atOnce: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Doing the same to many items, each by a request of its own. Pure, so that Node can test it. */

export interface BulkFailure<Item> {
  readonly item: Item;
  readonly error: unknown;
}

export interface BulkResult<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly BulkFailure<Item>[];
}

const maxAtOnce = 4;

/** Sends a request for each item, a few at once. One that fails stops none of the others, and is reported with its reason. */
export async function runForEach<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<unknown>,
  onProgress: (count: number) => void = () => undefined,
): Promise<BulkResult<Item>> {
  const outcomes = new Map<Item, { readonly error?: unknown }>();
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await send(item);
        outcomes.set(item, {});
      } catch (error) {
        outcomes.set(item, { error });
      }
      onProgress(outcomes.size);
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, items.length) }, work));
  return {
    done: items.filter((item) => !('error' in (outcomes.get(item) ?? { error: undefined }))),
    failed: items.flatMap((item) => {
      const outcome = outcomes.get(item);
      return outcome && 'error' in outcome ? [{ item, error: outcome.error }] : [];
    }),
  };
}

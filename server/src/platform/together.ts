interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue<Item, Result> {
  readonly waiting: Waiting<Item, Result>[];
  running: number;
  isDue: boolean;
}

interface Limits {
  /** How many items are done at once, at the most. */
  readonly most: number;
  /** How many works of one kind run beside each other. */
  readonly lanes: number;
  /** How many items are worth a work of their own beside one that runs. */
  readonly enough: number;
}

/**
 * For work that costs little more for many than for one. What is asked for at the same moment, or while work of its kind
 * runs, is done together as soon as that has ended. So nobody's answer comes from work that began before they asked. What
 * is done together belongs to the same owner, such as a database.
 */
export function together<Owner extends object, Item, Result>(
  work: (owner: Owner, items: readonly Item[]) => Promise<readonly Result[]>,
  { most, lanes, enough }: Limits,
): (owner: Owner, kind: string, item: Item) => Promise<Result> {
  const queues = new WeakMap<Owner, Map<string, Queue<Item, Result>>>();

  const mayBegin = ({ running, waiting }: Queue<Item, Result>): boolean =>
    waiting.length > 0 && (running === 0 || (running < lanes && waiting.length >= enough));

  const begin = (owner: Owner, kind: string, queue: Queue<Item, Result>): void => {
    queue.isDue = false;
    while (mayBegin(queue)) {
      queue.running += 1;
      void settle(queue.waiting.splice(0, most), (items) => work(owner, items)).then(() => {
        queue.running -= 1;
        begin(owner, kind, queue);
      });
    }
    if (queue.running === 0) queues.get(owner)?.delete(kind);
  };

  return (owner, kind, item) =>
    new Promise((resolve, reject) => {
      const kinds = queues.get(owner) ?? new Map<string, Queue<Item, Result>>();
      const queue = kinds.get(kind) ?? { waiting: [], running: 0, isDue: false };
      queues.set(owner, kinds.set(kind, queue));
      queue.waiting.push({ item, resolve, reject });
      if (queue.isDue || !mayBegin(queue)) return;
      queue.isDue = true;
      // Once all that has arrived by now has been read.
      setImmediate(begin, owner, kind, queue);
    });
}

async function settle<Item, Result>(
  asked: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await work(asked.map(({ item }) => item));
    for (const [index, { resolve }] of asked.entries()) resolve(results[index] as Result);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

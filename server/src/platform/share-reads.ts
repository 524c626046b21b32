interface Reads<Result> {
  readonly underWay: Promise<Result>;
  next?: Promise<Result>;
}

type Share<Result> = (key: string, read: () => Promise<Result>) => Promise<Result>;

/**
 * Callers of the same key share reads of a database. A caller who comes while one is under way waits for the next: that one starts
 * after they came, so it sees all that was committed before.
 */
export function shareReads<Result>(): (
  database: object,
  ...read: Parameters<Share<Result>>
) => Promise<Result> {
  const shares = new WeakMap<object, Share<Result>>();
  return (database, key, read) => {
    const share = shares.get(database) ?? createShare<Result>();
    shares.set(database, share);
    return share(key, read);
  };
}

function createShare<Result>(): Share<Result> {
  const byKey = new Map<string, Reads<Result>>();

  const start: Share<Result> = async (key, read) => {
    const reads: Reads<Result> = { underWay: read() };
    byKey.set(key, reads);
    try {
      return await reads.underWay;
    } finally {
      if (!reads.next) byKey.delete(key);
    }
  };

  return (key, read) => {
    const reads = byKey.get(key);
    if (!reads) return start(key, read);
    const startNext = () => start(key, read);
    reads.next ??= reads.underWay.then(startNext, startNext);
    return reads.next;
  };
}

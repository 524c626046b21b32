/** A map that holds so many entries; the one that was neither asked for nor set for longest goes first. */
export interface LruCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function lruCache<Value>(most: number): LruCache<Value> {
  // A Map keeps the order in which its keys were put there.
  const entries = new Map<string, Value>();
  const putLast = (key: string, value: Value) => {
    entries.delete(key);
    entries.set(key, value);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) putLast(key, value);
      return value;
    },
    set(key, value) {
      putLast(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= most) break;
        entries.delete(oldest);
      }
    },
  };
}

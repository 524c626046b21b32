/** A map with a limited number of entries. The least recently used one is evicted first. */
export interface LruCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createLruCache<Value>(maxEntries: number): LruCache<Value> {
  // A Map keeps the order in which its keys were added.
  const entries = new Map<string, Value>();
  const moveToEnd = (key: string, value: Value) => {
    entries.delete(key);
    entries.set(key, value);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) moveToEnd(key, value);
      return value;
    },
    set(key, value) {
      moveToEnd(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
  };
}

import { useState } from 'react';

interface Entry<Value> {
  readonly value: Value;
  readonly key: string | undefined;
}

const most = 200;

/**
 * What is edited, on top of what was saved when it began: what others save meanwhile is neither shown nor undone. Changes with the
 * same key, one after the other, are one to undo.
 */
export function useHistory<Value>(saved: Value) {
  const [begun, setBegun] = useState(saved);
  const [entries, setEntries] = useState<readonly Entry<Value>[]>([]);
  const base = entries.length > 0 ? begun : saved;
  const value = entries.at(-1)?.value ?? base;
  const change = (next: Value, key?: string): void => {
    setBegun(base);
    setEntries((before) => {
      const goesOn = key !== undefined && before.at(-1)?.key === key;
      return [...(goesOn ? before.slice(0, -1) : before), { value: next, key }].slice(-most);
    });
  };
  return {
    base,
    value,
    change,
    undo: () => setEntries((before) => before.slice(0, -1)),
    reset: () => setEntries([]),
    canUndo: entries.length > 0,
    isChanged: JSON.stringify(value) !== JSON.stringify(base),
  };
}

import { useCallback, useMemo, useState } from 'react';

/** Records that were chosen, wherever in the list they are. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly set: (ids: Iterable<string>) => void;
  readonly clear: () => void;
}

const nothing: ReadonlySet<string> = new Set();

export function useSelection(): Selection {
  const [ids, setIds] = useState(nothing);
  const toggle = useCallback((id: string): void => {
    setIds((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const set = useCallback((chosen: Iterable<string>) => setIds(new Set(chosen)), []);
  const clear = useCallback(() => setIds(nothing), []);
  return useMemo(() => ({ ids, toggle, set, clear }), [ids, toggle, set, clear]);
}

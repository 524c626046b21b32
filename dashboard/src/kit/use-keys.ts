import { useEffect, useRef } from 'react';
import { useSession } from '../shell/session.ts';

/** What single letters do while the component is shown. Never in a field or under a dialog, and not for those who switched them off. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const { shortcuts } = useSession().preferences;
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!shortcuts) return undefined;
    const press = (event: KeyboardEvent): void => {
      const act = latest.current[event.key.toLowerCase()];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'))
        return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [shortcuts]);
}

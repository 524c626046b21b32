import { useEffect } from 'react';
import { listCommands } from '../platform/commands.ts';
import { isSingleKey, matchStroke, getStroke } from '../platform/keys.ts';

const waitMs = 1200;

const field =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';
/** Above the page: what lies below is out of reach. */
const layer = '.veil, .pop.menu';

/** Runs the command whose keys are pressed. Single keys never act in a field, and not at all for those who switched them off. */
export function useKeyboard(hasSingleKeys: boolean): void {
  useEffect(() => {
    let waiting = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = (event: KeyboardEvent): void => {
      const stroke = getStroke({
        key: event.key,
        code: event.code,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        shiftKey: event.shiftKey,
        isAltGraph: event.getModifierState('AltGraph'),
      });
      if (stroke === undefined || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector(layer)) return;
      const isTyping = (event.target as Element).closest?.(field) != null;
      const mayRun = (keys: string): boolean =>
        isSingleKey(keys) ? hasSingleKeys && !isTyping : !isTyping || keys === 'mod+k';
      const usable = listCommands().filter(({ keys }) => keys !== undefined && mayRun(keys));
      const found = matchStroke(usable, waiting, stroke);
      clearTimeout(timer);
      waiting = found.waiting;
      timer = setTimeout(() => (waiting = ''), waitMs);
      if (!found.command) return;
      event.preventDefault();
      found.command.run();
    };
    document.addEventListener('keydown', press);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', press);
    };
  }, [hasSingleKeys]);
}

/** Shortcuts as they are written: `mod+k` (Ctrl, or Cmd on a Mac), `g h` (one after the other), `?`, `Escape`. Pure. */

/** What a keyboard event says. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** AltGr, by which some layouts type `[`: it reports Ctrl and Alt as well. */
  readonly isAltGraph: boolean;
}

/** The name of a press, or undefined for one that no shortcut has. */
export function getStroke({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  isAltGraph,
}: KeyPress): string | undefined {
  if (/^(?:Control|Shift|Alt|Meta|AltGraph|Dead|Process|Unidentified)$/.test(key)) return undefined;
  if (altKey && !isAltGraph) return undefined;
  const mod = (ctrlKey || metaKey) && !isAltGraph ? 'mod+' : '';
  const letter = letterOf(key, code);
  if (letter) return `${mod}${shiftKey ? 'shift+' : ''}${letter}`;
  return `${mod}${key}`;
}

/** Letters of other alphabets count as what the key is on a Latin keyboard. */
function letterOf(key: string, code: string): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isOtherLetter = /^\p{L}$/u.test(key);
  return isOtherLetter ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
}

/** Whether typing something else could press it: such a shortcut can be switched off, and never acts in a field. */
export function isSingleKey(keys: string): boolean {
  return !keys.startsWith('mod+') && keys !== 'Escape';
}

interface HasKeys {
  readonly keys?: string;
}

/** What a stroke means after those that wait: a command, or the beginning of one. Of several, the last one counts. */
export function matchStroke<Command extends HasKeys>(
  commands: readonly Command[],
  waiting: string,
  stroke: string,
): { readonly command?: Command; readonly waiting: string } {
  const keys = waiting === '' ? stroke : `${waiting} ${stroke}`;
  const command = commands.findLast((each) => each.keys === keys);
  if (command) return { command, waiting: '' };
  if (commands.some((each) => each.keys?.startsWith(`${keys} `))) return { waiting: keys };
  return waiting === '' ? { waiting: '' } : matchStroke(commands, '', stroke);
}

/** The keys of a shortcut as they are shown, one list for each stroke. */
export function formatKeys(keys: string, isMac: boolean): readonly (readonly string[])[] {
  const names: Readonly<Record<string, string>> = {
    mod: isMac ? '⌘' : 'Ctrl',
    shift: '⇧',
    Escape: 'Esc',
    Enter: '↵',
    ArrowUp: '↑',
    ArrowDown: '↓',
  };
  return keys
    .split(' ')
    .map((stroke) =>
      stroke.split(/(?<=\w)\+/).map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    );
}

import { useEffect, useRef } from 'react';
import type { IconName } from '../kit/icon.tsx';

/** What can be done by the command menu and by keys: in the shell always, on a page while it is shown. */

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
  /** As `platform/keys.ts` reads them. */
  readonly keys?: string;
  readonly icon?: IconName;
  /** Other words under which it is found. */
  readonly also?: string;
  /** Where it is listed; without, among those of the page. */
  readonly group?: 'go' | 'do';
  /** In the menu only once something is typed that it matches. */
  readonly isFoundOnly?: true;
  /** In the list of shortcuts only, since it means nothing in a menu: the next line of a list. */
  readonly isShortcutOnly?: true;
}

type Source = () => readonly Command[];

let ofShell: Source = () => [];
const ofPages = new Set<Source>();

/** Every command that there is now, those of the page last: of two with the same keys, the last one counts. */
export function listCommands(): readonly Command[] {
  return [ofShell, ...ofPages].flatMap((source) => source());
}

export function setShellCommands(source: Source): void {
  ofShell = source;
}

/** Adds commands of a page until the returned function is called. */
export function addCommands(source: Source): () => void {
  ofPages.add(source);
  return () => ofPages.delete(source);
}

/** Commands of a page or panel, as long as it is shown. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => addCommands(() => latest.current), []);
}

/** A key of a page or panel, as long as it is shown: `useShortcut('j', words.next, next)`. */
export function useShortcut(keys: string, label: string, run: () => void): void {
  useCommands([{ id: keys, keys, label, run, isShortcutOnly: true }]);
}

/** Does what a key does here. */
export function runKeys(keys: string): void {
  listCommands()
    .findLast((command) => command.keys === keys)
    ?.run();
}

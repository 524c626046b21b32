import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { undoLast } from '../kit/toasts.tsx';
import { setShellCommands, type Command } from '../platform/commands.ts';
import { words } from '../platform/words/words.ts';
import { useAreas } from './areas.tsx';

interface Opens {
  readonly openMenu: () => void;
  readonly openHelp: () => void;
  readonly toggleRail: () => void;
}

/** What has a key everywhere. What only the command menu offers is in `use-menu-commands.ts`, and loaded with it. */
export function useShellCommands(opens: Opens): void {
  const commands = [...useGoCommands(), ...buildDoCommands(opens), ...keysOfPages];
  useEffect(() => setShellCommands(() => commands));
}

function useGoCommands(): readonly Command[] {
  const router = useRouter();
  const { main, rare, settings } = useAreas();
  return [...main, ...rare, ...settings].map(({ to, label, icon, letter }) => ({
    id: `go ${to}`,
    group: 'go',
    label,
    icon,
    ...(letter && { keys: `g ${letter}` }),
    run: () => void router.navigate({ to }),
  }));
}

function buildDoCommands({ openMenu, openHelp, toggleRail }: Opens): readonly Command[] {
  return [
    { id: 'menu', label: words.commands.open, keys: 'mod+k', run: openMenu, isShortcutOnly: true },
    { id: 'undo', label: words.shortcuts.undo, keys: 'mod+z', run: undoLast, isShortcutOnly: true },
    { id: 'help', group: 'do', label: words.shell.help, icon: 'question', keys: '?', run: openHelp },
    { id: 'rail', group: 'do', label: words.shell.collapse, icon: 'lines', keys: '[', run: toggleRail },
  ];
}

/** Keys that mean the same on every page. A page that does it another way has a command with the same key. */
const keysOfPages: readonly Command[] = [
  {
    id: 'find here',
    label: words.shortcuts.find,
    keys: '/',
    isShortcutOnly: true,
    run: () => shownIn('main input[type="search"]')?.focus(),
  },
  {
    id: 'create here',
    label: words.shortcuts.create,
    keys: 'c',
    isShortcutOnly: true,
    run: () => shownIn('main > .bar .btn.main')?.click(),
  },
  {
    id: 'back',
    label: words.shortcuts.back,
    keys: 'Escape',
    isShortcutOnly: true,
    run: () => shownIn(`main .panel > .bar [aria-label="${words.shell.close}"]`)?.click(),
  },
];

function shownIn(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
}

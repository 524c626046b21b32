import { interpolate } from '@daybook/booking/locale';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { IconName } from '../kit/icon.tsx';
import { showToast, undoLast } from '../kit/toasts.tsx';
import { setShellCommands, type Command } from '../platform/commands.ts';
import { api, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useAreas } from './areas.tsx';
import { useSession } from './session.ts';
import { showTheme } from './theme.ts';

interface Opens {
  readonly openMenu: () => void;
  readonly openShortcuts: () => void;
  readonly toggleRail: () => void;
}

/** What can be done everywhere. */
export function useShellCommands(opens: Opens): void {
  const commands = [...useGoCommands(), ...usePlaceCommands(), ...useDoCommands(opens), ...keysOfPages];
  useEffect(() => setShellCommands(() => commands));
}

function useGoCommands(): readonly Command[] {
  const router = useRouter();
  const { main, settings } = useAreas();
  return [...main, ...settings].map(({ to, label, icon, letter }) => ({
    id: `go ${to}`,
    group: 'go',
    label,
    icon,
    also: words.commands.go,
    ...(letter && { keys: `g ${letter}` }),
    run: () => void router.navigate({ to }),
  }));
}

/** What an area has inside, found by its name or that of the area. */
function usePlaceCommands(): readonly Command[] {
  const router = useRouter();
  const { create, places, createPage } = words.commands;
  const { developers, calls, settings } = words.areas;
  const toCreate: readonly Place[] = [
    ['/pages/new', createPage, 'plus'],
    ['/events/book', words.events.book, 'plus'],
    ['/forms/new', create.form, 'plus', words.areas.forms],
    ['/calls/new', create.call, 'plus', calls],
    ['/developers/tokens/new', create.token, 'plus', developers],
    ['/developers/webhooks/new', create.webhook, 'plus', developers],
    ['/settings/people', create.invitation, 'plus', words.areas.people],
  ];
  const toGo: readonly Place[] = [
    ['/developers/webhooks', places.webhooks, 'developers', developers],
    ['/developers/tokens', places.tokens, 'developers', developers],
    ['/developers/catcher', places.catcher, 'developers', developers],
    ['/developers/mail', places.mail, 'developers', developers],
    ['/developers/audit-log', places.auditLog, 'developers', developers],
    ['/developers/reference', places.reference, 'developers', developers],
    ['/calls/agents', places.agents, 'calls', calls],
    ['/calls/do-not-call', places.doNotCall, 'calls', calls],
    ['/settings/profile', places.profile, 'settings', settings],
    ['/settings/sign-in', places.signIn, 'settings', settings],
    ['/settings/preferences', places.preferences, 'settings', settings],
    ['/settings/branding', places.branding, 'settings', settings],
    ['/settings/roles', places.roles, 'settings', settings],
    ['/settings/security', places.security, 'settings', settings],
    ['/settings/data', places.data, 'settings', settings],
  ];
  const commandOf =
    (group: 'go' | 'do') =>
    ([to, label, icon, area]: Place): Command => ({
      id: `${group} ${to}`,
      group,
      label,
      icon,
      ...(area && { also: area, isFoundOnly: true as const }),
      run: () => void router.navigate({ to }),
    });
  return [...toCreate.map(commandOf('do')), ...toGo.map(commandOf('go'))];
}

/** Without an area it is listed before anything is typed. */
type Place = readonly [to: string, label: string, icon: IconName, area?: string];

function useDoCommands({ openMenu, openShortcuts, toggleRail }: Opens): readonly Command[] {
  const { url, preferences } = useSession();
  const change = useChange('changePreferences');
  const themes = (['system', 'light', 'dark'] as const).filter((theme) => theme !== preferences.theme);
  const shown: readonly Command[] = [
    {
      id: 'copy link',
      label: words.commands.copyLink,
      icon: 'link',
      run: () =>
        void navigator.clipboard.writeText(url).then(
          () => showToast(words.shell.copied),
          () => showToast(url),
        ),
    },
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      label: interpolate(words.commands.useTheme, { theme: words.shell.themes[theme] }),
      icon: 'theme' as const,
      run: () => {
        showTheme(theme);
        change.mutate({ body: { theme } }, { onError: () => showTheme(preferences.theme) });
      },
    })),
    { id: 'shortcuts', label: words.commands.showShortcuts, icon: 'keyboard', keys: '?', run: openShortcuts },
    { id: 'rail', label: words.shell.collapse, icon: 'lines', keys: '[', run: toggleRail },
    {
      id: 'sign out',
      label: words.shell.signOut,
      icon: 'signOut',
      run: () =>
        void api.signOut().then(async () => {
          (await import('../platform/recent.ts')).forgetPages();
          location.assign('/app?done=signedOut');
        }),
    },
  ];
  return [
    { id: 'menu', label: words.commands.open, keys: 'mod+k', run: openMenu, isShortcutOnly: true },
    { id: 'undo', label: words.shortcuts.undo, keys: 'mod+z', run: undoLast, isShortcutOnly: true },
    ...shown.map((command) => ({ ...command, group: 'do' as const })),
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

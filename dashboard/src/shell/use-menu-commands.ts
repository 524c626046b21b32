import { interpolate } from '@daybook/booking/locale';
import { useRouter } from '@tanstack/react-router';
import type { IconName } from '../kit/icon.tsx';
import { showToast } from '../kit/toasts.tsx';
import { runKeys, type Command } from '../platform/commands.ts';
import { api, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from './session.ts';
import { showTheme } from './theme.ts';

/** What the command menu offers everywhere, beside what has a key. */
export function useMenuCommands(): readonly Command[] {
  return [...usePlaceCommands(), ...useDoCommands()];
}

/** What an area has inside, found by its name or that of the area. */
function usePlaceCommands(): readonly Command[] {
  const router = useRouter();
  const { create, places } = words.menu;
  const { developers, calls, settings } = words.areas;
  const toCreate: readonly Place[] = [
    ['/pages/new', words.commands.createPage, 'plus'],
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
    ['/availability/absences', places.absences, 'clock', words.areas.availability],
    ['/settings/calendars', places.calendars, 'settings', settings],
    ['/calls/agents', places.agents, 'calls', calls],
    ['/calls/do-not-call', places.doNotCall, 'calls', calls],
    ['/settings/profile', places.profile, 'settings', settings],
    ['/settings/sign-in', places.signIn, 'settings', settings],
    ['/settings/preferences', places.preferences, 'settings', settings],
    ['/settings/branding', places.branding, 'settings', settings],
    ['/settings/domains', places.domains, 'settings', settings],
    ['/settings/single-sign-on', places.singleSignOn, 'settings', settings],
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

function useDoCommands(): readonly Command[] {
  const { url, preferences } = useSession();
  const change = useChange('changePreferences');
  const themes = (['system', 'light', 'dark'] as const).filter((theme) => theme !== preferences.theme);
  const commands: readonly Command[] = [
    {
      id: 'copy link',
      label: words.menu.copyLink,
      icon: 'link',
      run: () =>
        void navigator.clipboard.writeText(url).then(
          () => showToast(words.shell.copied),
          () => showToast(url),
        ),
    },
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      label: interpolate(words.menu.useTheme, { theme: words.shell.themes[theme] }),
      icon: 'theme' as const,
      run: () => {
        showTheme(theme);
        change.mutate({ body: { theme } }, { onError: () => showTheme(preferences.theme) });
      },
    })),
    { id: 'shortcuts', label: words.menu.showShortcuts, icon: 'keyboard', run: () => runKeys('?') },
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
  return commands.map((command) => ({ ...command, group: 'do' as const }));
}

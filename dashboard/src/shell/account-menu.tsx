import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Face } from '../kit/face.tsx';
import { Icon } from '../kit/icon.tsx';
import { api, useChange } from '../platform/query.ts';
import { forgetPages } from '../platform/recent.ts';
import { start } from '../platform/start.ts';
import { languages } from '../platform/words/languages.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from './session.ts';
import { showTheme } from './theme.ts';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

type Language = keyof typeof languages;

export function AccountMenu() {
  const router = useRouter();
  const { name, email, role, preferences } = useSession();
  const change = useChange('changePreferences');
  const signOut = useMutation({
    mutationFn: () => api.signOut(),
    onSuccess: () => {
      forgetPages();
      location.assign('/app?done=signedOut');
    },
  });
  const choose = (theme: Theme): void => {
    showTheme(theme);
    change.mutate({ body: { theme } }, { onError: () => showTheme(preferences.theme) });
  };
  // The words of a language are a script of their own, which the document names.
  const speak = (language: Language): void =>
    change.mutate({ body: { language } }, { onSuccess: () => location.reload() });
  return (
    <MenuTrigger>
      <Button className="account">
        <Face name={name} />
        <span className="grow cut">{name}</span>
        <Icon name="more" />
      </Button>
      <Popover className="pop menu" placement="top start">
        <p className="small">
          <span className="muted">{email}</span>
          <br />
          <span className="faint">{words.shell.roles[role]}</span>
        </p>
        <Menu aria-label={words.shell.account}>
          <MenuItem className="opt" onAction={() => void router.navigate({ to: '/settings/sign-in' })}>
            {words.shell.security}
          </MenuItem>
          <MenuItem className="opt" href="/app?again=1">
            {words.shell.otherWorkspace}
          </MenuItem>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[preferences.theme]}
            onSelectionChange={(keys) => choose([...keys][0] as Theme)}
          >
            <Header className="lbl">{words.shell.theme}</Header>
            {themes.map((theme) => (
              <MenuItem key={theme} id={theme} className="opt">
                {({ isSelected }) => (
                  <>
                    <span className="grow">{words.shell.themes[theme]}</span>
                    {isSelected && <Icon name="check" />}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[start.locale.tag]}
            onSelectionChange={(keys) => speak([...keys][0] as Language)}
          >
            <Header className="lbl">{words.shell.language}</Header>
            {Object.entries(languages).map(([language, name]) => (
              <MenuItem key={language} id={language} className="opt" textValue={name}>
                {({ isSelected }) => (
                  <>
                    <span className="grow" lang={language}>
                      {name}
                    </span>
                    {isSelected && <Icon name="check" />}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuItem className="opt" onAction={() => signOut.mutate()}>
            {words.shell.signOut}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { tourStep } from '../help/help-state.ts';
import { countVisit } from '../kit/heading.tsx';
import { Face } from '../kit/face.tsx';
import { Icon } from '../kit/icon.tsx';
import { Keys } from '../kit/keys.tsx';
import { Toasts } from '../kit/toasts.tsx';
import { useLive } from '../platform/live.ts';
import { loadScript } from '../platform/load-script.ts';
import { signInReason } from '../platform/sign-in-request.ts';
import { useIsOnline } from '../platform/use-online.ts';
import { loadHelpWords, loadWithHelp, loadWithWords } from '../platform/words/load.ts';
import { words } from '../platform/words/words.ts';
import { AreaLinks, useAreaCounts, useAreas } from './areas.tsx';
import { Reach } from './reach.tsx';
import { useSession } from './session.ts';
import { useKeyboard } from './use-keyboard.ts';
import { useShellCommands } from './use-shell-commands.ts';

/** Not needed for the first picture: each is loaded after it, or when it is opened. */
const loadAccountMenu = loadScript(() => import('./account-menu.tsx'));
const AccountMenu = lazy(async () => ({ default: (await loadAccountMenu()).AccountMenu }));
const loadWorkspaceMenu = loadScript(() => import('./workspace-menu.tsx'));
const WorkspaceMenu = lazy(async () => ({ default: (await loadWorkspaceMenu()).WorkspaceMenu }));
const MoreMenu = lazy(async () => ({ default: (await loadWorkspaceMenu()).MoreMenu }));
const loadCommandMenu = async () => {
  await loadHelpWords();
  return { default: (await import('./command-menu.tsx')).CommandMenu };
};
const CommandMenu = lazy(loadScript(loadCommandMenu));
const HelpDialog = lazy(
  loadWithHelp(async () => ({ default: (await import('../help/help-dialog.tsx')).HelpDialog })),
);
const Tour = lazy(loadWithHelp(async () => ({ default: (await import('../help/tour.tsx')).Tour })));
const SignInAgain = lazy(
  loadWithWords(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain })),
);

/** What stands around every page: the areas, the workspace, the account, commands and messages. */
export function Shell() {
  const { workspace, name, preferences } = useSession();
  const areas = useAreas();
  const counts = useAreaCounts();
  const [isRailHidden, setIsRailHidden] = useRailState();
  const [open, setOpen] = useState<'menu' | 'help'>();
  const close = (): void => setOpen(undefined);
  useShellCommands({
    openMenu: () => setOpen('menu'),
    openHelp: () => setOpen('help'),
    toggleRail: () => setIsRailHidden(!isRailHidden),
  });
  useKeyboard(preferences.shortcuts);
  useLive();
  useMenuLoading();
  const step = useSyncExternalStore(tourStep.subscribe, tourStep.get);
  const whySignIn = useSyncExternalStore(signInReason.subscribe, signInReason.get);
  return (
    <>
      <a className="skip" href="#content">
        {words.shell.skip}
      </a>
      <Offline />
      <div className={`shell${isRailHidden ? ' no-rail' : ''}`}>
        <header className="rail">
          <Suspense fallback={<span className="space">{workspace.name}</span>}>
            <WorkspaceMenu />
          </Suspense>
          <button
            type="button"
            className="find"
            aria-label={words.commands.open}
            onClick={() => setOpen('menu')}
          >
            <Icon name="search" />
            <span className="grow cut">{words.commands.find}</span>
            <Keys keys="mod+k" />
          </button>
          <nav aria-label={words.shell.areas}>
            <AreaLinks areas={areas.main} counts={counts} />
            <Suspense fallback={<MoreName />}>
              <MoreMenu areas={areas.rare} counts={counts} />
            </Suspense>
          </nav>
          <Reach />
          <span className="grow" />
          <div className="row" style={{ order: 2 }}>
            <Suspense fallback={<AccountName name={name} />}>
              <AccountMenu />
            </Suspense>
            <button
              type="button"
              className="btn quiet square"
              style={{ flex: 'none' }}
              aria-label={words.shell.help}
              title={words.shell.help}
              onClick={() => setOpen('help')}
            >
              <Icon name="question" />
            </button>
          </div>
        </header>
        <main className="sheet" id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <nav className="tabbar" aria-label={words.shell.areas}>
        <AreaLinks areas={areas.onPhones} />
        <Suspense>
          <MoreMenu areas={areas.underMore} />
        </Suspense>
      </nav>
      <Suspense>
        {open === 'menu' && <CommandMenu onClose={close} />}
        {open === 'help' && <HelpDialog onClose={close} openMenu={() => setOpen('menu')} />}
        {whySignIn && <SignInAgain reason={whySignIn} />}
      </Suspense>
      <Suspense>{step !== undefined && <Tour step={step} />}</Suspense>
      <Toasts />
      <Announcer />
    </>
  );
}

/** With the first key or move of the pointer, even the Ctrl of Ctrl+K: people type into the command menu as soon as it is open. */
function useMenuLoading(): void {
  useEffect(() => {
    const end = new AbortController();
    const load = (): void => {
      end.abort();
      void loadCommandMenu().catch(() => undefined);
    };
    for (const event of ['keydown', 'pointermove', 'pointerdown'])
      addEventListener(event, load, { capture: true, signal: end.signal });
    return () => end.abort();
  }, []);
}

const railKey = 'daybook rail';

/** Whether the rail is hidden, on this device. */
function useRailState(): [isHidden: boolean, set: (isHidden: boolean) => void] {
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(railKey) === 'hidden');
  const set = (next: boolean): void => {
    setIsHidden(next);
    localStorage.setItem(railKey, next ? 'hidden' : 'shown');
  };
  return [isHidden, set];
}

function MoreName() {
  return (
    <button type="button">
      <Icon name="lines" />
      {words.shell.more}
    </button>
  );
}

/** Looks as the menu does that takes its place. */
function AccountName({ name }: { readonly name: string }) {
  return (
    <span className="account">
      <Face name={name} />
      <span className="grow cut">{name}</span>
      <Icon name="more" />
    </span>
  );
}

function Offline() {
  const isOnline = useIsOnline();
  if (isOnline) return null;
  return (
    <div className="offline note warn" role="alert">
      {words.shell.offline}
    </div>
  );
}

/** Says the name of the page to screen readers after a navigation, as a browser does for a new document. */
function Announcer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    const before = router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
      if (pathChanged && fromLocation) countVisit();
    });
    const after = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (pathChanged && fromLocation) setTitle(document.title);
    });
    return () => {
      before();
      after();
    };
  }, [router]);
  return (
    <div className="hidden" aria-live="polite">
      {title}
    </div>
  );
}

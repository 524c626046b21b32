import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { countVisit } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { Face } from '../kit/face.tsx';
import { Toasts } from '../kit/toasts.tsx';
import { words } from '../platform/words/words.ts';
import { Areas } from './areas.tsx';
import { useSession } from './session.ts';

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** What stands around every page: the areas, the workspace, the account, and messages. */
export function Shell() {
  const { workspace, name } = useSession();
  return (
    <>
      <a className="skip" href="#content">
        {words.shell.skip}
      </a>
      <Offline />
      <div className="shell">
        <header className="rail">
          <div className="space">
            <span className="mark" aria-hidden="true">
              {[...workspace.name][0]}
            </span>
            <span className="grow cut">{workspace.name}</span>
          </div>
          <Areas label={words.shell.areas} />
          <span className="grow" />
          <Suspense fallback={<AccountName name={name} />}>
            <AccountMenu />
          </Suspense>
        </header>
        <main className="sheet" id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <div className="tabbar">
        <Areas label={words.shell.areas} />
      </div>
      <Toasts />
      <Announcer />
    </>
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
  const isOnline = useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
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

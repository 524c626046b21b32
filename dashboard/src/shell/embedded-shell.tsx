import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../kit/toasts.tsx';
import { useLive } from '../platform/live.ts';
import { Announcer, Offline } from './shell.tsx';

/** Around a page in a frame: the product that shows it has its own areas, account and name. */
export function EmbeddedShell() {
  useLive();
  return (
    <>
      <Offline />
      <div className="shell no-rail">
        <main className="sheet" id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Toasts />
      <Announcer />
    </>
  );
}

import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';

const { pages, groups } = words.settings;

const sections = [
  {
    label: groups.you,
    links: [
      { to: '/settings/profile', label: pages.profile },
      { to: '/settings/sign-in', label: pages.signIn },
      { to: '/settings/preferences', label: pages.preferences },
      { to: '/settings/calendars', label: pages.calendars },
      { to: '/settings/connected-apps', label: pages.connectedApps },
    ],
  },
  {
    label: groups.workspace,
    links: [
      { to: '/settings/workspace', label: pages.workspace },
      { to: '/settings/branding', label: pages.branding },
      { to: '/settings/domains', label: pages.domains },
      { to: '/settings/people', label: pages.people },
      { to: '/settings/teams', label: pages.teams },
      { to: '/settings/resources', label: pages.resources },
      { to: '/settings/roles', label: pages.roles },
      { to: '/settings/security', label: pages.security },
      { to: '/settings/single-sign-on', label: pages.singleSignOn },
      { to: '/settings/provisioning', label: pages.provisioning },
      { to: '/settings/data', label: pages.data },
    ],
  },
] as const;

/** The list of settings, and the page that is chosen. */
export function Settings() {
  if (start.embed) return <Outlet />;
  return (
    <>
      <header className="bar">
        <h1 className="cut">{words.settings.title}</h1>
      </header>
      <div className="settings">
        <Sections />
        <Outlet />
      </div>
    </>
  );
}

function Sections() {
  const element = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    // On a phone the list is one line, wider than the window.
    const nav = element.current;
    const current = nav?.querySelector<HTMLElement>('[aria-current]');
    if (nav && current) nav.scrollLeft = current.offsetLeft - nav.clientWidth / 2 + current.clientWidth / 2;
  }, [path]);
  return (
    <nav ref={element} className="sections" aria-label={words.settings.sections}>
      {sections.map(({ label, links }) => (
        <div key={label} role="group" aria-label={label}>
          <span className="tiny faint" aria-hidden="true">
            {label}
          </span>
          {links.map((link) => (
            <Link key={link.to} to={link.to} activeOptions={{ includeSearch: false }}>
              {link.label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { parseCalendarsSearch } from '../calendars/search.ts';
import { parseEveryone, withView } from '../platform/address.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parsePeopleSearch } from './search.ts';

const layout = createRoute({
  getParentRoute: () => root,
  path: 'settings',
  component: lazyRouteComponent(
    loadPage(() => import('./layout.tsx')),
    'Settings',
  ),
});

const index = createRoute({
  getParentRoute: () => layout,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile', replace: true });
  },
});

const profile = createRoute({
  getParentRoute: () => layout,
  path: 'profile',
  component: lazyRouteComponent(
    loadPage(() => import('./profile.tsx')),
    'Profile',
  ),
});

const signIn = createRoute({
  getParentRoute: () => layout,
  path: 'sign-in',
  component: lazyRouteComponent(
    loadPage(() => import('./sign-in.tsx')),
    'SignIn',
  ),
});

const preferences = createRoute({
  getParentRoute: () => layout,
  path: 'preferences',
  component: lazyRouteComponent(
    loadPage(() => import('./preferences.tsx')),
    'Preferences',
  ),
});

const calendars = createRoute({
  getParentRoute: () => layout,
  path: 'calendars',
  validateSearch: parseCalendarsSearch,
  component: lazyRouteComponent(
    loadPage(() => import('../calendars/page.tsx')),
    'Calendars',
  ),
});

const connectedApps = createRoute({
  getParentRoute: () => layout,
  path: 'connected-apps',
  validateSearch: parseEveryone,
  component: lazyRouteComponent(
    loadPage(() => import('./connected-apps.tsx')),
    'ConnectedApps',
  ),
});

const workspace = createRoute({
  getParentRoute: () => layout,
  path: 'workspace',
  component: lazyRouteComponent(
    loadPage(() => import('./workspace.tsx')),
    'Workspace',
  ),
});

const branding = createRoute({
  getParentRoute: () => layout,
  path: 'branding',
  component: lazyRouteComponent(
    loadPage(() => import('./branding.tsx')),
    'Branding',
  ),
});

const people = createRoute({
  getParentRoute: () => layout,
  path: 'people',
  validateSearch: withView(parsePeopleSearch),
  component: lazyRouteComponent(
    loadPage(() => import('./people.tsx')),
    'People',
  ),
});

const person = createRoute({
  getParentRoute: () => layout,
  path: 'people/$uuid',
  component: lazyRouteComponent(
    loadPage(() => import('./person.tsx')),
    'Person',
  ),
});

const teams = createRoute({
  getParentRoute: () => layout,
  path: 'teams',
  ...lazyPage(
    loadPage(() => import('./teams.tsx')),
    'Teams',
  ),
});

const team = createRoute({
  getParentRoute: () => layout,
  path: 'teams/$teamId',
  component: lazyRouteComponent(
    loadPage(() => import('./team.tsx')),
    'Team',
  ),
});

const resources = createRoute({
  getParentRoute: () => layout,
  path: 'resources',
  ...lazyPage(
    loadPage(() => import('./resources.tsx')),
    'Resources',
  ),
});

const roles = createRoute({
  getParentRoute: () => layout,
  path: 'roles',
  component: lazyRouteComponent(
    loadPage(() => import('./roles.tsx')),
    'Roles',
  ),
});

const security = createRoute({
  getParentRoute: () => layout,
  path: 'security',
  component: lazyRouteComponent(
    loadPage(() => import('./security.tsx')),
    'Security',
  ),
});

const singleSignOn = createRoute({
  getParentRoute: () => layout,
  path: 'single-sign-on',
  component: lazyRouteComponent(
    loadPage(() => import('./single-sign-on.tsx')),
    'SingleSignOn',
  ),
});

const provider = createRoute({
  getParentRoute: () => layout,
  path: 'single-sign-on/$uuid',
  component: lazyRouteComponent(
    loadPage(() => import('./provider.tsx')),
    'Provider',
  ),
});

const provisioning = createRoute({
  getParentRoute: () => layout,
  path: 'provisioning',
  component: lazyRouteComponent(
    loadPage(() => import('./provisioning.tsx')),
    'Provisioning',
  ),
});

const data = createRoute({
  getParentRoute: () => layout,
  path: 'data',
  component: lazyRouteComponent(
    loadPage(() => import('./data.tsx')),
    'Data',
  ),
});

const domains = createRoute({
  getParentRoute: () => layout,
  path: 'domains',
  component: lazyRouteComponent(
    loadPage(() => import('./domains.tsx')),
    'Domains',
  ),
});

export const settingsRoutes = layout.addChildren([
  index,
  profile,
  signIn,
  preferences,
  calendars,
  connectedApps,
  workspace,
  branding,
  domains,
  people,
  person,
  teams,
  team,
  resources,
  roles,
  security,
  singleSignOn,
  provider,
  provisioning,
  data,
]);

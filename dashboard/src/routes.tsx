import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parsePageSearch } from './event-types/rules.ts';
import { Skeleton } from './kit/states.tsx';
import { parseEventSearch } from './scheduled-events/rules.ts';
import { RouteError } from './shell/route-error.tsx';
import { Missing } from './shell/missing.tsx';
import { Shell } from './shell/shell.tsx';

/** Every address of the dashboard. Each area is a script of its own, loaded when it is opened. */

const root = createRootRoute({ component: Shell, notFoundComponent: Missing });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home.tsx'), 'Home'),
});

const events = createRoute({
  getParentRoute: () => root,
  path: 'events',
  validateSearch: parseEventSearch,
  component: lazyRouteComponent(() => import('./scheduled-events/list.tsx'), 'EventList'),
});

const event = createRoute({
  getParentRoute: () => events,
  path: '$uuid',
  component: lazyRouteComponent(() => import('./scheduled-events/detail.tsx'), 'EventDetail'),
});

const pages = createRoute({
  getParentRoute: () => root,
  path: 'pages',
  validateSearch: parsePageSearch,
  component: lazyRouteComponent(() => import('./event-types/list.tsx'), 'PageList'),
});

const page = createRoute({
  getParentRoute: () => pages,
  path: '$uuid',
  component: lazyRouteComponent(() => import('./event-types/edit.tsx'), 'PageEditor'),
});

const availability = createRoute({
  getParentRoute: () => root,
  path: 'availability',
  validateSearch: ({ schedule }: Record<string, unknown>): { schedule?: string } =>
    typeof schedule === 'string' ? { schedule } : {},
  component: lazyRouteComponent(() => import('./schedules/page.tsx'), 'Availability'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, events.addChildren([event]), pages.addChildren([page]), availability]),
  basepath: '/app',
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingComponent: Skeleton,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

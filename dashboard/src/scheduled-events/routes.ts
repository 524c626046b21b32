import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { parseBookSearch, parseEventSearch } from './rules.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';

const list = createRoute({
  getParentRoute: () => root,
  path: 'events',
  validateSearch: parseEventSearch,
  ...lazyPage(
    loadPage(() => import('./list.tsx')),
    'EventList',
  ),
});

const detail = createRoute({
  getParentRoute: () => list,
  path: '$uuid',
  component: lazyRouteComponent(
    loadPage(() => import('./detail.tsx')),
    'EventDetail',
  ),
});

const book = createRoute({
  getParentRoute: () => list,
  path: 'book',
  validateSearch: parseBookSearch,
  component: lazyRouteComponent(
    loadPage(() => import('./book.tsx')),
    'BookPanel',
  ),
});

export const eventRoutes = list.addChildren([book, detail]);

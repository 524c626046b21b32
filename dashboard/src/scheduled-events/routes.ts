import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { parseEventSearch } from './rules.ts';

const list = createRoute({
  getParentRoute: () => root,
  path: 'events',
  validateSearch: parseEventSearch,
  component: lazyRouteComponent(() => import('./list.tsx'), 'EventList'),
});

const detail = createRoute({
  getParentRoute: () => list,
  path: '$uuid',
  component: lazyRouteComponent(() => import('./detail.tsx'), 'EventDetail'),
});

const book = createRoute({
  getParentRoute: () => list,
  path: 'book',
  component: lazyRouteComponent(() => import('./book.tsx'), 'BookPanel'),
});

export const eventRoutes = list.addChildren([book, detail]);

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { parsePageSearch } from './rules.ts';
import { loadScript } from '../platform/load-script.ts';

const parent = createRoute({ getParentRoute: () => root, path: 'pages' });

const list = createRoute({
  getParentRoute: () => parent,
  path: '/',
  validateSearch: parsePageSearch,
  component: lazyRouteComponent(
    loadScript(() => import('./list.tsx')),
    'PageList',
  ),
});

const create = createRoute({
  getParentRoute: () => parent,
  path: 'new',
  component: lazyRouteComponent(
    loadScript(() => import('./new-page.tsx')),
    'NewPage',
  ),
});

const editor = createRoute({
  getParentRoute: () => parent,
  path: '$uuid',
  component: lazyRouteComponent(
    loadScript(() => import('./edit.tsx')),
    'PageEditor',
  ),
});

export const pageRoutes = parent.addChildren([list, create, editor]);

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { parsePageSearch } from './search.ts';
import { withView } from '../platform/address.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';

const parent = createRoute({ getParentRoute: () => root, path: 'pages' });

const list = createRoute({
  getParentRoute: () => parent,
  path: '/',
  validateSearch: withView(parsePageSearch),
  ...lazyPage(
    loadPage(() => import('./list.tsx')),
    'PageList',
  ),
});

const create = createRoute({
  getParentRoute: () => parent,
  path: 'new',
  component: lazyRouteComponent(
    loadPage(() => import('./new-page.tsx')),
    'NewPage',
  ),
});

const editor = createRoute({
  getParentRoute: () => parent,
  path: '$uuid',
  component: lazyRouteComponent(
    loadPage(() => import('./edit.tsx')),
    'PageEditor',
  ),
});

export const pageRoutes = parent.addChildren([list, create, editor]);

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { parsePageSearch } from './search.ts';
import { withView } from '../platform/address.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadWithWords } from '../platform/words/load.ts';

const parent = createRoute({ getParentRoute: () => root, path: 'pages' });

const list = createRoute({
  getParentRoute: () => parent,
  path: '/',
  validateSearch: withView(parsePageSearch),
  ...lazyPage(
    loadWithWords(() => import('./list.tsx')),
    'PageList',
  ),
});

const create = createRoute({
  getParentRoute: () => parent,
  path: 'new',
  component: lazyRouteComponent(
    loadWithWords(() => import('./new-page.tsx')),
    'NewPage',
  ),
});

const editor = createRoute({
  getParentRoute: () => parent,
  path: '$uuid',
  component: lazyRouteComponent(
    loadWithWords(() => import('./edit.tsx')),
    'PageEditor',
  ),
});

export const pageRoutes = parent.addChildren([list, create, editor]);

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { parsePageSearch } from './rules.ts';

const list = createRoute({
  getParentRoute: () => root,
  path: 'pages',
  validateSearch: parsePageSearch,
  component: lazyRouteComponent(() => import('./list.tsx'), 'PageList'),
});

const editor = createRoute({
  getParentRoute: () => list,
  path: '$uuid',
  component: lazyRouteComponent(() => import('./edit.tsx'), 'PageEditor'),
});

export const pageRoutes = list.addChildren([editor]);

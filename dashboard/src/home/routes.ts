import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { loadScript } from '../platform/load-script.ts';

export const homeRoutes = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(
    loadScript(() => import('./home.tsx')),
    'Home',
  ),
});

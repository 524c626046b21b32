import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';

export const notificationRoutes = createRoute({
  getParentRoute: () => root,
  path: 'notifications',
  component: lazyRouteComponent(
    loadPage(() => import('./page.tsx')),
    'NotificationsPage',
  ),
});

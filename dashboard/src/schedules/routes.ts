import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { parseScheduleSearch } from './search.ts';
import { loadScript } from '../platform/load-script.ts';

export const availabilityRoutes = createRoute({
  getParentRoute: () => root,
  path: 'availability',
  validateSearch: parseScheduleSearch,
  component: lazyRouteComponent(
    loadScript(() => import('./page.tsx')),
    'Availability',
  ),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWithWords } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseScheduleSearch } from './search.ts';

export const availabilityRoutes = createRoute({
  getParentRoute: () => root,
  path: 'availability',
  validateSearch: parseScheduleSearch,
  component: lazyRouteComponent(
    loadWithWords(() => import('./page.tsx')),
    'Availability',
  ),
});

import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseScheduleSearch } from './search.ts';

export const availabilityRoutes = createRoute({
  getParentRoute: () => root,
  path: 'availability',
  validateSearch: parseScheduleSearch,
  ...lazyPage(
    loadPage(() => import('./page.tsx')),
    'Availability',
  ),
});

import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadWithWords } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseScheduleSearch } from './search.ts';

export const availabilityRoutes = createRoute({
  getParentRoute: () => root,
  path: 'availability',
  validateSearch: parseScheduleSearch,
  ...lazyPage(
    loadWithWords(() => import('./page.tsx')),
    'Availability',
  ),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWithWords } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseAbsenceSearch } from './search.ts';

export const absenceRoutes = createRoute({
  getParentRoute: () => root,
  path: 'availability/absences',
  validateSearch: parseAbsenceSearch,
  component: lazyRouteComponent(
    loadWithWords(() => import('./page.tsx')),
    'Absences',
  ),
});

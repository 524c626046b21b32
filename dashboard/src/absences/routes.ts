import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withView } from '../platform/address.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseAbsenceSearch } from './search.ts';

export const absenceRoutes = createRoute({
  getParentRoute: () => root,
  path: 'availability/absences',
  validateSearch: withView(parseAbsenceSearch),
  component: lazyRouteComponent(
    loadPage(() => import('./page.tsx')),
    'Absences',
  ),
});

import { createRoute } from '@tanstack/react-router';
import { withView } from '../platform/address.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseTaskSearch } from './search.rules.ts';

export const taskRoutes = createRoute({
  getParentRoute: () => root,
  path: 'tasks',
  validateSearch: withView(parseTaskSearch),
  ...lazyPage(
    loadPage(() => import('./page.tsx')),
    'TasksPage',
  ),
});

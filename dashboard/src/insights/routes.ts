import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseInsightSearch } from './search.ts';

export const insightRoutes = createRoute({
  getParentRoute: () => root,
  path: 'insights',
  validateSearch: parseInsightSearch,
  ...lazyPage(
    loadPage(() => import('./page.tsx')),
    'Insights',
  ),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWithWords } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseInsightSearch } from './rules.ts';

export const insightRoutes = createRoute({
  getParentRoute: () => root,
  path: 'insights',
  validateSearch: parseInsightSearch,
  component: lazyRouteComponent(
    loadWithWords(() => import('./page.tsx')),
    'Insights',
  ),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../shell/root.ts';
import { parseInsightSearch } from './rules.ts';

export const insightRoutes = createRoute({
  getParentRoute: () => root,
  path: 'insights',
  validateSearch: parseInsightSearch,
  component: lazyRouteComponent(() => import('./page.tsx'), 'Insights'),
});

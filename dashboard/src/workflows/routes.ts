import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withView } from '../platform/address.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { parseState } from '../platform/state-filter.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseWorkflowSearch } from './search.ts';

const list = createRoute({
  getParentRoute: () => root,
  path: 'workflows',
  validateSearch: withView(parseState),
  ...lazyPage(
    loadPage(() => import('./list.tsx')),
    'WorkflowList',
  ),
});

const workflow = createRoute({
  getParentRoute: () => root,
  path: 'workflows/$uuid',
  validateSearch: parseWorkflowSearch,
  component: lazyRouteComponent(
    loadPage(() => import('./workflow.tsx')),
    'WorkflowPage',
  ),
});

export const workflowRoutes = [list, workflow] as const;

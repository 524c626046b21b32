import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withView } from '../platform/address.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseInsightSearch } from '../insights/search.ts';
import { parseCallSearch, parseNewCall } from './search.ts';

const list = createRoute({
  getParentRoute: () => root,
  path: 'calls',
  validateSearch: withView(parseCallSearch),
  ...lazyPage(
    loadPage(() => import('./list.tsx')),
    'CallList',
  ),
});

const call = createRoute({
  getParentRoute: () => list,
  path: '$agentUuid/$id',
  component: lazyRouteComponent(
    loadPage(() => import('./call.tsx')),
    'CallPanel',
  ),
});

const newCall = createRoute({
  getParentRoute: () => list,
  path: 'new',
  validateSearch: parseNewCall,
  component: lazyRouteComponent(
    loadPage(() => import('./new-call.tsx')),
    'NewCall',
  ),
});

const agents = createRoute({
  getParentRoute: () => root,
  path: 'calls/agents',
  ...lazyPage(
    loadPage(() => import('./agents.tsx')),
    'Agents',
  ),
});

const agent = createRoute({
  getParentRoute: () => agents,
  path: '$uuid',
  component: lazyRouteComponent(
    loadPage(() => import('./agent.tsx')),
    'AgentPanel',
  ),
});

const outcomes = createRoute({
  getParentRoute: () => root,
  path: 'calls/outcomes',
  validateSearch: parseInsightSearch,
  component: lazyRouteComponent(
    loadPage(() => import('./outcomes.tsx')),
    'CallOutcomes',
  ),
});

const doNotCall = createRoute({
  getParentRoute: () => root,
  path: 'calls/do-not-call',
  component: lazyRouteComponent(
    loadPage(() => import('./do-not-call.tsx')),
    'DoNotCall',
  ),
});

export const callRoutes = [
  list.addChildren([call, newCall]),
  agents.addChildren([agent]),
  outcomes,
  doNotCall,
] as const;

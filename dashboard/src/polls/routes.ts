import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withView } from '../platform/address.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parsePollSearch } from './search.rules.ts';

const list = createRoute({
  getParentRoute: () => root,
  path: 'polls',
  validateSearch: withView(parsePollSearch),
  ...lazyPage(
    loadPage(() => import('./page.tsx')),
    'PollsPage',
  ),
});

const poll = createRoute({
  getParentRoute: () => root,
  path: 'polls/$uuid',
  component: lazyRouteComponent(
    loadPage(() => import('./poll.tsx')),
    'PollPage',
  ),
});

export const pollRoutes = [list, poll] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withView } from '../platform/address.ts';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseFormSearch, parseSubmissionSearch } from './search.ts';

const list = createRoute({
  getParentRoute: () => root,
  path: 'forms',
  validateSearch: withView(parseFormSearch),
  ...lazyPage(
    loadPage(() => import('./list.tsx')),
    'FormList',
  ),
});

const newForm = createRoute({
  getParentRoute: () => list,
  path: 'new',
  component: lazyRouteComponent(
    loadPage(() => import('./list.tsx')),
    'NewForm',
  ),
});

const form = createRoute({
  getParentRoute: () => root,
  path: 'forms/$uuid',
  component: lazyRouteComponent(
    loadPage(() => import('./form.tsx')),
    'FormPage',
  ),
});

const builder = createRoute({
  getParentRoute: () => form,
  path: '/',
  component: lazyRouteComponent(
    loadPage(() => import('./builder.tsx')),
    'FormBuilder',
  ),
});

const tryForm = createRoute({
  getParentRoute: () => form,
  path: 'try',
  component: lazyRouteComponent(
    loadPage(() => import('./try.tsx')),
    'TryForm',
  ),
});

const submissions = createRoute({
  getParentRoute: () => form,
  path: 'submissions',
  validateSearch: withView(parseSubmissionSearch),
  component: lazyRouteComponent(
    loadPage(() => import('./submissions.tsx')),
    'Submissions',
  ),
});

const share = createRoute({
  getParentRoute: () => form,
  path: 'share',
  component: lazyRouteComponent(
    loadPage(() => import('./share.tsx')),
    'ShareForm',
  ),
});

export const formRoutes = [
  list.addChildren([newForm]),
  form.addChildren([builder, tryForm, submissions, share]),
] as const;

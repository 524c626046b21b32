import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withWords } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseFormsSearch, parseSubmissionSearch } from './rules.ts';

const list = createRoute({
  getParentRoute: () => root,
  path: 'forms',
  validateSearch: parseFormsSearch,
  component: lazyRouteComponent(
    withWords(() => import('./list.tsx')),
    'FormList',
  ),
});

const newForm = createRoute({
  getParentRoute: () => list,
  path: 'new',
  component: lazyRouteComponent(
    withWords(() => import('./list.tsx')),
    'NewForm',
  ),
});

const form = createRoute({
  getParentRoute: () => root,
  path: 'forms/$uuid',
  component: lazyRouteComponent(
    withWords(() => import('./form.tsx')),
    'FormPage',
  ),
});

const builder = createRoute({
  getParentRoute: () => form,
  path: '/',
  component: lazyRouteComponent(
    withWords(() => import('./builder.tsx')),
    'FormBuilder',
  ),
});

const tryForm = createRoute({
  getParentRoute: () => form,
  path: 'try',
  component: lazyRouteComponent(
    withWords(() => import('./try.tsx')),
    'TryForm',
  ),
});

const submissions = createRoute({
  getParentRoute: () => form,
  path: 'submissions',
  validateSearch: parseSubmissionSearch,
  component: lazyRouteComponent(
    withWords(() => import('./submissions.tsx')),
    'Submissions',
  ),
});

const share = createRoute({
  getParentRoute: () => form,
  path: 'share',
  component: lazyRouteComponent(
    withWords(() => import('./share.tsx')),
    'ShareForm',
  ),
});

export const formRoutes = [
  list.addChildren([newForm]),
  form.addChildren([builder, tryForm, submissions, share]),
] as const;

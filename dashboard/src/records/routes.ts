import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadWithWords } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseImportSearch, parseRecordSearch } from './search.ts';

const start = createRoute({
  getParentRoute: () => root,
  path: 'records',
  ...lazyPage(
    loadWithWords(() => import('./start.tsx')),
    'RecordsStart',
  ),
});

const list = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug',
  validateSearch: parseRecordSearch,
  ...lazyPage(
    loadWithWords(() => import('./list.tsx')),
    'RecordList',
  ),
});

const record = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug/$recordId',
  component: lazyRouteComponent(
    loadWithWords(() => import('./record/record.tsx')),
    'RecordPage',
  ),
});

const fields = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug/fields',
  component: lazyRouteComponent(
    loadWithWords(() => import('./schema/schema.tsx')),
    'SchemaPage',
  ),
});

const imports = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug/import',
  validateSearch: parseImportSearch,
  component: lazyRouteComponent(
    loadWithWords(() => import('./import/import.tsx')),
    'ImportPage',
  ),
});

export const recordRoutes = [start, list, record, fields, imports] as const;

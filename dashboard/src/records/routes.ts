import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazyPage } from '../platform/lazy-page.ts';
import { loadPage } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseImportSearch, parseRecordSearch } from './search.ts';

const start = createRoute({
  getParentRoute: () => root,
  path: 'records',
  ...lazyPage(
    loadPage(() => import('./start.tsx')),
    'RecordsStart',
  ),
});

const list = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug',
  validateSearch: parseRecordSearch,
  ...lazyPage(
    loadPage(() => import('./list.tsx')),
    'RecordList',
  ),
});

const record = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug/$recordId',
  component: lazyRouteComponent(
    loadPage(() => import('./record/record.tsx')),
    'RecordPage',
  ),
});

const fields = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug/fields',
  component: lazyRouteComponent(
    loadPage(() => import('./schema/schema.tsx')),
    'SchemaPage',
  ),
});

const imports = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug/import',
  validateSearch: parseImportSearch,
  component: lazyRouteComponent(
    loadPage(() => import('./import/import.tsx')),
    'ImportPage',
  ),
});

const duplicates = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug/duplicates',
  component: lazyRouteComponent(
    loadPage(() => import('./duplicates/duplicates.tsx')),
    'DuplicatesPage',
  ),
});

export const recordRoutes = [start, list, record, fields, imports, duplicates] as const;

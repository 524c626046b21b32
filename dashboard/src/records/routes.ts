import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWithWords } from '../platform/words/load.ts';
import { root } from '../shell/root.ts';
import { parseImportSearch, parseRecordSearch } from './search.rules.ts';

const start = createRoute({
  getParentRoute: () => root,
  path: 'records',
  component: lazyRouteComponent(
    loadWithWords(() => import('./start.tsx')),
    'RecordsStart',
  ),
});

const list = createRoute({
  getParentRoute: () => root,
  path: 'records/$objectSlug',
  validateSearch: parseRecordSearch,
  component: lazyRouteComponent(
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

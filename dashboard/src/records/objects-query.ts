import { queryOptions } from '@tanstack/react-query';
import { buildQuery } from '../platform/query.ts';
import { recordApi } from './record-api.ts';
import { translateStandardNames } from './standard-names.ts';

/** No workspace should come near it; the API answers with pages of this size. */
const maxObjects = 100;

export const buildObjectsQuery = () => ({
  ...buildQuery('listObjects', { query: { count: maxObjects } }),
  select: translateStandardNames,
});

export const buildViewsQuery = (slug: string) => {
  const { tag, listViews } = recordApi(slug);
  return queryOptions({
    queryKey: [tag, 'views', slug] as const,
    queryFn: ({ signal }) => listViews(signal),
  });
};

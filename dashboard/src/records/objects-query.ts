import { buildQuery } from '../platform/query.ts';
import { translateStandardNames } from './standard-names.ts';

/** No workspace should come near it; the API answers with pages of this size. */
const maxObjects = 100;

export const buildObjectsQuery = () => ({
  ...buildQuery('listObjects', { query: { count: maxObjects } }),
  select: translateStandardNames,
});

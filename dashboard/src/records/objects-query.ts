import { query } from '../platform/query.ts';
import { withStandardNames } from './standard-names.ts';

/** No workspace should come near it; the API answers with pages of this size. */
const mostObjects = 100;

export const objectsQuery = () => ({
  ...query('listObjects', { query: { count: mostObjects } }),
  select: withStandardNames,
});

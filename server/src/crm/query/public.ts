export { listDeletedAs } from './list-deleted.ts';
export { type FactsRow, findFacts } from './facts.store.ts';
export { findGroupProblem, findKeyProblem } from './keys.rules.ts';
export { listRecords, buildPagination } from './list-records.ts';
export { findNamed } from './named.store.ts';
export {
  buildQueryFromBody,
  buildQueryFromParams,
  buildQueryFromPartialBody,
  type RecordQuery,
  validateQuery,
} from './parse-query.ts';
export { searchObjects } from './search-objects.ts';
export { toShownFilter, toStoredFilter } from './saved-filter.ts';
export { filterUsableSort } from './sort.rules.ts';

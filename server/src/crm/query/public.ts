export { listDeletedAs } from './list-deleted.ts';
export { type FactsRow, findFacts } from './facts.store.ts';
export { whyNotGroupable, whyNotKey } from './keys.rules.ts';
export { listRecords, paginationOf } from './list-records.ts';
export { findNamed } from './named.store.ts';
export {
  queryFromBody,
  queryFromParams,
  queryFromPartialBody,
  type RecordQuery,
  validateQuery,
} from './parse-query.ts';
export { searchObjects } from './search-objects.ts';
export { shownFilter, storedFilter } from './saved-filter.ts';
export { usableSort } from './sort.rules.ts';

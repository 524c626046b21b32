export { listDeletedAs } from './list-deleted.ts';
export { type FactsRow, findFacts } from './facts.store.ts';
export {
  listRecords,
  queryFromBody,
  queryFromParams,
  queryFromPartialBody,
  validateQuery,
} from './list-records.ts';
export { findNamed } from './named.store.ts';

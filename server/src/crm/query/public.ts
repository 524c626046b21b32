export { type FactsRow, findFacts } from './facts.store.ts';
export {
  findRecordsOf,
  queryFromBody,
  queryFromParams,
  queryFromPartialBody,
  validateQuery,
} from './find-records.ts';

export { parseCell, serializeCell } from './cells.rules.ts';
export {
  toColumns,
  type Columns,
  foldForIndex,
  isPicked,
  toUniqueKey,
  listUniqueKeys,
  listRecordKeys,
  type PickedItem,
  listPicks,
  type UniqueKey,
} from './columns.rules.ts';
export {
  createDateOrderDetector,
  dateOrders,
  createDecimalDetector,
  decimals,
  type Detector,
  type Notation,
} from './notation.rules.ts';
export { guessCompanyName, addDerivedValues } from './derived.rules.ts';
export {
  canonicalize,
  type Data,
  memberIdPattern,
  findOption,
  parseValue,
  normalizePhone,
  type StoredValue,
  uuidPattern,
} from './rules.ts';
export {
  buildGlobalPatterns,
  buildSearchPatterns,
  splitSearchWords,
  type SearchPatterns,
} from './search.rules.ts';

export { parseCell, serializeCell } from './cells.rules.ts';
export {
  columnsOf,
  type Columns,
  folded,
  isPicked,
  uniqueKey,
  uniqueKeys,
  keysOf,
  type Pick,
  picksOf,
  type UniqueKey,
} from './columns.rules.ts';
export {
  dateOrderDetector,
  dateOrders,
  decimalDetector,
  decimals,
  type Detector,
  type Notation,
} from './notation.rules.ts';
export { companyNameFrom, withDerived } from './derived.rules.ts';
export {
  canonicalText,
  type Data,
  memberIdPattern,
  optionFrom,
  parseValue,
  phoneFrom,
  type Stored,
  uuidPattern,
} from './rules.ts';
export { globalPatterns, searchPatterns, searchWords, type SearchPatterns } from './search.rules.ts';

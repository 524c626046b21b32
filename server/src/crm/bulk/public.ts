export { toItemError } from './rules.ts';
export { parseItems, writeBulk } from './write-bulk.ts';

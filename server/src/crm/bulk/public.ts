export { errorOf } from './rules.ts';
export { itemsFrom, writeBulk } from './write-bulk.ts';

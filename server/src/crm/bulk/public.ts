export { type Match, updateMany } from './bulk-update.ts';
export { writeMany } from './bulk-write.ts';
export { byPlace, countOf, failedBy, type Item, type Outcome } from './bulk.rules.ts';
export { itemsFrom } from './bulk.ts';

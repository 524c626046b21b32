export { readerOf } from './reader.ts';
export { showError } from './show-error.ts';
export { zoneTable } from './zone-table.ts';

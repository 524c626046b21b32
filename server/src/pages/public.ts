export { resolveReader } from './reader.ts';
export { showError } from './show-error.ts';
export { buildZoneTable } from './zone-table.ts';

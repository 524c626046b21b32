export { readerOf } from './reader.ts';
export { showError } from './show-error.ts';

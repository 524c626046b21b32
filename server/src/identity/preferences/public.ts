export { readPreferences } from './store.ts';
export { serializePreferences } from './view.ts';

export { readPreferences } from './store.ts';
export { preferencesView } from './view.ts';

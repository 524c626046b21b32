export { nameViews } from './store.ts';
export { createView } from './views.ts';

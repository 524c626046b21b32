export { findLink, upsertLink } from './store.ts';

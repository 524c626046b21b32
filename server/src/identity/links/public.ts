export { findLink, putLink } from './store.ts';

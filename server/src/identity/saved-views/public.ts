export { savedViewsOfPerson } from './personal-data.store.ts';

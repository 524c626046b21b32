export { entriesOfPerson } from './personal-data.store.ts';
export { recordRefusal } from './store.ts';

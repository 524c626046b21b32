export { entriesOfPerson } from './personal-data.store.ts';

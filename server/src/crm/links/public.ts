export { noteLinks } from './link-changes.ts';
export { type LinkDiff, type LinkRow, relinked } from './rules.ts';
export { dropLinks, holdRecords, insertPairs, linksOf, putLinks, takeLinks } from './store.ts';
export { addLinks, changeLinks, isRelation, type LinkChange, replaceLinks } from './write-links.ts';

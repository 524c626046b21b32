export { createAttribute, demandAttribute, whyNotAttribute } from './attributes.ts';
export { findObject, type LockMode } from './definitions.store.ts';
export {
  type Attribute,
  type Definition,
  definitionById,
  demandCrm,
  openObject,
  openQuietly,
  type Option,
  type Relation,
} from './definitions.ts';
export {
  objectDeleted,
  optionsDeleted,
  primaryAttributeChanged,
  uniquenessAdded,
  uniquenessRemoved,
} from './events.ts';
export { nearest } from './objects.rules.ts';
export { changeObject, createObject, createStandardObjects } from './objects.ts';

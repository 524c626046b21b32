export { createAttribute, demandAttribute, whyNotAttribute } from './attributes.ts';
export { findObject, type LockMode } from './definitions.store.ts';
export {
  type Attribute,
  type Definition,
  definitionById,
  demandCrm,
  findDefinition,
  isRelation,
  openObject,
  type Option,
  type Relation,
  type RelationAttribute,
} from './definitions.ts';
export {
  objectDeleted,
  optionsDeleted,
  primaryAttributeChanged,
  uniquenessAdded,
  uniquenessRemoved,
} from './events.ts';
export { changeObject, createObject, createStandardObjects } from './objects.ts';
export { nearest } from './rules.ts';

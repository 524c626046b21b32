export { createAttribute, demandAttribute, whyNotAttribute } from './attributes.ts';
export { findObject, type LockMode } from './definitions.store.ts';
export {
  type Attribute,
  type Definition,
  isRelation,
  type Option,
  type Relation,
  type RelationAttribute,
} from './definition.ts';
export { definitionById, demandCrm, findDefinition, openObject } from './definitions.ts';
export {
  attributeDeleted,
  objectDeleted,
  objectRestored,
  optionsDeleted,
  primaryAttributeChanged,
  uniquenessAdded,
  uniquenessRemoved,
} from './events.ts';
export { changeObject, createObject, createStandardObjects } from './objects.ts';
export { audienceOf, demandPermission, mayRead, permissionOf } from './permissions.rules.ts';
export { nearest } from './rules.ts';

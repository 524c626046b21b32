export {
  changeAttribute,
  createAttribute,
  demandAttribute,
  demandCustomAttribute,
  whyNotAttribute,
} from './attributes.ts';
export { findObject, type LockMode } from './definitions.store.ts';
export {
  type Attribute,
  type Definition,
  isClaimed,
  isRelation,
  type Option,
  type Permission,
  type Relation,
  type RelationAttribute,
} from './definition.ts';
export { definitionById, demandCrm, findDefinition, loadDefinition, openObject } from './definitions.ts';
export {
  attributeDeleted,
  objectDeleted,
  objectRestored,
  optionsDeleted,
  primaryAttributeChanged,
  uniquenessRemoved,
} from './events.ts';
export { changeObject, createObject, createStandardObjects, listReadable } from './objects.ts';
export { audienceOf, demandPermission, mayRead, notPermitted, permissionOf } from './permissions.rules.ts';
export { nearest, validateAttributeChanges } from './rules.ts';
export { beginUniqueness, cancelUniqueness } from './unique-builds.ts';
export { attributeView } from './view.ts';

export {
  changeAttribute,
  createAttribute,
  requireAttribute,
  requireCustomAttribute,
  describeUnknownAttribute,
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
export { loadDefinitionById, requireCrm, findDefinition, loadDefinition, openObject } from './definitions.ts';
export {
  attributeDeleted,
  objectDeleted,
  objectRestored,
  optionsDeleted,
  primaryAttributeChanged,
  uniquenessRemoved,
} from './events.ts';
export { changeObject, createObject, createStandardObjects, listReadable } from './objects.ts';
export { getAudience, requirePermission, canRead, notPermitted, getPermission } from './permissions.rules.ts';
export { findNearest, validateAttributeChanges } from './rules.ts';
export { startUniqueness, cancelUniqueness } from './unique-builds.ts';
export { serializeAttribute } from './view.ts';

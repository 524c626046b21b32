import type { relationChanges } from '@daybook/contract/crm-records';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { invalidField, throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { insertChanges } from '../history/public.ts';
import {
  findExisting,
  findPartners,
  findSurvivors,
  lockPartners,
  moveLinks,
  listPartnerChanges,
  describeNeededRecord,
  describeTakenRecord,
} from '../links/public.ts';
import {
  byPerson,
  requireOwn,
  requirePartners,
  findMemberIds,
  lockSurvivor,
  publishUpdated,
  type RecordRow,
  touchRecords,
  updateLocked,
} from '../records/public.ts';
import {
  type Attribute,
  type Definition,
  isRelation,
  type Relation,
  type RelationAttribute,
  describeUnknownAttribute,
} from '../schema/public.ts';
import { memberIdPattern, uuidPattern } from '../values/public.ts';

export type Changes = z.output<typeof relationChanges>;

interface Ids {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Adds and removes links of one attribute and leaves all others: interface 4.8. The contract makes sure that at least one
 * id is named, and none in both lists.
 */
export async function changeRelation(
  ctx: Ctx,
  definition: Definition,
  recordId: string,
  changes: Changes,
): Promise<RecordRow> {
  const locked = await lockSurvivor(ctx, definition, recordId);
  await requireOwn(ctx, definition, [locked.id]);
  const attribute = definition.byKey.get(changes.attributeSlug);
  const { add = [], remove = [] } = changes;
  let partnerOf: Partners = new Map();
  const lock: FindIds = async (...named) => (partnerOf = await lockPartners(...named));
  throwIfInvalid(await validateRelation(ctx, definition, changes, lock));
  return isRelation(attribute)
    ? changePartners(ctx, definition, locked, attribute, { add, remove, partnerOf })
    : changeUsers(ctx, definition, locked, attribute as Attribute, { add, remove });
}

/** The ids of records that exist, by the ids that were given: of a merged record, that of its survivor. */
type Partners = ReadonlyMap<string, string>;

/** A transaction that is about to link records locks them at the same time. */
type FindIds = (ctx: Ctx, objectId: string, ids: readonly string[]) => Promise<Partners>;

/** Finds everything that is wrong, but for sides without room: only the database can decide that. */
export async function validateRelation(
  ctx: Ctx,
  definition: Definition,
  { attributeSlug, add = [], remove = [] }: Partial<Changes>,
  find: FindIds = findExisting,
): Promise<FieldErrors> {
  if (attributeSlug === undefined) return {};
  const attribute = definition.byKey.get(attributeSlug);
  if (isRelation(attribute)) return validatePartners(ctx, attribute.relation, { add, remove }, find);
  if (attribute?.type === 'user') return validateUsers(ctx, { add, remove });
  return { attributeSlug: [describeUnchangeable(definition, attributeSlug)] };
}

function describeUnchangeable({ byKey }: Definition, key: string): string {
  const type = byKey.get(key)?.type;
  if (!type) return describeUnknownAttribute(byKey.keys(), key);
  return `${key} is a ${type} attribute; only relation and user attributes can be changed here.`;
}

async function validatePartners(
  ctx: Ctx,
  { objectId, objectSlug }: Relation,
  { add, remove }: Ids,
  find: FindIds,
): Promise<FieldErrors> {
  const errors = validateForms({ add, remove }, uuidPattern, 'Must be the UUID of a record.');
  const existing = await find(ctx, objectId, lowercase(add.filter((id) => uuidPattern.test(id))));
  for (const [index, id] of lowercase(add).entries()) {
    if (!existing.has(id)) errors[`add.${index}`] ??= [`No ${objectSlug} record has this id.`];
  }
  return errors;
}

function validateForms(ids: Ids, pattern: RegExp, sentence: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of ['add', 'remove'] as const) {
    for (const [index, id] of ids[field].entries()) {
      if (!pattern.test(id)) errors[`${field}.${index}`] = [sentence];
    }
  }
  return errors;
}

const lowercase = (ids: readonly string[]): string[] => ids.map((id) => id.toLowerCase());

async function validateUsers(ctx: Ctx, { add, remove }: Ids): Promise<FieldErrors> {
  const errors = validateForms({ add, remove }, memberIdPattern, 'Must be the UUID of a user.');
  const known = new Set(await findMemberIds(ctx, add));
  for (const [index, id] of add.entries()) {
    if (!known.has(id)) errors[`add.${index}`] ??= ['No user in this workspace has this id.'];
  }
  return errors;
}

async function changePartners(
  ctx: Ctx,
  definition: Definition,
  locked: RecordRow,
  attribute: RelationAttribute,
  { add, remove, partnerOf }: Ids & { readonly partnerOf: Partners },
): Promise<RecordRow> {
  const survivors = await findSurvivors(ctx, attribute.relation.objectId, lowercase(remove));
  const ids = {
    add: lowercase(add).map((id) => partnerOf.get(id) ?? id),
    remove: lowercase(remove).map((id) => survivors.get(id) ?? id),
  };
  const { added, removed, taken, emptied } = await moveLinks(ctx, attribute, locked.id, ids);
  await requirePartners(ctx, attribute.relation, [...removed, ...added]);
  throwIfInvalid({
    ...describeNotAdded(attribute.relation, ids.add, taken),
    ...describeNotRemoved(attribute.relation, ids.remove, emptied),
  });
  if (added.length + removed.length === 0) return locked;
  if (removed.length > 0 && isDemanded(attribute)) {
    const left = (await findPartners(ctx, attribute.relation, [locked.id])).get(locked.id) ?? [];
    if (left.length === 0) throw lastOne(attribute);
  }
  const manualKeys = definition.isStandard ? [attribute.key] : [];
  const [record = locked] = await touchRecords(ctx, definition.id, [locked.id], manualKeys);
  const changeId = generateUuid();
  await insertChanges(ctx, [
    {
      id: changeId,
      objectId: definition.id,
      recordId: locked.id,
      kind: 'record.updated',
      diff: { [attribute.key]: [removed, added] },
    },
    ...listPartnerChanges(attribute, locked.id, { added, removed }),
  ]);
  await publishUpdated(ctx, definition, { record, changeId });
  return record;
}

/** An attribute that every record must have, unless it is archived. */
const isDemanded = ({ isRequired, isArchived }: Attribute): boolean => isRequired && !isArchived;

const lastOne = ({ key }: Attribute) =>
  invalidField('remove', `${key} is required, so at least one must stay.`);

function describeNotAdded(relation: Relation, add: readonly string[], taken: readonly string[]): FieldErrors {
  const refused = [...add.entries()].filter(([, id]) => taken.includes(id));
  return Object.fromEntries(
    refused.map(([index, id]) => [`add.${index}`, [describeTakenRecord(relation, id)]]),
  );
}

function describeNotRemoved(
  relation: Relation,
  remove: readonly string[],
  emptied: readonly string[],
): FieldErrors {
  const refused = [...remove.entries()].filter(([, id]) => emptied.includes(id));
  return Object.fromEntries(
    refused.map(([index, id]) => [`remove.${index}`, [describeNeededRecord(relation, id)]]),
  );
}

async function changeUsers(
  ctx: Ctx,
  definition: Definition,
  locked: RecordRow,
  attribute: Attribute,
  { add, remove }: Ids,
): Promise<RecordRow> {
  const { key } = attribute;
  const current = (locked.data[key] ?? []) as readonly string[];
  const next = [...new Set([...current.filter((id) => !remove.includes(id)), ...add])];
  if (next.length === 0 && current.length > 0 && isDemanded(attribute)) throw lastOne(attribute);
  const draft = { values: { [key]: next.length > 0 ? next : null }, links: new Map() };
  const written = await updateLocked(ctx, definition, locked, draft, byPerson);
  if (written.changeId) await publishUpdated(ctx, definition, written);
  return written.record;
}

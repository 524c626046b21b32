import type { relationChanges } from '@daybook/contract/crm-records';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { invalidField, notFound, throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import {
  type Attribute,
  type Definition,
  openObject,
  type Relation,
  whyNotAttribute,
} from '../schema/public.ts';
import { insertChanges } from '../history/public.ts';
import {
  byPerson,
  findMemberIds,
  findRecords,
  loadRecord,
  lockRecord,
  memberIdPattern,
  nounOf,
  partnerChanges,
  type RecordRow,
  recordUpdated,
  touchRecords,
  updateLocked,
  uuidPattern,
  whyTaken,
} from '../records/public.ts';
import { changeLinks, isRelation, type LinkChange } from '../links/public.ts';

export type Changes = z.output<typeof relationChanges>;

interface Wish {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Adds and removes links of one attribute and leaves all others alone: interface 4.8. The contract has made sure that
 * something is named, and nothing twice.
 */
export async function changeRelation(
  ctx: Ctx,
  definition: Definition,
  recordId: string,
  { attributeSlug, add = [], remove = [] }: Changes,
): Promise<RecordRow> {
  const held = await lockRecord(ctx, definition.id, recordId);
  if (!held) throw notFound(nounOf(definition));
  const attribute = definition.byKey.get(attributeSlug);
  if (isRelation(attribute)) return changePartners(ctx, definition, held, attribute, { add, remove });
  if (attribute?.type === 'user') return changeUsers(ctx, definition, held, attribute, { add, remove });
  throw invalidField('attributeSlug', linkErrors(definition, attributeSlug));
}

/** What changing would find wrong, but for sides that have no room: that only the database can say, when it links. */
export async function validateRelation(
  ctx: Ctx,
  { attributeSlug, add = [], remove = [] }: Partial<Changes>,
  { params }: { readonly params: { readonly objectSlug: string; readonly recordId: string } },
): Promise<FieldErrors> {
  const definition = await openObject(ctx, params.objectSlug, 'read');
  await loadRecord(ctx, definition, params.recordId);
  if (attributeSlug === undefined) return {};
  const attribute = definition.byKey.get(attributeSlug);
  if (isRelation(attribute)) return validatePartners(ctx, attribute, { add, remove });
  if (attribute?.type === 'user') return validateUsers(ctx, { add, remove });
  return { attributeSlug: [linkErrors(definition, attributeSlug)] };
}

function linkErrors({ byKey }: Definition, key: string): string {
  const type = byKey.get(key)?.type;
  if (!type) return whyNotAttribute(byKey.keys(), key);
  return `${key} is a ${type} attribute; only relation and user attributes can be changed here.`;
}

async function changePartners(
  ctx: Ctx,
  definition: Definition,
  held: RecordRow,
  attribute: Attribute & { readonly relation: Relation },
  wish: Wish,
): Promise<RecordRow> {
  const readable = { add: readableIds(wish.add), remove: readableIds(wish.remove) };
  const change = await changeLinks(ctx, attribute, held.id, readable);
  throwIfInvalid(whyNotPartners(attribute.relation, wish, change));
  if (change.added.length + change.removed.length === 0) return held;
  const [record] = await noteLinked(ctx, definition, attribute, [{ recordId: held.id, ...change }]);
  return record ?? held;
}

interface Linked extends Pick<LinkChange, 'added' | 'removed'> {
  readonly recordId: string;
}

/** What follows for records whose links have changed. */
export async function noteLinked(
  ctx: Ctx,
  definition: Definition,
  attribute: Attribute & { readonly relation: Relation },
  changes: readonly Linked[],
): Promise<RecordRow[]> {
  if (changes.length === 0) return [];
  const ids = changes.map(({ recordId }) => recordId);
  const rows = await touchRecords(ctx, definition.id, ids, definition.isStandard ? [attribute.key] : []);
  const noted = changes.map(({ recordId, added, removed }) => ({
    id: newUuid(),
    objectId: definition.id,
    recordId,
    kind: 'record.updated',
    diff: { [attribute.key]: [removed, added] as const },
  }));
  const partners = changes.flatMap((change) => partnerChanges(attribute, change.recordId, change));
  await insertChanges(ctx, [...noted, ...partners]);
  await ctx.publishAll(
    recordUpdated,
    noted.map(({ id, recordId }) => ({ objectSlug: definition.slug, recordId, changeId: id })),
  );
  return rows;
}

async function validatePartners(
  ctx: Ctx,
  { relation }: { readonly relation: Relation },
  wish: Wish,
): Promise<FieldErrors> {
  const ids = readableIds(wish.add);
  const present = new Set((await findRecords(ctx, relation.objectId, ids)).map(({ id }) => id));
  return whyNotPartners(relation, wish, { unknown: ids.filter((id) => !present.has(id)), taken: [] });
}

/** What is wrong with ids that can be looked up is told beside those that can't. */
function readableIds(ids: readonly string[]): string[] {
  return ids.filter((id) => uuidPattern.test(id)).map((id) => id.toLowerCase());
}

function whyNotPartners(
  relation: Relation,
  wish: Wish,
  { unknown, taken }: Pick<LinkChange, 'unknown' | 'taken'>,
): FieldErrors {
  const errors = validateForms(wish, uuidPattern, 'Must be the UUID of a record.');
  for (const [index, given] of wish.add.entries()) {
    const id = given.toLowerCase();
    if (unknown.includes(id)) errors[`add.${index}`] = [`No record of ${relation.objectSlug} has this id.`];
    if (taken.includes(id)) errors[`add.${index}`] = [whyTaken(relation, id)];
  }
  return errors;
}

async function changeUsers(
  ctx: Ctx,
  definition: Definition,
  held: RecordRow,
  { key }: Attribute,
  { add, remove }: Wish,
): Promise<RecordRow> {
  throwIfInvalid(await validateUsers(ctx, { add, remove }));
  const current = (held.data[key] ?? []) as readonly string[];
  const next = [...new Set([...current.filter((id) => !remove.includes(id)), ...add])];
  const draft = { values: { [key]: next.length > 0 ? next : null }, links: new Map() };
  const { record, changeId } = await updateLocked(ctx, definition, held, draft, byPerson);
  if (changeId)
    await ctx.publish(recordUpdated, { objectSlug: definition.slug, recordId: held.id, changeId });
  return record;
}

async function validateUsers(ctx: Ctx, wish: Wish): Promise<FieldErrors> {
  const errors = validateForms(wish, memberIdPattern, 'Must be the UUID of a user.');
  const known = new Set(await findMemberIds(ctx, wish.add));
  for (const [index, id] of wish.add.entries()) {
    if (!known.has(id)) errors[`add.${index}`] ??= ['No user of this workspace has this id.'];
  }
  return errors;
}

function validateForms(wish: Wish, pattern: RegExp, sentence: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of ['add', 'remove'] as const) {
    for (const [index, id] of wish[field].entries()) {
      if (!pattern.test(id)) errors[`${field}.${index}`] = [sentence];
    }
  }
  return errors;
}

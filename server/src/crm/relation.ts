import type { relationChanges } from '@daybook/contract/crm-records';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { invalid, invalidField, notFound, type FieldErrors } from '../platform/problems.ts';
import { demandAttribute } from './attributes.ts';
import { insertChanges } from './changes.store.ts';
import type { Attribute, Definition, Relation } from './definitions.ts';
import { recordUpdated } from './events.ts';
import { nounOf } from './records.ts';
import { findMemberIds, lockRecord, touchRecord, type RecordRow } from './records.store.ts';
import { memberIdPattern, uuidPattern } from './values.rules.ts';
import { changeLinks, isRelation } from './write-links.ts';
import { byPerson, changeHeld, partnerChanges, whyTaken } from './write-records.ts';

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
  { attributeSlug, add = [], remove = [] }: z.output<typeof relationChanges>,
): Promise<RecordRow> {
  const held = await lockRecord(ctx, definition.id, recordId);
  if (!held) throw notFound(nounOf(definition));
  const attribute = demandAttribute(definition, attributeSlug, 'attributeSlug');
  if (isRelation(attribute)) return changePartners(ctx, definition, held, attribute, { add, remove });
  if (attribute.type === 'user') return changeUsers(ctx, definition, held, attribute, { add, remove });
  throw invalidField(
    'attributeSlug',
    `${attributeSlug} is a ${attribute.type} attribute; only relation and user attributes can be changed here.`,
  );
}

async function changePartners(
  ctx: Ctx,
  definition: Definition,
  held: RecordRow,
  attribute: Attribute & { readonly relation: Relation },
  wish: Wish,
): Promise<RecordRow> {
  const errors = wrongForms(wish, uuidPattern, 'Must be the UUID of a record.');
  const add = wish.add.map((id) => id.toLowerCase());
  const remove = wish.remove.map((id) => id.toLowerCase());
  // What is wrong with ids that can be looked up is told beside those that can't.
  const isReadable = (id: string) => uuidPattern.test(id);
  const readable = { add: add.filter(isReadable), remove: remove.filter(isReadable) };
  const change = await changeLinks(ctx, attribute, held.id, readable);
  for (const [index, id] of add.entries()) {
    const { objectSlug } = attribute.relation;
    if (change.unknown.includes(id)) errors[`add.${index}`] = [`No record of ${objectSlug} has this id.`];
    if (change.taken.includes(id)) errors[`add.${index}`] = [whyTaken(attribute.relation, id)];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (change.added.length + change.removed.length === 0) return held;

  const record = await touchRecord(ctx, definition.id, held.id, definition.isStandard ? [attribute.key] : []);
  const changeId = newUuid();
  await insertChanges(ctx, [
    {
      id: changeId,
      objectId: definition.id,
      recordId: held.id,
      kind: 'record.updated',
      diff: { [attribute.key]: [change.removed, change.added] },
    },
    ...partnerChanges(attribute, held.id, change),
  ]);
  await ctx.tell(recordUpdated, { objectSlug: definition.slug, recordId: held.id, changeId });
  return record ?? held;
}

async function changeUsers(
  ctx: Ctx,
  definition: Definition,
  held: RecordRow,
  { key }: Attribute,
  { add, remove }: Wish,
): Promise<RecordRow> {
  const errors = wrongForms({ add, remove }, memberIdPattern, 'Must be the UUID of a user.');
  const known = new Set(await findMemberIds(ctx, add));
  for (const [index, id] of add.entries()) {
    if (!known.has(id)) errors[`add.${index}`] ??= ['No user of this workspace has this id.'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const current = (held.data[key] ?? []) as readonly string[];
  const next = [...new Set([...current.filter((id) => !remove.includes(id)), ...add])];
  const draft = { values: { [key]: next.length > 0 ? next : null }, links: new Map() };
  const { record, changeId } = await changeHeld(ctx, definition, held, draft, byPerson);
  if (changeId) await ctx.tell(recordUpdated, { objectSlug: definition.slug, recordId: held.id, changeId });
  return record;
}

function wrongForms(wish: Wish, pattern: RegExp, sentence: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of ['add', 'remove'] as const) {
    for (const [index, id] of wish[field].entries()) {
      if (!pattern.test(id)) errors[`${field}.${index}`] = [sentence];
    }
  }
  return errors;
}

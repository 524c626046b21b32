import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { badRequest, conflict, invalidField, notFound } from '../../platform/problems.ts';
import { type Attribute, type Definition, demandAttribute } from '../schema/public.ts';
import { uniqueKey } from './columns.rules.ts';
import { recordCreated, recordDeleted, recordUpdated } from './events.ts';
import { draftFrom, type Draft } from './records.rules.ts';
import { findRecords, lockRecord, type RecordRow } from './records.store.ts';
import type { Stored } from './values.rules.ts';
import { claimKeys, findKeys, releaseKeys } from './unique.store.ts';
import {
  insertRecord,
  byPerson,
  updateLocked,
  demandVersion,
  deleteRecord,
  type WriteSource,
  type Written,
} from './write-records.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a caller sent, by the definition; all that is wrong in one message. */
export function demandDraft(definition: Definition, body: Body): Draft {
  const { draft, wrong } = draftFrom(definition, body);
  if (wrong.length > 0) throw badRequest(wrong.join(' '));
  return draft;
}

export async function createRecord(
  ctx: Ctx,
  definition: Definition,
  draft: Draft,
  source: WriteSource = byPerson,
): Promise<RecordRow> {
  const written = await insertRecord(ctx, definition, draft, source);
  await ctx.publish(recordCreated, told(definition, written));
  return written.record;
}

export async function loadRecord(ctx: Ctx, definition: Definition, id: string): Promise<RecordRow> {
  const [record] = await findRecords(ctx, definition.id, [id]);
  if (!record) throw notFound(nounOf(definition));
  return record;
}

export async function updateRecord(
  ctx: Ctx,
  definition: Definition,
  id: string,
  draft: Draft,
  { ifMatch, source = byPerson }: { ifMatch?: string | undefined; source?: WriteSource } = {},
): Promise<RecordRow> {
  const held = await lockRecord(ctx, definition.id, id);
  if (!held) throw notFound(nounOf(definition));
  demandVersion(held, ifMatch);
  return changeAndPublish(ctx, definition, held, draft, source);
}

async function changeAndPublish(
  ctx: Ctx,
  definition: Definition,
  held: RecordRow,
  draft: Draft,
  source: WriteSource,
): Promise<RecordRow> {
  const written = await updateLocked(ctx, definition, held, draft, source);
  if (written.changeId) await publishUpdated(ctx, definition, written);
  return written.record;
}

export async function removeRecord(
  ctx: Ctx,
  definition: Definition,
  id: string,
  ifMatch?: string,
): Promise<void> {
  const dropped = await deleteRecord(ctx, definition, id, ifMatch);
  if (!dropped) throw notFound(nounOf(definition));
  await ctx.publish(recordDeleted, { objectSlug: definition.slug, recordId: id, changeId: dropped.changeId });
}

const attempts = 5;

/**
 * Changes the record that has a unique value, or creates one. The value is claimed by insert: of several at the same
 * moment one creates, and the others find what it made.
 */
export async function upsertRecord(
  ctx: Ctx,
  definition: Definition,
  matchingKey: string,
  draft: Draft,
  source: WriteSource = byPerson,
): Promise<{ created: boolean; record: RecordRow }> {
  const attribute = demandMatching(definition, matchingKey);
  const values = [draft.values[matchingKey] ?? []].flat() as (string | number)[];
  if (values.length === 0) throw invalidField(matchingKey, 'This field is required, since it is matched by.');
  const keys = [...new Set(values.map(uniqueKey))];
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const owners = [...new Set((await findKeys(ctx, attribute.id, keys)).map(({ recordId }) => recordId))];
    if (owners.length > 1) {
      throw badRequest(`${matchingKey} belong to several records: ${owners.join(', ')}. Merge them first.`);
    }
    const [owner] = owners;
    const held = owner === undefined ? undefined : await lockRecord(ctx, definition.id, owner);
    if (held) {
      const record = await changeAndPublish(
        ctx,
        definition,
        held,
        keepingList(attribute, held, draft),
        source,
      );
      return { created: false, record };
    }
    const created =
      owner === undefined && (await createIfAbsent(ctx, definition, attribute, keys, draft, source));
    if (created) return { created: true, record: created };
  }
  throw conflict('This record is being created and deleted by others at the moment. Try again.');
}

export function demandMatching(definition: Definition, key: string): Attribute {
  const attribute = demandAttribute(definition, key, 'matchingAttribute');
  if (attribute.isUnique && !attribute.isSystem) return attribute;
  throw invalidField('matchingAttribute', `Must be a unique attribute, which ${key} is not.`);
}

/** Whoever is found by one of their addresses keeps the others. */
export function keepingList({ isList, key }: Attribute, held: RecordRow, draft: Draft): Draft {
  if (!isList) return draft;
  const had = (held.data[key] ?? []) as readonly string[];
  const given = (draft.values[key] ?? []) as readonly string[];
  const all: Stored = [...had, ...given.filter((item) => !had.includes(item))];
  return { ...draft, values: { ...draft.values, [key]: all } };
}

/** Creates a record by the values it is found by; undefined when somebody else got one of them first. */
export async function createIfAbsent(
  ctx: Ctx,
  definition: Definition,
  attribute: Attribute,
  keys: readonly string[],
  draft: Draft,
  source: WriteSource,
): Promise<RecordRow | undefined> {
  const id = newUuid();
  const claims = keys.map((key) => ({ attributeId: attribute.id, key, recordId: id }));
  const claimed = await claimKeys(ctx, definition.id, claims);
  if (claimed.length < claims.length) {
    await releaseKeys(ctx, definition.id, claimed);
    return undefined;
  }
  const written = await insertRecord(ctx, definition, draft, source, { id, attributeId: attribute.id });
  await ctx.publish(recordCreated, told(definition, written));
  return written.record;
}

export function publishUpdated(ctx: Ctx, definition: Definition, written: Written): Promise<void> {
  return ctx.publish(recordUpdated, told(definition, written));
}

function told({ slug }: Definition, { record, changeId = '' }: Written) {
  return { objectSlug: slug, recordId: record.id, changeId };
}

const nouns: Partial<Record<string, string>> = { people: 'Person', companies: 'Company' };

export function nounOf({ slug, isStandard }: Definition): string {
  return (isStandard ? nouns[slug] : undefined) ?? 'Record';
}

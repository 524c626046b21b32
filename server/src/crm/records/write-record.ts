import type { Ctx } from '../../platform/context.ts';
import { isExpected } from '../../platform/http/etag.ts';
import { badRequest, conflict, invalidField, notFound } from '../../platform/problems.ts';
import { findSurvivors } from '../links/public.ts';
import { type Attribute, type Definition, requireAttribute, openObject } from '../schema/public.ts';
import { createRecords } from './create-records.ts';
import { requireOwn } from './ownership.ts';
import { byPerson, getNoun, parseDraft, type Draft, type Outcome, type WriteSource } from './rules.ts';
import { addToCount, findRecords, lockRecord, type RecordRow } from './store.ts';
import { publishUpdated, updateLocked } from './update-records.ts';
import { writeRecords } from './write-records.ts';

/** The draft in a body, or a 400 that names every wrong value. */
export function parseDraftOrThrow(definition: Definition, body: Readonly<Record<string, unknown>>): Draft {
  const { draft, wrong } = parseDraft(definition, body);
  if (wrong.length > 0) throw badRequest(wrong.join(' '));
  return draft;
}

/** The record with this id, or the one into which it was merged. */
export async function loadRecord(ctx: Ctx, definition: Definition, id: string): Promise<RecordRow> {
  const [record] = await findRecords(ctx, definition.id, [id]);
  if (record) return record;
  const [survivorId] = (await findSurvivors(ctx, definition.id, [id])).values();
  const [survivor] = survivorId ? await findRecords(ctx, definition.id, [survivorId]) : [];
  if (!survivor) throw notFound(getNoun(definition));
  return survivor;
}

export async function createRecord(ctx: Ctx, definition: Definition, draft: Draft): Promise<RecordRow> {
  const outcomes = await writeRecords(ctx, definition, [{ index: 0, draft }], { source: byPerson });
  return recordIn(outcomes.get(0));
}

/** Updates the record that has a unique value, or creates one. */
export async function upsertRecord(
  ctx: Ctx,
  definition: Definition,
  matchingKey: string,
  draft: Draft,
): Promise<{ created: boolean; record: RecordRow }> {
  const matching = requireMatchingAttribute(definition, matchingKey);
  const options = { source: byPerson, matching };
  const outcome = (await writeRecords(ctx, definition, [{ index: 0, draft }], options)).get(0);
  return { created: outcome?.status === 'created', record: recordIn(outcome) };
}

/** The attribute by which records are matched: a unique one, or `id` where many are written at once. */
export function requireMatchingAttribute(
  definition: Definition,
  key: string,
  or: 'orId' | 'unique' = 'unique',
): Attribute {
  const attribute = requireAttribute(definition, key, 'matchingAttribute');
  if (attribute.isUnique && (!attribute.isSystem || or === 'orId')) return attribute;
  throw invalidField('matchingAttribute', `Must be a unique attribute; ${key} isn’t unique.`);
}

/** Creates those of the records whose value of this unique attribute no other record has, by index. */
export async function createAbsent(
  ctx: Ctx,
  definition: Definition,
  matching: Attribute,
  drafts: readonly Draft[],
  source: WriteSource,
): Promise<ReadonlyMap<number, RecordRow>> {
  const items = drafts.map((draft, index) => ({ index, draft }));
  const { outcomes } = await createRecords(ctx, definition, items, { source, matching });
  const created = new Map<number, RecordRow>();
  for (const [index, outcome] of outcomes) {
    if (outcome.status === 'created') created.set(index, outcome.record);
  }
  await addToCount(ctx, definition.id, created.size);
  return created;
}

function recordIn(outcome: Outcome | undefined): RecordRow {
  if (outcome?.status === 'failed') throw outcome.problem;
  if (!outcome) throw new Error('A written record has no outcome.');
  return outcome.record;
}

export async function updateRecord(
  ctx: Ctx,
  definition: Definition,
  id: string,
  draft: Draft,
  ifMatch: string | undefined,
): Promise<RecordRow> {
  const locked = await lockSurvivor(ctx, definition, id);
  await requireVersion(ctx, definition, locked, ifMatch);
  const written = await updateLocked(ctx, definition, locked, draft, byPerson);
  if (written.changeId) await publishUpdated(ctx, definition, written);
  return written.record;
}

/** Changes a record on behalf of something other than a request. */
export async function changeRecord(
  ctx: Ctx,
  slug: string,
  id: string,
  values: Readonly<Record<string, unknown>>,
  source: WriteSource,
): Promise<void> {
  const definition = await openObject(ctx, slug, 'write');
  const draft = parseDraftOrThrow(definition, values);
  const locked = await lockSurvivor(ctx, definition, id);
  const written = await updateLocked(ctx, definition, locked, draft, source);
  if (written.changeId) await publishUpdated(ctx, definition, written);
}

/** Locks the record with this id, or the one into which it was merged. */
export async function lockSurvivor(ctx: Ctx, definition: Definition, id: string): Promise<RecordRow> {
  const record = await lockRecord(ctx, definition.id, id);
  if (record) return record;
  const { id: survivorId } = await loadRecord(ctx, definition, id);
  return lockExisting(ctx, definition, survivorId);
}

export async function lockExisting(ctx: Ctx, definition: Definition, id: string): Promise<RecordRow> {
  const record = await lockRecord(ctx, definition.id, id);
  if (!record) throw notFound(getNoun(definition));
  return record;
}

/** Throws unless the actor may change the record and it is at the version of `If-Match`, if one was sent. */
export async function requireVersion(
  ctx: Ctx,
  definition: Definition,
  record: RecordRow,
  ifMatch: string | undefined,
): Promise<void> {
  await requireOwn(ctx, definition, [record.id]);
  if (isExpected(ifMatch, record.version)) return;
  throw conflict(`This record was changed in the meantime and is now at version ${record.version}.`);
}

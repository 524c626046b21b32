import type { Ctx } from '../../platform/context.ts';
import { runInSavepoint } from '../../platform/db/savepoint.ts';
import { generateUuid } from '../../platform/ids.ts';
import { invalid, Problem, throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { type Diff, insertChanges, type NewChange } from '../history/public.ts';
import {
  type LinkChange,
  listPartnerChanges,
  replaceLinks,
  describeNeededRecord,
  describeTakenRecord,
  describeUnknownRecord,
} from '../links/public.ts';
import { isRelation, type Attribute, type Definition, type Relation } from '../schema/public.ts';
import { toColumns, isPicked, listPicks } from '../values/public.ts';
import { hasOtherKeys, replaceKeys } from './claim-keys.ts';
import { recordUpdated } from './events.ts';
import { requirePartners, findForeign, notOwn } from './ownership.ts';
import { deletePicks, insertPicks } from './picks.store.ts';
import {
  mergeListValues,
  planUpdate,
  type Draft,
  type PlannedUpdate,
  type Progress,
  type WriteItem,
  type WriteSource,
} from './rules.ts';
import { lockRecords, touchRecords, updateRecords, type RecordRow } from './store.ts';
import { validateUsers } from './validate-users.ts';

/** A record as it was written, with the id of its change; undefined when nothing differed. */
export interface WriteResult {
  readonly record: RecordRow;
  readonly changeId: string | undefined;
}

/** Updates a record that is locked, or throws. Publishes nothing: some callers have more to write first. */
export async function updateLocked(
  ctx: Ctx,
  definition: Definition,
  locked: RecordRow,
  draft: Draft,
  source: WriteSource,
): Promise<WriteResult> {
  const update = planUpdate(definition, locked, draft, source);
  const [userErrors] = await validateUsers(ctx, definition, [draft]);
  throwIfInvalid({ ...userErrors, ...update.errors });
  return writeUpdate(ctx, definition, update, source);
}

export function publishUpdated(
  ctx: Ctx,
  { slug }: Definition,
  { record, changeId }: WriteResult,
): Promise<void> {
  return ctx.publish(recordUpdated, { objectSlug: slug, recordId: record.id, changeId: changeId ?? '' });
}

/** An item, and the record that it updates. */
export interface Match {
  readonly item: WriteItem;
  readonly recordId: string;
  /** A list that is added to instead of replaced. */
  readonly matching?: Attribute;
}

/**
 * Updates those of the records that can be updated, each at most once. Records whose keys or links change are written one
 * by one, since each may be refused because of what the one before did; all others take a few statements together.
 */
export async function updateMatches(
  ctx: Ctx,
  definition: Definition,
  matches: readonly Match[],
  source: WriteSource,
): Promise<Progress> {
  const progress: Progress = { outcomes: new Map(), retry: [] };
  const ids = matches.map(({ recordId }) => recordId);
  const locked = new Map((await lockRecords(ctx, definition.id, ids)).map((row) => [row.id, row]));
  const drafts = matches.map(({ item }) => item.draft);
  const userErrors = await validateUsers(ctx, definition, drafts);
  const foreign = await findForeign(ctx, definition, ids);
  const written = new Map<number, WriteResult>();
  const plain = new Map<number, LinkedUpdate>();
  for (const [place, { item, recordId, matching }] of matches.entries()) {
    const before = locked.get(recordId);
    if (!before) {
      progress.retry.push(item);
      continue;
    }
    const draft = matching ? mergeListValues(matching, before, item.draft) : item.draft;
    const update = planUpdate(definition, before, draft, source);
    try {
      if (foreign.has(recordId)) throw notOwn(definition);
      throwIfInvalid({ ...userErrors[place], ...update.errors });
      if (isPlain(definition, update)) plain.set(item.index, { ...update, links: noLinks });
      else {
        const write = () => writeUpdate(ctx, definition, update, source);
        written.set(item.index, await runInSavepoint(ctx, write));
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      progress.outcomes.set(item.index, { status: 'failed', problem: error });
    }
  }
  const saved = await saveUpdates(ctx, definition, [...plain.values()], source);
  for (const [place, index] of [...plain.keys()].entries()) written.set(index, saved[place] as WriteResult);
  for (const [index, { record, changeId }] of written) {
    progress.outcomes.set(index, { status: changeId ? 'updated' : 'unchanged', record });
  }
  await ctx.publishAll(
    recordUpdated,
    [...written.values()].flatMap(({ record, changeId }) =>
      changeId ? [{ objectSlug: definition.slug, recordId: record.id, changeId }] : [],
    ),
  );
  return progress;
}

interface MovedLinks {
  readonly diff: Diff;
  readonly partners: readonly NewChange[];
}

interface LinkedUpdate extends PlannedUpdate {
  readonly links: MovedLinks;
}

const noLinks: MovedLinks = { diff: {}, partners: [] };

function isPlain(definition: Definition, { before, draft, data }: PlannedUpdate): boolean {
  return draft.links.size === 0 && !hasOtherKeys(definition, before.data, data);
}

async function writeUpdate(
  ctx: Ctx,
  definition: Definition,
  update: PlannedUpdate,
  source: WriteSource,
): Promise<WriteResult> {
  const { before, draft, data } = update;
  const links = await writeLinks(ctx, before.id, draft, source);
  await replaceKeys(ctx, definition, before.id, before.data, data);
  const [written] = await saveUpdates(ctx, definition, [{ ...update, links }], source);
  return written as WriteResult;
}

async function writeLinks(
  ctx: Ctx,
  id: string,
  draft: Draft,
  { isPerson }: WriteSource,
): Promise<MovedLinks> {
  const diff: Record<string, readonly [unknown, unknown]> = {};
  const partners: NewChange[] = [];
  const errors: FieldErrors = {};
  for (const [attribute, partnerIds] of draft.links) {
    if (!isRelation(attribute)) continue;
    const change = await replaceLinks(ctx, attribute, id, partnerIds);
    if (isPerson) await requirePartners(ctx, attribute.relation, [...change.removed, ...change.added]);
    const refusals = refusalsOf(attribute.relation, change);
    if (refusals.length > 0) errors[attribute.key] = refusals;
    if (change.added.length + change.removed.length === 0) continue;
    diff[attribute.key] = [change.removed, change.added];
    partners.push(...listPartnerChanges(attribute, id, change));
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { diff, partners };
}

function refusalsOf(relation: Relation, { unknown, taken, emptied }: LinkChange): string[] {
  return [
    ...unknown.map((id) => describeUnknownRecord(relation, id)),
    ...taken.map((id) => describeTakenRecord(relation, id)),
    ...emptied.map((id) => describeNeededRecord(relation, id)),
  ];
}

/** Writes rows, picks and history of records whose keys and links are in place. */
async function saveUpdates(
  ctx: Ctx,
  definition: Definition,
  updates: readonly LinkedUpdate[],
  { detail }: WriteSource,
): Promise<WriteResult[]> {
  const ofRows = updates.filter(isOfRow);
  const ofLinks = updates.filter((update) => !isOfRow(update) && Object.keys(update.links.diff).length > 0);
  const rows = [
    ...(await updateRecords(
      ctx,
      definition.id,
      ofRows.map(({ before: { id }, data, manualKeys }) => ({
        id,
        data,
        manualKeys,
        columns: toColumns(definition, id, data),
      })),
    )),
    ...(await touchRecords(
      ctx,
      definition.id,
      ofLinks.map(({ before: { id } }) => id),
    )),
  ];
  await movePicks(ctx, definition, ofRows);
  const changes = [...ofRows, ...ofLinks].map(({ before: { id: recordId }, diff, links }) => ({
    id: generateUuid(),
    objectId: definition.id,
    recordId,
    kind: 'record.updated',
    diff: { ...diff, ...links.diff },
    ...(detail && { detail }),
  }));
  await insertChanges(ctx, [...changes, ...updates.flatMap(({ links }) => links.partners)]);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const changeIdOf = new Map(changes.map(({ recordId, id }) => [recordId, id]));
  return updates.map(({ before }) => ({
    record: rowById.get(before.id) ?? before,
    changeId: changeIdOf.get(before.id),
  }));
}

function isOfRow({ diff, manualKeys, before }: PlannedUpdate): boolean {
  return Object.keys(diff).length > 0 || manualKeys.length > before.by_hand.length;
}

async function movePicks(ctx: Ctx, definition: Definition, updates: readonly PlannedUpdate[]): Promise<void> {
  const moved = updates.flatMap(({ before: { id: recordId }, diff, data }) =>
    definition.attributes
      .filter((attribute) => isPicked(attribute) && attribute.key in diff)
      .map(({ id: attributeId }) => ({ recordId, attributeId, data })),
  );
  await deletePicks(
    ctx,
    definition.id,
    moved.map(({ recordId, attributeId }) => ({ recordId, attributeId })),
  );
  const picks = moved.flatMap(({ recordId, attributeId, data }) =>
    listPicks(definition, data)
      .filter((pick) => pick.attributeId === attributeId)
      .map((pick) => ({ ...pick, recordId })),
  );
  await insertPicks(ctx, definition.id, picks);
}

import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { conflict, invalid, type FieldErrors } from '../../platform/problems.ts';
import { type Diff, insertChanges, type NewChange } from '../history/public.ts';
import { columnsOf, keysOf, picksOf, type Data } from './columns.rules.ts';
import type { Attribute, Definition, Relation } from '../schema/public.ts';
import {
  addLinks,
  isRelation,
  type LinkChange,
  noteLinks,
  replaceLinks,
  takeLinks,
} from '../links/public.ts';
import { completed, diffOf, isExpected, missingKeys, withoutNulls, type Draft } from './records.rules.ts';
import {
  deleteRecords,
  findMemberIds,
  insertPicks,
  insertRecords,
  lockRecord,
  updateRecords,
  touchRecords,
  type NewRecord,
  type RecordRow,
} from './records.store.ts';
import { claimAll, moveKeys, movePicks } from './unique-keys.ts';

/** On whose behalf records are written. What a person writes, a booking leaves alone from then on. */
export interface WriteSource {
  readonly isPerson: boolean;
  /** Kept with the change: which import, form or booking it came from. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export const byPerson: WriteSource = { isPerson: true };

/** A record as it was written, with the change that says so. */
export interface Written {
  readonly record: RecordRow;
  readonly changeId: string | undefined;
}

/**
 * Adds a record. Its keys are claimed by insert before it is there, so that of two with the same unique value at the same
 * moment one is refused. Whoever has claimed those of one attribute already says so.
 */
export async function insertRecord(
  ctx: Ctx,
  definition: Definition,
  draft: Draft,
  source: WriteSource,
  claimed?: { readonly id: string; readonly attributeId: string },
): Promise<Written> {
  const id = claimed?.id ?? newUuid();
  const data = withoutNulls(completed(definition, draft.values));
  demandComplete(definition, data, draft);
  await demandUsers(ctx, definition, draft);
  const open = keysOf(definition, data).filter(({ attributeId }) => attributeId !== claimed?.attributeId);
  await claimAll(ctx, definition, id, open);
  const byHand = definition.isStandard && source.isPerson ? keysIn(draft) : [];
  const [record] = await insertRecords(ctx, definition.id, [
    { id, data, byHand, columns: columnsOf(definition, id, data) },
  ]);
  if (!record) throw new Error('A record that was inserted is not there.');
  await insertPicks(
    ctx,
    definition.id,
    picksOf(definition, data).map((pick) => ({ ...pick, recordId: id })),
  );
  const links = await writeLinks(ctx, draft, id, addLinks);
  const changeId = newUuid();
  const diff = { ...diffOf({}, data), ...links.diff };
  await insertChanges(ctx, [
    {
      id: changeId,
      objectId: definition.id,
      recordId: id,
      kind: 'record.created',
      diff,
      ...detailOf(source),
    },
    ...links.partners,
  ]);
  return { record, changeId };
}

/** Changes a record that the caller holds (`lockRecord`). Nothing is written where nothing differs. */
export async function updateLocked(
  ctx: Ctx,
  definition: Definition,
  held: RecordRow,
  draft: Draft,
  source: WriteSource,
): Promise<Written> {
  const { id } = held;
  const data = withoutNulls(completed(definition, { ...held.data, ...draft.values }));
  demandStillComplete(definition, data, draft);
  await demandUsers(ctx, definition, draft);
  const links = await writeLinks(ctx, draft, id, replaceLinks);
  const diff = diffOf(held.data, data);
  const touched = Object.keys(diff);
  const byHand =
    definition.isStandard && source.isPerson
      ? [...new Set([...held.by_hand, ...keysIn(draft)])]
      : held.by_hand;
  const rowDiffers = touched.length > 0 || byHand.length > held.by_hand.length;
  if (!rowDiffers && Object.keys(links.diff).length === 0) return { record: held, changeId: undefined };

  if (touched.length > 0) {
    await moveKeys(ctx, definition, id, held.data, data);
    await movePicks(ctx, definition, id, touched, data);
  }
  const next: NewRecord = { id, data, byHand, columns: columnsOf(definition, id, data) };
  const [record] = rowDiffers
    ? await updateRecords(ctx, definition.id, [next])
    : await touchRecords(ctx, definition.id, [id]);
  if (!record) throw new Error('A record that was held is gone.');
  const changeId = newUuid();
  await insertChanges(ctx, [
    {
      id: changeId,
      objectId: definition.id,
      recordId: id,
      kind: 'record.updated',
      diff: { ...diff, ...links.diff },
      ...detailOf(source),
    },
    ...links.partners,
  ]);
  return { record, changeId };
}

/** Deletes a record. Its values stay in the change, its links in those of its partners; its unique values are free. */
export async function deleteRecord(
  ctx: Ctx,
  definition: Definition,
  id: string,
  ifMatch: string | undefined,
): Promise<{ changeId: string } | undefined> {
  const held = await lockRecord(ctx, definition.id, id);
  if (!held) return undefined;
  demandVersion(held, ifMatch);
  const changeId = newUuid();
  await insertChanges(ctx, [
    {
      id: changeId,
      objectId: definition.id,
      recordId: id,
      kind: 'record.deleted',
      diff: diffOf(held.data, {}),
    },
  ]);
  await noteLinks(ctx, definition, [id], { removed: await takeLinks(ctx, definition.id, [id]), added: [] });
  await deleteRecords(ctx, definition.id, [id]);
  return { changeId };
}

export function demandVersion({ version }: RecordRow, ifMatch: string | undefined): void {
  if (isExpected(ifMatch, version)) return;
  throw conflict(`This record has been changed since: it is at version ${version} now.`);
}

/** Every key that a draft names. */
export function keysIn({ values, links }: Draft): string[] {
  return [...Object.keys(values), ...[...links.keys()].map(({ key }) => key)];
}

function detailOf({ detail }: WriteSource): { detail?: Readonly<Record<string, unknown>> } {
  return detail ? { detail } : {};
}

function demandComplete(definition: Definition, data: Data, draft: Draft): void {
  const missing = missingKeys(definition, data, draft);
  if (missing.length === 0) return;
  throw invalid(Object.fromEntries(missing.map((key) => [key, ['This field is required.']])));
}

/** A record from before an attribute was required may be changed; what it has may not be emptied. */
function demandStillComplete(definition: Definition, data: Data, draft: Draft): void {
  const touched = new Set(keysIn(draft));
  const missing = missingKeys(definition, data, draft).filter((key) => touched.has(key));
  if (missing.length === 0) return;
  throw invalid(Object.fromEntries(missing.map((key) => [key, ['This field is required.']])));
}

async function demandUsers(ctx: Ctx, definition: Definition, { values }: Draft): Promise<void> {
  const wanted = definition.attributes
    .filter(({ type }) => type === 'user')
    .flatMap(({ key }) => ((values[key] ?? []) as string[]).map((id) => ({ key, id })));
  if (wanted.length === 0) return;
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const known = new Set(await findMemberIds(ctx, ids));
  const errors: FieldErrors = {};
  for (const { key, id } of wanted) {
    if (!known.has(id)) (errors[key] ??= []).push(`No user of this workspace has the id ${id}.`);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** The links of a draft, as whole lists; what became of them, for this record and for its partners. */
async function writeLinks(
  ctx: Ctx,
  draft: Draft,
  id: string,
  write: typeof replaceLinks,
): Promise<{ diff: Diff; partners: NewChange[] }> {
  const diff: Record<string, readonly [unknown, unknown]> = {};
  const partners: NewChange[] = [];
  const errors: FieldErrors = {};
  for (const [attribute, ids] of draft.links) {
    if (!isRelation(attribute)) continue;
    const change = await write(ctx, attribute, id, ids);
    const refusals = linkErrors(attribute, change);
    if (refusals.length > 0) errors[attribute.key] = refusals;
    if (change.added.length + change.removed.length === 0) continue;
    diff[attribute.key] = [change.removed, change.added];
    partners.push(...partnerChanges(attribute, id, change));
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { diff, partners };
}

function linkErrors({ relation }: Attribute & { readonly relation: Relation }, change: LinkChange): string[] {
  return [
    ...change.unknown.map((id) => `No record of ${relation.objectSlug} has the id ${id}.`),
    ...change.taken.map((id) => whyTaken(relation, id)),
  ];
}

export function whyTaken(relation: Relation, id: string): string {
  return relation.isSingle
    ? `This record can have one link here, so ${id} can not be added beside another.`
    : `The record ${id} is linked with another one, and can have one link here.`;
}

/** What a change of links means for the records on the other side. */
export function partnerChanges(
  { relation }: Attribute & { readonly relation: Relation },
  id: string,
  { added, removed }: Pick<LinkChange, 'added' | 'removed'>,
): NewChange[] {
  const change = (recordId: string, diff: readonly [readonly string[], readonly string[]]): NewChange => ({
    id: newUuid(),
    objectId: relation.objectId,
    recordId,
    kind: 'record.updated',
    diff: { [relation.partnerKey]: diff },
  });
  return [
    ...removed.map((partner) => change(partner, [[id], []])),
    ...added.map((partner) => change(partner, [[], [id]])),
  ];
}

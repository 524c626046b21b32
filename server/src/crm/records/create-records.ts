import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { badRequest, invalid, type FieldErrors, type Problem } from '../../platform/problems.ts';
import { type Diff, insertChanges, type NewChange } from '../history/public.ts';
import {
  insertLinks,
  lockPartners,
  listPartnerChanges,
  describeTakenRecord,
  describeUnknownRecord,
} from '../links/public.ts';
import { isRelation, type Attribute, type Definition } from '../schema/public.ts';
import { toColumns, type Data, listRecordKeys, listPicks, addDerivedValues } from '../values/public.ts';
import { claimKeys, listUniquenessErrors } from './claim-keys.ts';
import { recordCreated } from './events.ts';
import { deleteClaims } from './keys.store.ts';
import { findForeignPartners, loadNotLinkable } from './ownership.ts';
import { insertPicks } from './picks.store.ts';
import {
  diffData,
  listManualKeys,
  validateNew,
  type Progress,
  type WriteItem,
  type WriteSource,
} from './rules.ts';
import { deleteRecords, insertRecords, type RecordRow } from './store.ts';
import { validateUsers } from './validate-users.ts';

interface New {
  readonly id: string;
  readonly item: WriteItem;
  readonly data: Data;
}

/**
 * Creates those of the records that can be created, with as many statements for a thousand as for one. Keys are claimed
 * before the records exist, so that of two transactions with the same unique value one is refused. `writeRecords` counts
 * the new records.
 */
export async function createRecords(
  ctx: Ctx,
  definition: Definition,
  items: readonly WriteItem[],
  { source, matching }: { readonly source: WriteSource; readonly matching?: Attribute | undefined },
): Promise<Progress> {
  const progress: Progress = { outcomes: new Map(), retry: [] };
  const drafts = items.map(({ draft }) => draft);
  const userErrors = await validateUsers(ctx, definition, drafts);
  const valid = items.flatMap((item, place): New[] => {
    const data = addDerivedValues(definition, item.draft.values);
    // What follows from a booking, a form or a call leaves empty what is required and not known.
    const incomplete = source.isPerson ? validateNew(definition, data, item.draft) : {};
    const errors = { ...userErrors[place], ...incomplete };
    if (Object.keys(errors).length === 0) return [{ id: generateUuid(), item, data }];
    progress.outcomes.set(item.index, { status: 'failed', problem: invalid(errors) });
    return [];
  });
  const claimed = await claimForAll(ctx, definition, valid, matching, progress);
  if (claimed.length === 0) return progress;
  const rows = await insertAll(ctx, definition, claimed, source);
  const { linked, links, partners } = await linkAll(ctx, definition, claimed, source, progress);
  const changes = linked.map(({ id, data }) => ({
    id: generateUuid(),
    objectId: definition.id,
    recordId: id,
    kind: 'record.created',
    diff: { ...diffData({}, data), ...links.get(id) },
    ...(source.detail && { detail: source.detail }),
  }));
  await insertChanges(ctx, [...changes, ...partners]);
  await ctx.publishAll(
    recordCreated,
    changes.map(({ id, recordId }) => ({ objectSlug: definition.slug, recordId, changeId: id })),
  );
  for (const { id, item } of linked) {
    progress.outcomes.set(item.index, { status: 'created', record: rows.get(id) as RecordRow });
  }
  return progress;
}

/** A record that does not get all of its keys releases the others, and is refused or retried. */
async function claimForAll(
  ctx: Ctx,
  definition: Definition,
  records: readonly New[],
  matching: Attribute | undefined,
  { outcomes, retry }: Progress,
): Promise<readonly New[]> {
  const claims = records.flatMap(({ id, data }) =>
    listRecordKeys(definition, data).map((key) => ({ ...key, recordId: id })),
  );
  const lost = await claimKeys(ctx, definition, claims);
  if (lost.length === 0) return records;
  const [isLost, losers] = [new Set(lost), new Set(lost.map(({ recordId }) => recordId))];
  const released = claims.filter((claim) => losers.has(claim.recordId) && !isLost.has(claim));
  await deleteClaims(ctx, definition.id, released);
  // A record that has the matching value is updated by the next attempt.
  const refused = lost.filter(({ attributeId }) => attributeId !== matching?.id);
  const sentences = await listUniquenessErrors(ctx, definition, refused);
  for (const { id, item } of records.filter((record) => losers.has(record.id))) {
    const why = sentences.get(id);
    if (why) outcomes.set(item.index, { status: 'failed', problem: badRequest(why.join(' ')) });
    else retry.push(item);
  }
  return records.filter(({ id }) => !losers.has(id));
}

async function insertAll(
  ctx: Ctx,
  definition: Definition,
  records: readonly New[],
  source: WriteSource,
): Promise<ReadonlyMap<string, RecordRow>> {
  const rows = await insertRecords(
    ctx,
    definition.id,
    records.map(({ id, data, item }) => ({
      id,
      data,
      manualKeys: listManualKeys(definition, item.draft, source),
      columns: toColumns(definition, id, data),
    })),
  );
  await insertPicks(
    ctx,
    definition.id,
    records.flatMap(({ id, data }) => listPicks(definition, data).map((pick) => ({ ...pick, recordId: id }))),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Links the new records. One that can't be linked as its draft says is deleted again. */
async function linkAll(
  ctx: Ctx,
  definition: Definition,
  records: readonly New[],
  { isPerson }: WriteSource,
  { outcomes }: Progress,
): Promise<{ linked: readonly New[]; links: ReadonlyMap<string, Diff>; partners: NewChange[] }> {
  const links = new Map<string, Diff>();
  const errors = new Map<string, FieldErrors>();
  const forbidden = new Map<string, Problem>();
  const partners: { readonly recordId: string; readonly changes: NewChange[] }[] = [];
  for (const attribute of definition.attributes.filter(isRelation)) {
    const { relation, key } = attribute;
    const drafted = records.map(({ id, item }) => ({ id, ids: item.draft.links.get(attribute) ?? [] }));
    const named = [...new Set(drafted.flatMap(({ ids }) => ids))];
    if (named.length === 0) continue;
    const partnerOf = await lockPartners(ctx, relation.objectId, named);
    const existing = new Set(partnerOf.values());
    const pairs = drafted.flatMap(({ id, ids }) => {
      const partnerIds = [...new Set(ids.map((given) => partnerOf.get(given) ?? given))];
      if (partnerIds.length > 0) links.set(id, { ...links.get(id), [key]: [[], partnerIds] });
      return partnerIds.map((partnerId) => ({ recordId: id, partnerId }));
    });
    const known = pairs.filter(({ partnerId }) => existing.has(partnerId));
    const foreign = await findForeignPartners(ctx, relation, isPerson ? [...existing] : []);
    for (const { recordId, partnerId } of known) {
      if (foreign.has(partnerId)) forbidden.set(recordId, await loadNotLinkable(ctx, relation));
    }
    const added = await insertLinks(ctx, relation, known);
    const done = new Set(added.map(({ recordId, partnerId }) => `${recordId} ${partnerId}`));
    for (const { recordId, partnerId } of pairs) {
      if (done.has(`${recordId} ${partnerId}`)) continue;
      const why = existing.has(partnerId)
        ? describeTakenRecord(relation, partnerId)
        : describeUnknownRecord(relation, partnerId);
      const before = errors.get(recordId) ?? {};
      errors.set(recordId, { ...before, [key]: [...(before[key] ?? []), why] });
    }
    for (const { recordId, partnerId } of added) {
      const changes = listPartnerChanges(attribute, recordId, { added: [partnerId], removed: [] });
      partners.push({ recordId, changes });
    }
  }
  const problems = new Map([...[...errors].map(([id, why]) => [id, invalid(why)] as const), ...forbidden]);
  if (problems.size > 0) await deleteRecords(ctx, definition.id, [...problems.keys()]);
  for (const { id, item } of records) {
    const problem = problems.get(id);
    if (problem) outcomes.set(item.index, { status: 'failed', problem });
  }
  return {
    linked: records.filter(({ id }) => !problems.has(id)),
    links,
    partners: partners.flatMap(({ recordId, changes }) => (problems.has(recordId) ? [] : changes)),
  };
}

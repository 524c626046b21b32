import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { badRequest, invalid, type FieldErrors } from '../../platform/problems.ts';
import { holdRecords, insertPairs, isRelation } from '../links/public.ts';
import { failedBy, type How, type Item, type Outcome, type Progress } from './bulk.rules.ts';
import { insertChanges, type NewChange } from '../history/public.ts';
import {
  type Claim,
  claimKeys,
  columnsOf,
  completed,
  type Data,
  deleteUncounted,
  diffOf,
  findKeys,
  insertPicks,
  insertUncounted,
  keysIn,
  keysOf,
  missingKeys,
  partnerChanges,
  picksOf,
  recordCreated,
  releaseKeys,
  whyTaken,
  withoutNulls,
  type WriteSource,
} from '../records/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';

interface Row {
  readonly id: string;
  readonly item: Item;
  readonly data: Data;
}

/** Creates records, all that can be: keys first, then the records, then their links. Whoever calls counts them. */
export async function createMany(
  ctx: Ctx,
  definition: Definition,
  items: readonly Item[],
  { source, matching, onHeld }: How,
): Promise<Progress> {
  const outcomes = new Map<number, Outcome>();
  const complete = items.flatMap((item): Row[] => {
    const data = withoutNulls(completed(definition, item.draft.values));
    const errors = whyIncomplete(definition, data, item);
    if (!errors) return [{ id: newUuid(), item, data }];
    outcomes.set(item.index, failedBy(invalid(errors)));
    return [];
  });
  const { claimed, again } = await claimFor(ctx, definition, complete, outcomes, matching);
  if (claimed.length === 0) return { outcomes, again };
  const isLinked = claimed.some(({ item }) => item.draft.links.size > 0);
  if (again.length === 0 && !isLinked) onHeld?.();
  await insertAll(ctx, definition, claimed, source);
  const { linked, partners } = await linkAll(ctx, definition, claimed, outcomes);
  const changes = linked.map(({ id, item, data }) => ({
    id: newUuid(),
    objectId: definition.id,
    recordId: id,
    kind: 'record.created',
    diff: { ...diffOf({}, data), ...linksOf(item) },
    ...(source.detail && { detail: source.detail }),
  }));
  await insertChanges(ctx, [...changes, ...partners]);
  await ctx.publishAll(
    recordCreated,
    changes.map(({ id, recordId }) => ({ objectSlug: definition.slug, recordId, changeId: id })),
  );
  for (const { id, item } of linked) outcomes.set(item.index, { status: 'created', id });
  return { outcomes, again };
}

function whyIncomplete(definition: Definition, data: Data, { draft }: Item): FieldErrors | undefined {
  const missing = missingKeys(definition, data, draft);
  if (missing.length > 0) {
    return Object.fromEntries(missing.map((key) => [key, ['This field is required.']]));
  }
  const isPerson = definition.isStandard && definition.slug === 'people';
  if (isPerson && !data['name'] && !data['emails'])
    return { emails: ['Give at least a name or an address.'] };
  return undefined;
}

const textOf = ({ attributeId, key, recordId }: Claim): string => `${attributeId} ${recordId} ${key}`;

/** Claims all keys at once. Whoever does not get one of theirs gives back the others, and is told who has it. */
async function claimFor(
  ctx: Ctx,
  definition: Definition,
  rows: readonly Row[],
  outcomes: Map<number, Outcome>,
  matching: Attribute | undefined,
): Promise<{ claimed: Row[]; again: Item[] }> {
  const claims = rows.flatMap(({ id, data }) => {
    const own = keysOf(definition, data).map((key) => ({ ...key, recordId: id }));
    return [...new Map(own.map((claim) => [textOf(claim), claim])).values()];
  });
  const got = new Set((await claimKeys(ctx, definition.id, claims)).map(textOf));
  const lost = claims.filter((claim) => !got.has(textOf(claim)));
  if (lost.length === 0) return { claimed: [...rows], again: [] };
  const losers = new Set(lost.map(({ recordId }) => recordId));
  await releaseKeys(
    ctx,
    definition.id,
    claims.filter((claim) => losers.has(claim.recordId) && got.has(textOf(claim))),
  );
  // Whoever has the value that is matched by is changed instead, the next time round.
  const refused = lost.filter(({ attributeId }) => attributeId !== matching?.id);
  const sentences = await whyLost(ctx, definition, refused);
  const again: Item[] = [];
  for (const { id, item } of rows) {
    const why = sentences.get(id);
    if (why) outcomes.set(item.index, failedBy(badRequest(why.join(' '))));
    else if (losers.has(id)) again.push(item);
  }
  return { claimed: rows.filter(({ id }) => !losers.has(id)), again };
}

/** Who has the keys by now. Nobody: whoever had them is gone, or failed in this very call. */
async function whyLost(
  ctx: Ctx,
  { attributes }: Definition,
  lost: readonly Claim[],
): Promise<Map<string, string[]>> {
  const sentences = new Map<string, string[]>();
  for (const { id, key: name } of attributes) {
    const own = lost.filter(({ attributeId }) => attributeId === id);
    const owners = await findKeys(
      ctx,
      id,
      own.map(({ key }) => key),
    );
    const ownerOf = new Map(owners.map(({ key, recordId }) => [key, recordId]));
    for (const { key, recordId } of own) {
      const owner = ownerOf.get(key);
      if (owner === undefined) continue;
      const sentence = `${name} must be unique: "${key.slice(0, 80)}" is taken by record ${owner}.`;
      sentences.set(recordId, [...(sentences.get(recordId) ?? []), sentence]);
    }
  }
  return sentences;
}

async function insertAll(
  ctx: Ctx,
  definition: Definition,
  rows: readonly Row[],
  { isPerson }: WriteSource,
): Promise<void> {
  const byHand = ({ item }: Row) => (definition.isStandard && isPerson ? keysIn(item.draft) : []);
  await insertUncounted(
    ctx,
    definition.id,
    rows.map((row) => ({
      id: row.id,
      data: row.data,
      byHand: byHand(row),
      columns: columnsOf(definition, row.id, row.data),
    })),
  );
  await insertPicks(
    ctx,
    definition.id,
    rows.flatMap(({ id, data }) => picksOf(definition, data).map((pick) => ({ ...pick, recordId: id }))),
  );
}

function linksOf({ draft }: Item): Record<string, [readonly string[], readonly string[]]> {
  const links = [...draft.links].filter(([, ids]) => ids.length > 0);
  return Object.fromEntries(links.map(([{ key }, ids]) => [key, [[], ids]]));
}

/** Links what was created. A record that could not be linked as it was asked for is taken away again. */
async function linkAll(
  ctx: Ctx,
  definition: Definition,
  rows: readonly Row[],
  outcomes: Map<number, Outcome>,
): Promise<{ linked: Row[]; partners: NewChange[] }> {
  const partners: (NewChange & { readonly of: string })[] = [];
  const errors = new Map<string, FieldErrors>();
  for (const attribute of definition.attributes.filter(isRelation)) {
    const { relation, key } = attribute;
    const wanted = rows.flatMap(({ id, item }) =>
      (item.draft.links.get(attribute) ?? []).map((partnerId) => ({ recordId: id, partnerId })),
    );
    if (wanted.length === 0) continue;
    const ids = [...new Set(wanted.map(({ partnerId }) => partnerId))];
    const present = new Set(await holdRecords(ctx, relation.objectId, ids));
    const added = await insertPairs(
      ctx,
      relation,
      wanted.filter(({ partnerId }) => present.has(partnerId)),
    );
    const done = new Set(added.map(({ recordId, partnerId }) => `${recordId} ${partnerId}`));
    for (const { recordId, partnerId } of wanted) {
      if (done.has(`${recordId} ${partnerId}`)) continue;
      const why = present.has(partnerId)
        ? whyTaken(relation, partnerId)
        : `No record of ${relation.objectSlug} has the id ${partnerId}.`;
      const known = errors.get(recordId) ?? {};
      errors.set(recordId, { ...known, [key]: [...(known[key] ?? []), why] });
    }
    for (const { recordId, partnerId } of added) {
      const change = { added: [partnerId], removed: [], unknown: [], taken: [] };
      partners.push(...partnerChanges(attribute, recordId, change).map((row) => ({ ...row, of: recordId })));
    }
  }
  if (errors.size > 0) await deleteUncounted(ctx, definition.id, [...errors.keys()]);
  for (const { id, item } of rows) {
    const why = errors.get(id);
    if (why) outcomes.set(item.index, failedBy(invalid(why)));
  }
  return {
    linked: rows.filter(({ id }) => !errors.has(id)),
    partners: partners.filter(({ of }) => !errors.has(of)).map(({ of: _of, ...change }) => change),
  };
}

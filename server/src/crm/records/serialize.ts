import type { Ctx } from '../../platform/context.ts';
import { throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { type Definition, definitionById, type Relation, whyNotAttribute } from '../schema/public.ts';
import { linksOf } from '../links/public.ts';
import { findRecords, type RecordRow } from './records.store.ts';
import { recordView, type Partners, type RecordShape } from './records.view.ts';

/** Which keys to answer with, and which relations with their records. */
export interface Selection {
  readonly fields?: readonly string[] | undefined;
  readonly expand?: readonly string[] | undefined;
}

export function selectionFrom(query: {
  fields?: string | undefined;
  expand?: string | undefined;
}): Selection {
  return { fields: namesIn(query.fields), expand: namesIn(query.expand) };
}

function namesIn(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Rows as they go over the wire. Links come with one query for each relation, whatever the number of rows. */
export async function serializeRecords(
  ctx: Ctx,
  definition: Definition,
  rows: readonly RecordRow[],
  { fields, expand = [] }: Selection = {},
): Promise<RecordShape[]> {
  throwIfInvalid(validateSelection(definition, { fields, expand }));
  const wanted = fields && new Set([...fields, ...expand]);
  const links = await loadPartners(ctx, definition, rows, wanted);
  const partners = await expanded(ctx, definition, links, expand);
  return rows.map((row) => recordView(definition, row, partners, wanted));
}

export async function serializeRecord(
  ctx: Ctx,
  definition: Definition,
  row: RecordRow,
  selection?: Selection,
): Promise<RecordShape> {
  const [shown] = await serializeRecords(ctx, definition, [row], selection);
  return shown as RecordShape;
}

export function validateSelection(
  { byKey }: Definition,
  { fields = [], expand = [] }: Selection,
): FieldErrors {
  const whyNot = (key: string) => (byKey.has(key) ? [] : [whyNotAttribute(byKey.keys(), key)]);
  const wrong = {
    fields: fields.flatMap(whyNot),
    expand: expand.flatMap((key) =>
      byKey.get(key)?.relation === null ? [`${key} is not a relation.`] : whyNot(key),
    ),
  };
  return Object.fromEntries(Object.entries(wrong).filter(([, sentences]) => sentences.length > 0));
}

type Links = Map<string, Map<string, string[]>>;

/** Partners by relation key and record id. */
export async function loadPartners(
  ctx: Ctx,
  { attributes }: Definition,
  rows: readonly RecordRow[],
  wanted?: ReadonlySet<string>,
): Promise<Links> {
  const ids = rows.map(({ id }) => id);
  const links: Links = new Map();
  for (const { key, relation } of attributes) {
    if (relation && (!wanted || wanted.has(key))) links.set(key, await linksOf(ctx, relation, ids));
  }
  return links;
}

async function expanded(
  ctx: Ctx,
  definition: Definition,
  links: Links,
  keys: readonly string[],
): Promise<Partners> {
  const partners = new Map<string, ReadonlyMap<string, readonly unknown[]>>(links);
  for (const key of keys) {
    const byRecord = links.get(key);
    const relation = definition.byKey.get(key)?.relation;
    if (byRecord && relation) partners.set(key, await withRecords(ctx, relation, byRecord));
  }
  return partners;
}

const noPartners: Partners = new Map();

async function withRecords(
  ctx: Ctx,
  { objectId }: Relation,
  links: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, RecordShape[]>> {
  const related = await definitionById(ctx, objectId);
  const own = new Set(related.attributes.filter(({ relation }) => !relation).map(({ key }) => key));
  const rows = await findRecords(ctx, objectId, [...new Set([...links.values()].flat())]);
  const shown = new Map(rows.map((row) => [row.id, recordView(related, row, noPartners, own)]));
  return new Map([...links].map(([id, ids]) => [id, ids.flatMap((partner) => shown.get(partner) ?? [])]));
}

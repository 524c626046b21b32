import type { Ctx } from '../../platform/context.ts';
import { throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { findPartners } from '../links/public.ts';
import {
  type Definition,
  loadDefinitionById,
  type Relation,
  describeUnknownAttribute,
} from '../schema/public.ts';
import { findRecords, type RecordRow } from './store.ts';
import { buildRecordView, type Partners, type RecordShape } from './view.ts';

/** Which keys to answer with, and which relations with their records instead of ids. */
export interface Selection {
  readonly fields?: readonly string[] | undefined;
  readonly expand?: readonly string[] | undefined;
}

export function parseSelection(query: {
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

/** Records as they go over the wire. Partners take one query for each relation, whatever the number of records. */
export async function serializeRecords(
  ctx: Ctx,
  definition: Definition,
  rows: readonly RecordRow[],
  { fields, expand = [] }: Selection = {},
): Promise<RecordShape[]> {
  throwIfInvalid(validateSelection(definition, { fields, expand }));
  const keys = fields && new Set([...fields, ...expand]);
  const ids = await loadPartners(ctx, definition, rows, keys);
  const partners = await expandPartners(ctx, definition, ids, expand);
  return rows.map((row) => buildRecordView(definition, row, partners, keys));
}

export async function serializeRecord(
  ctx: Ctx,
  definition: Definition,
  row: RecordRow,
  selection?: Selection,
): Promise<RecordShape> {
  const [record] = await serializeRecords(ctx, definition, [row], selection);
  return record as RecordShape;
}

export function validateSelection(
  { byKey }: Definition,
  { fields = [], expand = [] }: Selection,
): FieldErrors {
  const whyNot = (key: string) => (byKey.has(key) ? [] : [describeUnknownAttribute(byKey.keys(), key)]);
  const errors = {
    fields: fields.flatMap(whyNot),
    expand: expand.flatMap((key) =>
      byKey.get(key)?.relation === null ? [`${key} isn’t a relation.`] : whyNot(key),
    ),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, sentences]) => sentences.length > 0));
}

type PartnerIds = Map<string, Map<string, string[]>>;

/** The ids of partners by relation key and record id, of all relations or of some. */
export async function loadPartners(
  ctx: Ctx,
  { attributes }: Definition,
  rows: readonly RecordRow[],
  keys?: ReadonlySet<string>,
): Promise<PartnerIds> {
  const ids = rows.map(({ id }) => id);
  const partners: PartnerIds = new Map();
  for (const { key, relation } of attributes) {
    if (relation && (!keys || keys.has(key))) partners.set(key, await findPartners(ctx, relation, ids));
  }
  return partners;
}

async function expandPartners(
  ctx: Ctx,
  definition: Definition,
  ids: PartnerIds,
  expand: readonly string[],
): Promise<Partners> {
  const partners = new Map<string, ReadonlyMap<string, readonly unknown[]>>(ids);
  for (const key of expand) {
    const byRecord = ids.get(key);
    const relation = definition.byKey.get(key)?.relation;
    if (byRecord && relation) partners.set(key, await withRecords(ctx, relation, byRecord));
  }
  return partners;
}

const noPartners: Partners = new Map();

async function withRecords(
  ctx: Ctx,
  { objectId }: Relation,
  ids: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, RecordShape[]>> {
  const related = await loadDefinitionById(ctx, objectId);
  const keys = new Set(related.attributes.filter(({ relation }) => !relation).map(({ key }) => key));
  const rows = await findRecords(ctx, objectId, [...new Set([...ids.values()].flat())]);
  const shapes = new Map(rows.map((row) => [row.id, buildRecordView(related, row, noPartners, keys)]));
  return new Map(
    [...ids].map(([recordId, partnerIds]) => [recordId, partnerIds.flatMap((id) => shapes.get(id) ?? [])]),
  );
}

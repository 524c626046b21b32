import { maxGroups, type aggregateQuery, type crmAggregate } from '@daybook/contract/crm-views';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { findRecords } from '../records/public.ts';
import { type Attribute, type Definition, loadDefinitionById } from '../schema/public.ts';
import { parseMeasures } from './aggregate.rules.ts';
import { aggregateMatches, findMemberNames } from './aggregate.store.ts';
import { getEmptyFigure, serializeFigure, serializeMeasure } from './aggregate.view.ts';
import { parseQuery, buildQueryFromPartialBody } from './parse-query.ts';

type Query = z.output<typeof aggregateQuery>;
type Aggregate = z.output<typeof crmAggregate>;
type Group = Aggregate['groups'][number];

export async function aggregateRecords(ctx: Ctx, definition: Definition, query: Query): Promise<Aggregate> {
  const { parsed, errors } = await parseQuery(ctx, definition, buildQueryFromPartialBody(matchedBy(query)));
  const { measures, errors: wrongMeasures } = parseMeasures(definition, query);
  throwIfInvalid({ ...errors, ...wrongMeasures });
  const group = query.groupBy == null ? undefined : definition.byKey.get(query.groupBy);
  const rows = await aggregateMatches(ctx, parsed, measures, group);
  const shown = rows.map(({ is_total: isTotal, key, figures }) => ({
    isTotal,
    key,
    values: figures.map((figure, index) => serializeFigure(measures[index], figure)),
  }));
  const found = shown.filter(({ isTotal }) => !isTotal);
  const empty = measures.map(getEmptyFigure);
  return {
    measures: measures.map(serializeMeasure),
    totals: shown.find(({ isTotal }) => isTotal)?.values ?? empty,
    groups: group ? await groupsOf(ctx, group, found, empty) : [],
    isComplete: found.filter(({ key }) => key !== null).length <= maxGroups,
  };
}

export async function validateAggregate(
  ctx: Ctx,
  definition: Definition,
  query: Partial<Query>,
): Promise<FieldErrors> {
  const { errors } = await parseQuery(ctx, definition, buildQueryFromPartialBody(matchedBy(query)));
  return { ...errors, ...parseMeasures(definition, query).errors };
}

const matchedBy = ({ filter, search }: Partial<Query>) => ({ filter, search });

/** Options in their order, whether or not a record has them; others as they were found. Records without a value come last. */
async function groupsOf(
  ctx: Ctx,
  attribute: Attribute,
  found: readonly Omit<Group, 'label'>[],
  empty: Group['values'],
): Promise<Group[]> {
  const byKey = new Map(found.map(({ key, values }) => [key, values]));
  const keys = found.flatMap(({ key }) => key ?? []).slice(0, maxGroups);
  const labels = await labelsOf(ctx, attribute, keys);
  const listed = attribute.options
    .filter(({ id, isArchived }) => !isArchived || byKey.has(String(id)))
    .map(({ id }) => String(id));
  const fixed = attribute.type === 'checkbox' ? ['true', 'false'] : listed;
  const ordered = attribute.type === 'user' || attribute.relation ? keys : fixed;
  const groups = ordered.map((key) => ({
    key,
    label: labels.get(key) ?? null,
    values: byKey.get(key) ?? empty,
  }));
  const without = { key: null, label: null, values: byKey.get(null) ?? empty };
  return attribute.type === 'checkbox' ? groups : [...groups, without];
}

async function labelsOf(
  ctx: Ctx,
  { type, options, relation }: Attribute,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (type === 'user') return findMemberNames(ctx, keys);
  if (!relation) return new Map(options.map(({ id, value }) => [String(id), value]));
  const { primaryAttribute } = await loadDefinitionById(ctx, relation.objectId);
  const records = await findRecords(ctx, relation.objectId, keys);
  return new Map(records.map(({ id, data }) => [id, String(data[primaryAttribute] ?? id)]));
}

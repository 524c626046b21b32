import { maxGroups } from '@daybook/contract/crm-views';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Attribute } from '../schema/public.ts';
import type { Measure } from './aggregate.rules.ts';
import {
  getColumn,
  buildConditionSql,
  getSortExpression,
  buildJoins,
  type Expression,
} from './conditions.store.ts';
import { selectMatches, type ParsedQuery } from './store.ts';

/** A figure as the database has it: sums and averages as decimal text. */
export type RawFigure = string | number | null;

export interface AggregateRow {
  readonly is_total: boolean;
  readonly key: string | null;
  readonly figures: readonly RawFigure[];
}

/**
 * The figures over all records that match, and for each group. Both are read by one statement, so that they agree. Groups begin
 * with the one of records without a value, the others are the largest ones, and one more of them than there may be says that
 * some were left out.
 */
export async function aggregateMatches(
  ctx: Ctx,
  query: ParsedQuery,
  measures: readonly Measure[],
  group: Attribute | undefined,
): Promise<AggregateRow[]> {
  const fields = measures.flatMap(({ field }) => (field ? [{ key: '', field, descending: false }] : []));
  const from = sql`from crm_record r ${buildJoins(ctx, query.condition, fields)}`;
  const figures = sql.join(
    measures.map((measure, index) => sql`${figureOf(ctx, query, measure)} as ${sql.ref(`m${index}`)}`),
  );
  const names = sql.join(measures.map((_, index) => sql.ref(`m${index}`)));
  const totals = sql`select true as is_total, null::text as key, ${figures} ${from} where ${selectMatches(ctx, query)}`;
  // Keys are compared as they are stored, and only those that are shown become text.
  const groups = (by: Attribute, sets: Expression, limit: number) => sql`
    select is_total, key::text, ${names} from (
      select grouping(key) = 1 as is_total, key, count(*) as size, ${figures}
      ${from} ${membersJoin(ctx, query, by)} cross join lateral (select ${keyOf(by)} as key) k
      where ${selectMatches(ctx, query)} group by ${sets}
      order by 1 desc, key is not null, size desc, key limit ${limit}) g`;
  const statement = () => {
    if (!group) return totals;
    // Where each record is in one group, the groups and the total of them are read together.
    return isOfOne(group)
      ? groups(group, sql`grouping sets ((), (key))`, maxGroups + 3)
      : sql`${totals} union all (${groups(group, sql`key`, maxGroups + 2)})`;
  };
  const result = await sql<Record<string, RawFigure> & AggregateRow>`${statement()}`.execute(ctx.db);
  return result.rows.map((row) => ({
    is_total: row.is_total,
    key: row.key,
    figures: measures.map((_, index) => row[`m${index}`] ?? null),
  }));
}

const isOfOne = ({ type, relation }: Attribute): boolean =>
  relation ? relation.isSingle : type !== 'multiselect' && type !== 'user';

function figureOf(ctx: Ctx, { definition }: ParsedQuery, { op, field }: Measure): Expression {
  if (op === 'count') {
    if (!field) return sql`count(*)`;
    const hasValue = { kind: 'leaf', field, op: 'empty', values: [0] } as const;
    return sql`count(*) filter (where ${buildConditionSql(ctx, definition.id, hasValue, 'r', 0)})`;
  }
  const expression = getSortExpression(field, 'r');
  switch (op) {
    // Decimals are added up exactly, where double precision would make 0.30000000000000004 of 0.1 and 0.2.
    case 'sum':
      return sql`coalesce(sum((${expression})::numeric), 0)::text`;
    case 'avg':
      return sql`avg((${expression})::numeric)::text`;
    case 'min':
      return sql`min(${expression})`;
    case 'max':
      return sql`max(${expression})`;
  }
}

/** The group of a record. An option that was deleted counts as no value, although records may still store it for a while. */
function keyOf(attribute: Attribute): Expression {
  const { type, relation } = attribute;
  if (relation) return sql`l.${sql.ref(relation.side === 'from' ? 'to_id' : 'from_id')}`;
  if (type === 'multiselect' || type === 'user') return sql`p.value`;
  const column = getColumn(attribute, 'r');
  if (type === 'checkbox') return sql`case when ${column} = 1 then 'true' else 'false' end`;
  return sql`case when ${column} = any (${optionIds(attribute)}::float8[]) then ${column}::integer::text end`;
}

const optionIds = ({ options }: Attribute): number[] => options.map(({ id }) => id);

/** Records with the rows of their values, where a record may have several. */
function membersJoin(ctx: Ctx, { definition }: ParsedQuery, attribute: Attribute): Expression {
  const { id, type, relation } = attribute;
  if (relation) {
    return sql`left join crm_link l on l.workspace_id = ${ctx.workspaceId} and l.relation_id = ${relation.id}
      and l.${sql.ref(relation.side === 'from' ? 'from_id' : 'to_id')} = r.id`;
  }
  if (type !== 'multiselect' && type !== 'user') return sql``;
  const isKnown =
    type === 'user' ? sql`true` : sql`p.value = any (${optionIds(attribute).map(String)}::text[])`;
  return sql`left join crm_pick p on p.workspace_id = ${ctx.workspaceId} and p.object_id = ${definition.id}
    and p.record_id = r.id and p.attribute_id = ${id} and ${isKnown}`;
}

export async function findMemberNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const result = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from member
    where workspace_id = ${ctx.workspaceId} and id = any (${ids}::text[])
  `.execute(ctx.db);
  return new Map(result.rows.map(({ id, name }) => [id, name]));
}

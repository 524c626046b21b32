import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { containing } from '../platform/text.ts';
import type { Attribute, Definition, Relation } from './definitions.ts';
import { factExpression, factsJoin } from './facts.store.ts';
import type { Condition, Field } from './query.rules.ts';
import type { RecordRow } from './records.store.ts';
import { kindOf, type Place, type SortTerm } from './sort.rules.ts';

/** The question that a list answers. */
export interface Question {
  readonly definition: Definition;
  readonly condition: Condition;
  /** Folded text that the record's search text holds. */
  readonly search: string | undefined;
  readonly sort: readonly SortTerm[];
}

type Sql = RawBuilder<SqlBool>;
type Expression = RawBuilder<unknown>;

export type FoundRow = RecordRow & { readonly sort_values: (string | number | null)[] };

/** A part of the list: those that have a value in the first sort key, or after them those that have none. */
export type Part = 'all' | 'with' | 'without';

export const partsOf = ({ sort: [first] }: Question): Part[] =>
  first && isNullable(first.field) ? ['with', 'without'] : ['all'];

export async function findPart(
  ctx: Ctx,
  question: Question,
  part: Part,
  { after, limit, offset }: { after: Place | undefined; limit: number; offset: number },
): Promise<FoundRow[]> {
  const { sort } = question;
  const values = sort.map(
    ({ field }, index) => sql`, ${expressionOf(field, 'r')} as ${sql.ref(`s${index}`)}`,
  );
  const found = (columns: Expression) => sql`
    select ${columns}${sql.join(values, sql``)}
    from crm_record r ${factsJoin(ctx, question.condition, question.sort)}
    where ${matching(ctx, question)} and ${partOf(question, part)} and ${after ? beyond(question, part, after) : sql`true`}
    order by ${orderOf(question, part)}
    limit ${limit} offset ${offset}`;
  const result = await sql<RecordRow & Record<string, string | number | null>>`
    ${offset === 0 ? found(rowColumns) : deepPage(ctx, question, found)}
  `.execute(ctx.db);
  return result.rows.map((row) => ({
    ...row,
    sort_values: sort.map((_, index) => row[`s${index}`] ?? null),
  }));
}

const rowColumns = sql`r.id, r.version, r.data, r.by_hand, r.created_at, r.updated_at`;

/** What is skipped is counted along the index alone; only the page's own records are read. */
function deepPage(
  ctx: Ctx,
  { definition, sort }: Question,
  found: (columns: Expression) => Expression,
): Expression {
  const values = sort.map((_, index) => sql`, p.${sql.ref(`s${index}`)}`);
  return sql`
    select ${rowColumns}${sql.join(values, sql``)}
    from (select q.*, row_number() over () as place from (${found(sql`r.id`)}) q) p
    cross join lateral (
      select * from crm_record x
      where x.workspace_id = ${ctx.workspaceId} and x.object_id = ${definition.id} and x.id = p.id offset 0) r
    order by p.place`;
}

export async function countFound(ctx: Ctx, question: Question, part: Part = 'all'): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from crm_record r ${factsJoin(ctx, question.condition, question.sort)}
    where ${matching(ctx, question)} and ${partOf(question, part)}
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

function matching(ctx: Ctx, { definition, condition, search }: Question): Sql {
  const found =
    search === undefined
      ? sql`true`
      : sql`r.id in (select crm_records_matching(${ctx.workspaceId}, ${definition.id}, ${containing(search)}))`;
  return sql<SqlBool>`r.workspace_id = ${ctx.workspaceId} and r.object_id = ${definition.id}
    and ${found} and ${conditionSql(ctx, definition.id, condition, 'r', 0)}`;
}

function partOf({ sort: [first] }: Question, part: Part): Sql {
  if (part === 'all' || !first) return sql<SqlBool>`true`;
  const expression = expressionOf(first.field, 'r');
  return part === 'with' ? sql<SqlBool>`${expression} is not null` : sql<SqlBool>`${expression} is null`;
}

/** Ties go by id, in the direction of the first key: so one index gives the whole order. */
function orderOf({ sort }: Question, part: Part): Expression {
  const isDescending = sort[0]?.descending ?? false;
  const terms = (part === 'without' ? sort.slice(1) : sort).map(({ field, descending }, index) => {
    const nulls = isNullable(field) && (index > 0 || part === 'without') ? sql` nulls last` : sql``;
    return sql`${expressionOf(field, 'r')} ${descending ? sql`desc` : sql`asc`}${nulls}`;
  });
  return sql.join([...terms, sql`r.id ${isDescending ? sql`desc` : sql`asc`}`]);
}

/** Everything that comes after a place in this order; what has no value comes last. */
function beyond({ sort }: Question, part: Part, place: Place): Sql {
  const isDescending = sort[0]?.descending ?? false;
  const keys = sort.map(({ field, descending }, index) => ({
    expression: expressionOf(field, 'r'),
    value: place.values[index] ?? null,
    cast: castOf(field),
    descending,
    nullable: isNullable(field),
  }));
  const id = {
    expression: sql.ref('r.id'),
    value: place.id,
    cast: sql`uuid`,
    descending: isDescending,
    nullable: false,
  };
  const terms = [...(part === 'without' ? keys.slice(1) : keys), id];
  const [key, last] = terms;
  // A row comparison is a place in the index.
  if (
    key &&
    last &&
    terms.length === 2 &&
    key.value !== null &&
    part === 'with' &&
    key.descending === last.descending
  ) {
    return sql<SqlBool>`(${key.expression}, ${last.expression}) ${key.descending ? sql`<` : sql`>`}
      (${key.value}::${key.cast}, ${last.value}::${last.cast})`;
  }
  const alternatives = terms.map((term, index) => {
    const same = terms
      .slice(0, index)
      .map(({ expression, value, cast }) =>
        value === null ? sql`${expression} is null` : sql`${expression} = ${value}::${cast}`,
      );
    const { expression, value, cast, descending, nullable } = term;
    if (value === null) return sql`false`;
    const further = sql`${expression} ${descending ? sql`<` : sql`>`} ${value}::${cast}`;
    const orNone =
      nullable && (index > 0 || part === 'without') ? sql`(${further} or ${expression} is null)` : further;
    return sql`(${sql.join([...same, orNone], sql` and `)})`;
  });
  const [first] = terms;
  const bound =
    first && first.value !== null && (part !== 'without' || !first.nullable)
      ? sql`${first.expression} ${first.descending ? sql`<=` : sql`>=`} ${first.value}::${first.cast} and `
      : sql``;
  return sql<SqlBool>`${bound}(${sql.join(alternatives, sql` or `)})`;
}

function isNullable(field: Field): boolean {
  if (field.kind === 'column') return false;
  return field.kind === 'attribute' || field.fact.endsWith('At');
}

const casts = { text: sql`text`, number: sql`float8`, instant: sql`timestamptz`, uuid: sql`uuid` };

const castOf = (field: Field): Expression => casts[kindOf(field)];

/** What a field is compared and sorted by. */
function expressionOf(field: Field, alias: string): Expression {
  if (field.kind === 'fact') return factExpression(field.fact, alias);
  if (field.kind === 'column') return sql.ref(`${alias}.${field.column}`);
  const { attribute } = field;
  const raw = columnOf(attribute, alias);
  const ids = attribute.options.map(({ id }) => id);
  const isInOrder = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0));
  // Options sort as they stand in their list; while that is the order of their ids, the index gives it.
  return attribute.options.length === 0 || isInOrder
    ? raw
    : sql`array_position(${ids}::float8[], ${raw})::float8`;
}

function columnOf(attribute: Attribute, alias: string): Expression {
  if (attribute.slot) return sql.ref(`${alias}.${attribute.slot}`);
  const text = sql`(${sql.ref(`${alias}.rest`)} ->> ${sql.lit(attribute.id)})`;
  const kind = kindOf({ kind: 'attribute', attribute });
  return kind === 'text' ? sql`(${text} collate "C")` : sql`${text}::${casts[kind]}`;
}

function conditionSql(ctx: Ctx, objectId: string, condition: Condition, alias: string, depth: number): Sql {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      if (condition.parts.length === 0)
        return condition.kind === 'and' ? sql<SqlBool>`true` : sql<SqlBool>`false`;
      const parts = condition.parts.map((part) => conditionSql(ctx, objectId, part, alias, depth));
      return sql<SqlBool>`(${sql.join(parts, condition.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql<SqlBool>`(${conditionSql(ctx, objectId, condition.part, alias, depth)}) is not true`;
    case 'through':
      return throughSql(ctx, condition.relation, condition.part, alias, depth + 1);
    case 'leaf':
      return leafSql(ctx, objectId, condition, alias);
  }
}

/** Records whose partner by a relation answers a condition. */
function throughSql(ctx: Ctx, relation: Relation, part: Condition, alias: string, depth: number): Sql {
  const partner = `r${depth}`;
  const link = `l${depth}`;
  const [mine, theirs] = relation.side === 'from' ? ['from_id', 'to_id'] : ['to_id', 'from_id'];
  return sql<SqlBool>`${sql.ref(`${alias}.id`)} in (
    select ${sql.ref(`${link}.${mine}`)}
    from crm_link ${sql.ref(link)} join crm_record ${sql.ref(partner)}
      on ${sql.ref(`${partner}.workspace_id`)} = ${sql.ref(`${link}.workspace_id`)}
      and ${sql.ref(`${partner}.object_id`)} = ${relation.objectId}
      and ${sql.ref(`${partner}.id`)} = ${sql.ref(`${link}.${theirs}`)}
      ${factsJoin(ctx, part, [], partner)}
    where ${sql.ref(`${link}.workspace_id`)} = ${ctx.workspaceId} and ${sql.ref(`${partner}.workspace_id`)} = ${ctx.workspaceId}
      and ${sql.ref(`${link}.relation_id`)} = ${relation.id}
      and ${conditionSql(ctx, relation.objectId, part, partner, depth)})`;
}

type Leaf = Extract<Condition, { kind: 'leaf' }>;

function leafSql(ctx: Ctx, objectId: string, leaf: Leaf, alias: string): Sql {
  const { field, op, values } = leaf;
  if (field.kind === 'attribute') {
    const { type, isList } = field.attribute;
    if (isList || type === 'multiselect' || type === 'user' || type === 'relation') {
      return memberSql(ctx, objectId, field.attribute, leaf, alias);
    }
  }
  const expression =
    field.kind === 'attribute' ? columnOf(field.attribute, alias) : expressionOf(field, alias);
  const cast = castOf(field);
  const [value] = values;
  switch (op) {
    case 'empty':
      return value ? sql<SqlBool>`${expression} is null` : sql<SqlBool>`${expression} is not null`;
    case 'contains':
      return sql<SqlBool>`${expression} like ${containing(String(value))}`;
    case 'in':
      return sql<SqlBool>`${expression} = any (${values}::${cast}[])`;
    case 'eq':
      return isUnset(field, value)
        ? sql<SqlBool>`(${expression} = 0 or ${expression} is null)`
        : sql<SqlBool>`${expression} = ${value}::${cast}`;
    case 'ne':
      return isUnset(field, value)
        ? sql<SqlBool>`${expression} = 1`
        : sql<SqlBool>`(${expression} <> ${value}::${cast} or ${expression} is null)`;
    default:
      return sql<SqlBool>`${expression} ${comparisons[op]} ${value}::${cast}`;
  }
}

const comparisons = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` };

/** A checkbox that nobody touched is not ticked. */
function isUnset(field: Field, value: unknown): boolean {
  return field.kind === 'attribute' && field.attribute.type === 'checkbox' && value === 0;
}

/** Whether a list holds a value: addresses, options, users and partners have rows of their own. */
function memberSql(
  ctx: Ctx,
  objectId: string,
  attribute: Attribute,
  { op, values }: Leaf,
  alias: string,
): Sql {
  const { relation, isList } = attribute;
  const id = sql.ref(`${alias}.id`);
  const [mine, theirs] = relation?.side === 'to' ? ['to_id', 'from_id'] : ['from_id', 'to_id'];
  const list = relation
    ? { table: 'crm_link', record: mine, value: sql.ref(theirs), key: sql`relation_id = ${relation.id}` }
    : isList
      ? {
          table: 'crm_unique',
          record: 'record_id',
          value: sql.ref('key_norm'),
          key: sql`attribute_id = ${attribute.id}`,
        }
      : {
          table: 'crm_pick',
          record: 'record_id',
          value: sql.ref('value'),
          key: sql`attribute_id = ${attribute.id}`,
        };
  const rows = sql`from ${sql.table(list.table)} where workspace_id = ${ctx.workspaceId} and ${list.key}`;
  if (op === 'empty') {
    const owned = relation ? sql`true` : sql`object_id = ${objectId}`;
    const exists = sql`exists (select ${rows} and ${owned} and ${sql.ref(list.record)} = ${id})`;
    return values[0] ? sql<SqlBool>`not ${exists}` : sql<SqlBool>`${exists}`;
  }
  const hit =
    op === 'contains' && isList
      ? sql`${list.value} like ${containing(String(values[0]))}`
      : sql`${list.value} = any (${values}::${relation ? sql`uuid` : sql`text`}[])`;
  const has = sql`${id} in (select ${sql.ref(list.record)} ${rows} and ${hit})`;
  return op === 'ne' ? sql<SqlBool>`not ${has}` : sql<SqlBool>`${has}`;
}

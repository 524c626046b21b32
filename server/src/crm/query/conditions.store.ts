import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { buildContainsPattern } from '../../platform/text.ts';
import { sharedSnapshot } from '../history/public.ts';
import type { Attribute, Relation } from '../schema/public.ts';
import { getFactExpression, buildFactsJoin } from './facts.store.ts';
import type { Condition, Field } from './filter.rules.ts';
import { getComparedType, type SortTerm } from './sort.rules.ts';

/** Conditions and sort terms as SQL. */

export type Sql = RawBuilder<SqlBool>;
export type Expression = RawBuilder<unknown>;

const casts = { text: sql`text`, number: sql`float8`, instant: sql`timestamptz`, uuid: sql`uuid` };

export const getCast = (field: Field): Expression => casts[getComparedType(field)];

/** The SQL expression that a field is sorted by. */
export function getSortExpression(field: Field, alias: string): Expression {
  if (field.kind === 'fact') return getFactExpression(field.fact, alias);
  if (isRecency(field)) return sql.ref(`${recencyAlias(alias)}.changed_at`);
  if (field.kind === 'column') return sql.ref(`${alias}.${field.column}`);
  const { attribute } = field;
  const raw = getColumn(attribute, alias);
  const ids = attribute.options.map(({ id }) => id);
  const isInOrder = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0));
  // Options sort in the order of their list. While that is also the order of their ids, the index can be used.
  return attribute.options.length === 0 || isInOrder
    ? raw
    : sql`array_position(${ids}::float8[], ${raw})::float8`;
}

/** The time of a record's last change is in a table of its own, `crm_recency`. Records `r` are joined with `u`. */
const isRecency = (field: Field): boolean => field.kind === 'column' && field.column === 'updated_at';
const recencyAlias = (alias: string): string => alias.replace('r', 'u');

/** The joins that a query needs: none, unless it uses what is not in the rows of records. */
export function buildJoins(
  ctx: Ctx,
  condition: Condition,
  sort: readonly SortTerm[],
  alias = 'r',
): Expression {
  const uses = (isWanted: (field: Field) => boolean) =>
    sort.some(({ field }) => isWanted(field)) || usesField(condition, isWanted);
  const facts = uses(({ kind }) => kind === 'fact') ? buildFactsJoin(ctx, alias) : sql``;
  return uses(isRecency) ? sql`${recencyJoin(ctx, alias)} ${facts}` : facts;
}

/** Conditions on partners are left out: they are joined in their own subquery. */
function usesField(condition: Condition, isWanted: (field: Field) => boolean): boolean {
  switch (condition.kind) {
    case 'leaf':
      return isWanted(condition.field);
    case 'through':
      return false;
    case 'not':
      return usesField(condition.part, isWanted);
    default:
      return condition.parts.some((part) => usesField(part, isWanted));
  }
}

function recencyJoin(ctx: Ctx, alias: string): Expression {
  const [record, recency] = [sql.ref(alias), sql.ref(recencyAlias(alias))];
  return sql`join crm_recency ${recency} on ${recency}.workspace_id = ${ctx.workspaceId}
    and ${recency}.object_id = ${record}.object_id and ${recency}.record_id = ${record}.id
    and ${recency}.changed_at > '-infinity'`;
}

export function getColumn(attribute: Attribute, alias: string): Expression {
  if (attribute.slot) return sql.ref(`${alias}.${attribute.slot}`);
  const text = sql`(${sql.ref(`${alias}.rest`)} ->> ${sql.lit(attribute.id)})`;
  const kind = getComparedType({ kind: 'attribute', attribute });
  return kind === 'text' ? sql`(${text} collate "C")` : sql`${text}::${casts[kind]}`;
}

export function buildConditionSql(
  ctx: Ctx,
  objectId: string,
  condition: Condition,
  alias: string,
  depth: number,
): Sql {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      if (condition.parts.length === 0)
        return condition.kind === 'and' ? sql<SqlBool>`true` : sql<SqlBool>`false`;
      const parts = condition.parts.map((part) => buildConditionSql(ctx, objectId, part, alias, depth));
      return sql<SqlBool>`(${sql.join(parts, condition.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql<SqlBool>`(${buildConditionSql(ctx, objectId, condition.part, alias, depth)}) is not true`;
    case 'through':
      return throughSql(ctx, condition, alias, depth + 1);
    case 'leaf':
      return leafSql(ctx, objectId, condition, alias);
  }
}

type Through = Extract<Condition, { kind: 'through' }>;

/**
 * Records that have a partner who meets a condition. The database takes all conditions for narrow ones, and looks up each link by
 * itself. `is true` keeps it from that where there are many: both sides are hashed, and read once.
 */
function throughSql(ctx: Ctx, through: Through, alias: string, depth: number): Sql {
  const { relation, part, isWide } = through;
  const id = sql.ref(`${alias}.id`);
  if (!isWide) return sql<SqlBool>`${id} in (${linkedBy(ctx, relation, part, depth)})`;
  const { mine } = sidesOf(relation);
  return sql<SqlBool>`(${id} in (select ${sql.ref(`l${depth}.${mine}`)} ${wideLinks(ctx, through, depth)})) is true`;
}

/** All links to a partner who meets a condition. */
function wideLinks(ctx: Ctx, { relation, part }: Through, depth: number): Expression {
  const [link, partner] = [`l${depth}`, `r${depth}`];
  return sql`from crm_link ${sql.ref(link)}
    where ${sql.ref(`${link}.workspace_id`)} = ${ctx.workspaceId} and ${sql.ref(`${link}.relation_id`)} = ${relation.id}
      and (${sql.ref(`${link}.${sidesOf(relation).theirs}`)} in (
        select ${sql.ref(`${partner}.id`)} from crm_record ${sql.ref(partner)} ${buildJoins(ctx, part, [], partner)}
        where ${sql.ref(`${partner}.workspace_id`)} = ${ctx.workspaceId}
          and ${sql.ref(`${partner}.object_id`)} = ${relation.objectId}
          and ${buildConditionSql(ctx, relation.objectId, part, partner, depth)})) is true`;
}

/** What to count where a condition is about partners alone: their links say it, and no record has to be read. */
export function findLinksToCount(ctx: Ctx, condition: Condition): Expression | undefined {
  if (condition.kind === 'and' && condition.parts.length === 1 && condition.parts[0]) {
    return findLinksToCount(ctx, condition.parts[0]);
  }
  if (condition.kind !== 'through' || !condition.isWide) return undefined;
  const { relation } = condition;
  const records = relation.isSingle ? sql`*` : sql`distinct ${sql.ref(`l1.${sidesOf(relation).mine}`)}`;
  return sql`select count(${records}) as total, ${sharedSnapshot} as snapshot ${wideLinks(ctx, condition, 1)}`;
}

/** The ids of records that are linked to a partner who meets a condition. */
function linkedBy(ctx: Ctx, relation: Relation, part: Condition, depth: number): Expression {
  const partner = `r${depth}`;
  const link = `l${depth}`;
  const { mine, theirs } = sidesOf(relation);
  return sql`
    select ${sql.ref(`${link}.${mine}`)}
    from crm_link ${sql.ref(link)} join crm_record ${sql.ref(partner)}
      on ${sql.ref(`${partner}.workspace_id`)} = ${sql.ref(`${link}.workspace_id`)}
      and ${sql.ref(`${partner}.object_id`)} = ${relation.objectId}
      and ${sql.ref(`${partner}.id`)} = ${sql.ref(`${link}.${theirs}`)}
      ${buildJoins(ctx, part, [], partner)}
    where ${sql.ref(`${link}.workspace_id`)} = ${ctx.workspaceId} and ${sql.ref(`${partner}.workspace_id`)} = ${ctx.workspaceId}
      and ${sql.ref(`${link}.relation_id`)} = ${relation.id}
      and ${buildConditionSql(ctx, relation.objectId, part, partner, depth)}`;
}

const sidesOf = ({ side }: Relation) =>
  side === 'from' ? { mine: 'from_id', theirs: 'to_id' } : { mine: 'to_id', theirs: 'from_id' };

const maxNarrow = 2_000;

/** Whether more records than a few are linked to a partner who meets a condition. */
export async function isWideThrough(ctx: Ctx, relation: Relation, part: Condition): Promise<boolean> {
  const result = await sql<{ links: number }>`
    select count(*) as links from (${linkedBy(ctx, relation, part, 1)} limit ${maxNarrow + 1}) x
  `.execute(ctx.db);
  return (result.rows[0]?.links ?? 0) > maxNarrow;
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
    field.kind === 'attribute' ? getColumn(field.attribute, alias) : getSortExpression(field, alias);
  const cast = getCast(field);
  const [value] = values;
  switch (op) {
    case 'empty':
      return value ? sql<SqlBool>`${expression} is null` : sql<SqlBool>`${expression} is not null`;
    case 'contains':
      return sql<SqlBool>`${expression} like ${buildContainsPattern(String(value))}`;
    case 'starts_with':
      return startsWith(expression, String(value));
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

/** A range instead of LIKE, which can't use an index behind row level security. The texts are ordered by code point. */
function startsWith(expression: Expression, start: string): Sql {
  return sql<SqlBool>`(${expression} >= ${start} and ${expression} < ${`${start}\u{10FFFF}`})`;
}

const comparisons = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` };

/** A checkbox without a value is not ticked. */
function isUnset(field: Field, value: unknown): boolean {
  return field.kind === 'attribute' && field.attribute.type === 'checkbox' && value === 0;
}

/** Addresses are stored as they are, and few have anything to fold. */
const foldedKey = sql`case when key_norm ~ '[^ -&(-_a-~]' then folded(key_norm) else key_norm end`;

/** Conditions on lists: email addresses, options, users and partners have rows of their own. */
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
  const hit = () => {
    if (isList && op === 'contains') return sql`${foldedKey} like ${buildContainsPattern(String(values[0]))}`;
    if (isList && op === 'starts_with') return startsWith(list.value, String(values[0]));
    return sql`${list.value} = any (${values}::${relation ? sql`uuid` : sql`text`}[])`;
  };
  const has = sql`${id} in (select ${sql.ref(list.record)} ${rows} and ${hit()})`;
  return op === 'ne' ? sql<SqlBool>`not ${has}` : sql<SqlBool>`${has}`;
}

import { sql, type SqlBool } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { sharedSnapshot } from '../history/public.ts';
import {
  getCast,
  buildConditionSql,
  getSortExpression,
  buildJoins,
  findLinksToCount,
  type Expression,
  type Sql,
} from './conditions.store.ts';
import type { RecordRow } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import type { SearchPatterns } from '../values/public.ts';
import type { Condition, Field } from './filter.rules.ts';
import type { Place, SortTerm } from './sort.rules.ts';

export interface Search {
  readonly patterns: SearchPatterns;
  /** How many records of the object have it, counted to one more than `maxCounted`. */
  readonly hits: number;
  /** Those records, if they are few. */
  readonly ids: readonly string[] | null;
}

/** The hits of a search are not counted further than this. */
export const maxCounted = 10_000;

export const isCommon = ({ hits }: Search): boolean => hits > maxCounted;

/** A query whose keys and values have been checked. */
export interface ParsedQuery {
  readonly definition: Definition;
  readonly condition: Condition;
  /** What the record's search text contains. */
  readonly search: Search | undefined;
  readonly sort: readonly SortTerm[];
  /** Which filter and search it is, for cursors. */
  readonly filterName: string;
}

export type FoundRow = RecordRow & { readonly sort_values: (string | number | null)[] };

/** A list by a key that may be empty has two parts: records with a value, and after them those without. */
export type Part = 'all' | 'with' | 'without';

export const listParts = ({ sort: [first] }: ParsedQuery): Part[] =>
  first && isNullable(first.field) ? ['with', 'without'] : ['all'];

export async function findPart(
  ctx: Ctx,
  query: ParsedQuery,
  part: Part,
  { after, limit, offset }: { after: Place | undefined; limit: number; offset: number },
): Promise<FoundRow[]> {
  const { sort } = query;
  const values = sort.map(
    ({ field }, index) => sql`, ${getSortExpression(field, 'r')} as ${sql.ref(`s${index}`)}`,
  );
  const found = (columns: Expression) => sql`
    select ${columns}${sql.join(values, sql``)}
    from crm_record r ${buildJoins(ctx, query.condition, query.sort)}
    where ${selectMatches(ctx, query)} and ${partOf(query, part)} and ${after ? afterPlace(query, part, after) : sql`true`}
    order by ${orderOf(query, part)}
    limit ${limit} offset ${offset}`;
  const result = await sql<RecordRow & Record<string, string | number | null>>`
    ${offset === 0 ? found(rowColumns) : deepPage(ctx, query, found)}
  `.execute(ctx.db);
  return result.rows.map((row) => ({
    ...row,
    sort_values: sort.map((_, index) => row[`s${index}`] ?? null),
  }));
}

const rowColumns = sql`r.id, r.version, r.data, r.by_hand, r.created_at, r.updated_at`;

/** A page by its number: skips along the index, and reads only the records of the page. */
function deepPage(
  ctx: Ctx,
  { definition, sort }: ParsedQuery,
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

/** A number of records, and the snapshot in which it was counted; null if it must not be cached. */
export interface Count {
  readonly total: number;
  readonly snapshot: string | null;
}

export async function countMatches(ctx: Ctx, query: ParsedQuery, part: Part = 'all'): Promise<Count> {
  const links =
    part === 'all' && query.search === undefined ? findLinksToCount(ctx, query.condition) : undefined;
  const records = () => sql`
    select count(*) as total, ${sharedSnapshot} as snapshot
    from crm_record r ${buildJoins(ctx, query.condition, query.sort)}
    where ${selectMatches(ctx, query)} and ${partOf(query, part)}`;
  const result = await sql<Count>`${links ?? records()}`.execute(ctx.db);
  return result.rows[0] ?? { total: 0, snapshot: null };
}

/** The number of records that match, counted to `maxCounted`. */
export async function countSome(ctx: Ctx, query: ParsedQuery): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from (
      select from crm_record r ${buildJoins(ctx, query.condition, [])}
      where ${selectMatches(ctx, query)} limit ${maxCounted}) x
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

export function selectMatches(ctx: Ctx, { definition, condition, search }: ParsedQuery): Sql {
  const searched = search === undefined ? sql`true` : searchedBy(ctx, definition, search);
  return sql<SqlBool>`r.workspace_id = ${ctx.workspaceId} and r.object_id = ${definition.id}
    and ${searched} and ${buildConditionSql(ctx, definition.id, condition, 'r', 0)}`;
}

/**
 * Few hits are known by their ids; more are found again by the trigram index, and sorted. With many, it takes less to walk the
 * records in their order until a page is full.
 */
function searchedBy(ctx: Ctx, definition: Definition, search: Search): Expression {
  if (search.ids) return sql`r.id = any(${search.ids}::uuid[])`;
  if (!isCommon(search)) return sql`r.id in (${found(ctx, definition, search.patterns, null)})`;
  const any = (parts: readonly Expression[]) => sql`(${sql.join(parts, sql` or `)})`;
  const variants = search.patterns.map((words) => {
    const all = words.map((patterns) => any(patterns.map((pattern) => sql`r.search like ${pattern}`)));
    return sql`(${sql.join(all, sql` and `)})`;
  });
  // Behind row level security the planner takes one record in 200 for a hit of LIKE, and would rather read all of them and sort.
  // Of a CASE it knows nothing, and takes every second one.
  return sql`case when ${any(variants)} then true else false end`;
}

function partOf({ sort: [first] }: ParsedQuery, part: Part): Sql {
  if (part === 'all' || !first) return sql<SqlBool>`true`;
  const expression = getSortExpression(first.field, 'r');
  return part === 'with' ? sql<SqlBool>`${expression} is not null` : sql<SqlBool>`${expression} is null`;
}

/** Ties are ordered by id, in the direction of the first key, so that one index gives the whole order. */
function orderOf({ sort }: ParsedQuery, part: Part): Expression {
  const isDescending = sort[0]?.descending ?? false;
  const terms = (part === 'without' ? sort.slice(1) : sort).map(({ field, descending }, index) => {
    const nulls = isNullable(field) && (index > 0 || part === 'without') ? sql` nulls last` : sql``;
    return sql`${getSortExpression(field, 'r')} ${descending ? sql`desc` : sql`asc`}${nulls}`;
  });
  return sql.join([...terms, sql`r.id ${isDescending ? sql`desc` : sql`asc`}`]);
}

/** Records after a place in this order. Records without a value come last. */
function afterPlace({ sort }: ParsedQuery, part: Part, place: Place): Sql {
  const isDescending = sort[0]?.descending ?? false;
  const keys = sort.map(({ field, descending }, index) => ({
    expression: getSortExpression(field, 'r'),
    value: place.values[index] ?? null,
    cast: getCast(field),
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
  // The planner turns a row comparison into a position in the index.
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

function found(ctx: Ctx, { id }: Definition, patterns: SearchPatterns, most: number | null) {
  return sql`select crm_records_found(${ctx.workspaceId}, ${id}, ${JSON.stringify(patterns)}::jsonb, ${most}::bigint)`;
}

/** Records of several objects with a search text like this, of each object at most so many. */
export async function findInObjects(
  ctx: Ctx,
  objectIds: readonly string[],
  patterns: SearchPatterns,
  most: number,
): Promise<{ objectId: string; id: string }[]> {
  const result = await sql<{ objectId: string; id: string }>`
    select o.id as "objectId", r.id from unnest(${objectIds}::uuid[]) as o (id)
    cross join lateral crm_records_found(${ctx.workspaceId}, o.id, ${JSON.stringify(patterns)}::jsonb, ${most}::bigint) as r (id)
  `.execute(ctx.db);
  return result.rows;
}

/** More are not passed on by their ids. */
const maxIds = 1000;

/** The records of an object with a search text like this. */
export async function findHits(
  ctx: Ctx,
  definition: Definition,
  patterns: SearchPatterns,
  most = maxCounted + 1,
): Promise<Search> {
  const result = await sql<{ hits: number; ids: string[] | null }>`
    select count(*) as hits, case when count(*) <= ${maxIds} then coalesce(array_agg(x.id), '{}') end as ids
    from (${found(ctx, definition, patterns, most)}) x (id)
  `.execute(ctx.db);
  const { hits = 0, ids = [] } = result.rows[0] ?? {};
  return { patterns, hits, ids };
}

/** The time zone of a user; that of nobody is UTC. */
export async function findTimezone(ctx: Ctx, memberId: string): Promise<string> {
  const result = await sql<{ timezone: string }>`
    select timezone from member where workspace_id = ${ctx.workspaceId} and id = ${memberId}
  `.execute(ctx.db);
  return result.rows[0]?.timezone ?? 'UTC';
}

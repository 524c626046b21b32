import { sql, type RawBuilder } from 'kysely';
import { parsePath, type Comparison, type Filter, type FilterValue } from './filter.rules.ts';
import { scimProblem } from './scim-problem.ts';

/** Filters as conditions of SQL, over the columns that each resource has. */

type Sql = RawBuilder<unknown>;

export interface Column {
  readonly sql: Sql;
  /** `id`: in this very case. */
  readonly type: 'text' | 'id' | 'boolean' | 'time';
}

export interface Attributes {
  readonly columns: Readonly<Record<string, Column>>;
  /** Attributes with several values, each a row of another table. */
  readonly lists: Readonly<
    Record<string, { readonly rows: Sql; readonly columns: Readonly<Record<string, Column>> }>
  >;
}

export function compileFilter(filter: Filter, attributes: Attributes): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => compileFilter(part, attributes));
      return sql`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql`(${compileFilter(filter.part, attributes)}) is not true`;
    case 'some':
      return compileSome(filter.path, filter.part, attributes);
    default: {
      const [list = '', sub = 'value'] = filter.path.split('.');
      if (Object.hasOwn(attributes.lists, list))
        return compileSome(list, { ...filter, path: sub }, attributes);
      const column = findColumn(attributes.columns, filter.path);
      return filter.kind === 'present' ? isPresent(column) : compare(column, filter.op, filter.value);
    }
  }
}

export function findSortColumn(path: string, { columns }: Attributes): Sql | undefined {
  const name = parsePath(path);
  const key = name.sub === undefined ? name.attribute : `${name.attribute}.${name.sub}`;
  const column = Object.hasOwn(columns, key) ? columns[key] : undefined;
  return column?.type === 'text' ? sql`lower(${column.sql})` : column?.sql;
}

/** An attribute with one value at most, such as `emails`, has its parts among the columns. */
function compileSome(path: string, part: Filter, { columns, lists }: Attributes): Sql {
  const list = Object.hasOwn(lists, path) ? lists[path] : undefined;
  if (list)
    return sql`exists (${list.rows} and ${compileFilter(part, { columns: list.columns, lists: {} })})`;
  const own = Object.entries(columns).filter(([name]) => name.startsWith(`${path}.`));
  const parts = Object.fromEntries(own.map(([name, column]) => [name.slice(path.length + 1), column]));
  return compileFilter(part, { columns: parts, lists: {} });
}

function findColumn(columns: Attributes['columns'], path: string): Column {
  const column = Object.hasOwn(columns, path) ? columns[path] : undefined;
  if (!column) throw invalid(`There is no filter by ${path}.`);
  return column;
}

const isPresent = ({ sql: column, type }: Column): Sql =>
  type === 'text' || type === 'id' ? sql`coalesce(${column}, '') <> ''` : sql`${column} is not null`;

const operators: Partial<Record<Comparison, Sql>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

function compare({ sql: column, type }: Column, op: Comparison, value: FilterValue): Sql {
  if (value === null) {
    if (op === 'eq') return sql`${column} is null`;
    if (op === 'ne') return sql`${column} is not null`;
    throw invalid('null can only be compared by eq and ne.');
  }
  if (type === 'boolean') return compareBoolean(column, op, value);
  if (type === 'time') return compareTime(column, op, value);
  const text = sql`${String(value)}::text`;
  const [given, wanted] = type === 'id' ? [column, text] : [sql`lower(${column})`, sql`lower(${text})`];
  switch (op) {
    case 'co':
      return sql`position(${wanted} in ${given}) > 0`;
    case 'sw':
      return sql`starts_with(${given}, ${wanted})`;
    case 'ew':
      return sql`right(${given}, length(${wanted})) = ${wanted}`;
    case 'ne':
      return sql`${given} is distinct from ${wanted}`;
    default:
      return sql`${given} ${operators[op] ?? sql`=`} ${wanted}`;
  }
}

/** Some directories write booleans as text. */
function compareBoolean(column: Sql, op: Comparison, value: FilterValue): Sql {
  const text = String(value).toLowerCase();
  if ((op !== 'eq' && op !== 'ne') || (text !== 'true' && text !== 'false'))
    throw invalid('A boolean can only be compared by eq and ne, with true or false.');
  return sql`${column} = ${(text === 'true') === (op === 'eq')}::boolean`;
}

function compareTime(column: Sql, op: Comparison, value: FilterValue): Sql {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const operator = operators[op];
  if (!operator || Number.isNaN(ms))
    throw invalid('A time is compared by eq, ne, gt, ge, lt or le, with an ISO 8601 time.');
  return sql`${column} ${operator} ${new Date(ms).toISOString()}::timestamptz`;
}

const invalid = (detail: string) => scimProblem(400, detail, 'invalidFilter');

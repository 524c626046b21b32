import type { Ctx } from '../../platform/context.ts';
import { throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { fold } from '../../platform/text.ts';
import { type Definition, definitionById } from '../schema/public.ts';
import {
  filterFromBody,
  filterFromParams,
  fieldOf,
  QueryError,
  type FilterInput,
  type Condition,
} from './query.rules.ts';
import { countFound, findPart, partsOf, type FoundRow, type Question } from './query.store.ts';
import { leafOf } from './operators.rules.ts';
import { countRecords, type RecordRow, type Selection, validateSelection } from '../records/public.ts';
import { placeFromCursor, placeToCursor, sortFrom, type Place, type SortTerm } from './sort.rules.ts';
import { findTotal } from './totals.ts';

export interface RecordQuery extends Selection {
  readonly filter: () => FilterInput;
  readonly search?: string | undefined;
  readonly sort?: string | readonly string[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly withTotal: boolean;
}

export interface Found {
  readonly rows: readonly RecordRow[];
  readonly total: number | null;
  readonly nextCursor: string | null;
}

interface ListQuery {
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  readonly cursor?: string | undefined;
}

/** The query of a GET: filters stand in the address. */
export function queryFromParams(query: ListQuery, page: { limit: number; offset: number }): RecordQuery {
  const { search, sort, cursor } = query;
  return { filter: () => filterFromParams({ ...query }), search, sort, cursor, ...page, withTotal: true };
}

interface BodyQuery {
  readonly filter?: unknown;
  readonly search?: string | undefined;
  readonly sort?: string | string[] | undefined;
  readonly cursor?: string | undefined;
  readonly count: number;
  readonly includeTotal: boolean;
}

/** The query of a POST: the filter is a tree. */
export function queryFromBody(body: BodyQuery): RecordQuery {
  const { search, sort, cursor, count: limit, includeTotal: withTotal } = body;
  return { filter: () => filterFromBody(body.filter), search, sort, cursor, limit, offset: 0, withTotal };
}

/** As much of it as could be read. A cursor is a place in an order, and says nothing without it. */
export function queryFromPartialBody({ cursor, ...part }: Partial<BodyQuery>): RecordQuery {
  return queryFromBody({
    count: 1,
    includeTotal: false,
    ...part,
    cursor: 'sort' in part ? cursor : undefined,
  });
}

/** A page of records. With a cursor it is read on from there, at the same price at any depth. */
export async function findRecordsOf(ctx: Ctx, definition: Definition, query: RecordQuery): Promise<Found> {
  const { question, after, errors } = await parseQuery(ctx, definition, query);
  throwIfInvalid(errors);
  const total = query.withTotal ? await totalOf(ctx, question, after) : null;
  const rows = await readOn(ctx, question, query, after);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > query.limit && last !== undefined;
  return { rows: shown, total, nextCursor: hasMore ? cursorAt(question.sort, last, total) : null };
}

/** What finding would find wrong. */
export async function validateQuery(
  ctx: Ctx,
  definition: Definition,
  query: RecordQuery,
): Promise<FieldErrors> {
  return (await parseQuery(ctx, definition, query)).errors;
}

/** The question that a query asks, with all that is wrong with it. */
async function parseQuery(
  ctx: Ctx,
  definition: Definition,
  query: RecordQuery,
): Promise<{ question: Question; after: Place | undefined; errors: FieldErrors }> {
  const errors = validateSelection(definition, query);
  const sort = await collectErrors(errors, () => sortFrom(definition, query.sort));
  const { cursor } = query;
  const isPlaced = sort !== undefined && cursor !== undefined;
  const after = isPlaced ? await collectErrors(errors, () => placeFromCursor(sort, cursor)) : undefined;
  const condition = await collectErrors(errors, () => resolve(ctx, definition, query.filter(), 0, errors));
  const question = { definition, condition: condition ?? anything, search: searched(query.search) };
  return { question: { ...question, sort: sort ?? [] }, after, errors };
}

/** Does a part of a question's reading; what is wrong with it is kept with the rest. */
async function collectErrors<T>(errors: FieldErrors, read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    (errors[error.at] ??= []).push(error.message);
    return undefined;
  }
}

const anything: Condition = { kind: 'and', parts: [] };

/** What was typed, as the search text is written: phone numbers without what people put between digits. */
function searched(text: string | undefined): string | undefined {
  const words = text?.trim();
  if (!words) return undefined;
  const isPhone = /^[+\d\s()./-]{4,}$/.test(words) && /\d{3}/.test(words);
  return isPhone ? words.replaceAll(/\D/g, '') : fold(words);
}

const longestPath = 4;

/** Looks up what the question names, along its relations. */
async function resolve(
  ctx: Ctx,
  definition: Definition,
  filter: FilterInput,
  depth: number,
  errors: FieldErrors,
): Promise<Condition> {
  if (filter.kind === 'not') {
    return { kind: 'not', part: await resolve(ctx, definition, filter.part, depth, errors) };
  }
  if (filter.kind !== 'leaf') {
    const parts: Condition[] = [];
    for (const part of filter.parts) {
      parts.push(
        (await collectErrors(errors, () => resolve(ctx, definition, part, depth, errors))) ?? anything,
      );
    }
    return { kind: filter.kind, parts };
  }
  const dot = filter.path.indexOf('.');
  if (dot === -1) return leafOf(fieldOf(definition, filter.path, filter.at), filter);
  if (depth >= longestPath) throw new QueryError(filter.at, `A path has at most ${longestPath} relations.`);
  const key = filter.path.slice(0, dot);
  const field = fieldOf(definition, key, filter.at);
  const relation = field.kind === 'attribute' ? field.attribute.relation : null;
  if (!relation) throw new QueryError(filter.at, `${key} is not a relation, so nothing follows it.`);
  const related = await definitionById(ctx, relation.objectId);
  const onward = { ...filter, path: filter.path.slice(dot + 1) };
  const part = await resolve(ctx, related, onward, depth + 1, errors);
  return { kind: 'through', relation, revision: related.revision, part };
}

async function totalOf(ctx: Ctx, question: Question, after: Place | undefined): Promise<number> {
  const { condition, search, definition } = question;
  const isAll = search === undefined && condition.kind === 'and' && condition.parts.length === 0;
  if (isAll) return countRecords(ctx, definition.id);
  return after?.total ?? findTotal(ctx, question);
}

/** One more than asked for, which tells whether there is a next page. */
async function readOn(
  ctx: Ctx,
  question: Question,
  query: RecordQuery,
  after: Place | undefined,
): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  const [first, second] = partsOf(question);
  const wanted = query.limit + 1;
  let offset = after ? 0 : query.offset;
  const isPastFirst = second !== undefined && after?.values[0] === null;
  if (first && !isPastFirst) {
    rows.push(...(await findPart(ctx, question, first, { after, limit: wanted, offset })));
    if (rows.length === wanted || !second) return rows;
    if (rows.length > 0 || after) offset = 0;
    else if (offset > 0) offset -= (await countFound(ctx, question, first)).total;
  }
  if (!second) return rows;
  const rest = {
    limit: wanted - rows.length,
    offset: Math.max(0, offset),
    after: isPastFirst ? after : undefined,
  };
  rows.push(...(await findPart(ctx, question, second, rest)));
  return rows;
}

function cursorAt(sort: readonly SortTerm[], row: FoundRow, total: number | null): string {
  return placeToCursor(sort, { values: row.sort_values, id: row.id, total });
}

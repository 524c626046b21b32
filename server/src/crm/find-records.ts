import type { Ctx } from '../platform/context.ts';
import { refuseWrong, type FieldErrors } from '../platform/problems.ts';
import { fold } from '../platform/text.ts';
import { definitionById, type Definition } from './definitions.ts';
import { askedInBody, askedInQuery, fieldOf, QueryError, type Asked, type Condition } from './query.rules.ts';
import { countFound, findPart, partsOf, type FoundRow, type Question } from './query.store.ts';
import { leafOf } from './operators.rules.ts';
import { countRecords, type RecordRow } from './records.store.ts';
import { wrongSelection, type Selection } from './show.ts';
import { placeFromCursor, placeToCursor, sortFrom, type Place, type SortTerm } from './sort.rules.ts';
import { findTotal } from './totals.ts';

export interface Wish extends Selection {
  readonly asked: () => Asked;
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

/** The wish of a GET: filters stand in the address. */
export function wishOfQuery(query: ListQuery, page: { limit: number; offset: number }): Wish {
  const { search, sort, cursor } = query;
  return { asked: () => askedInQuery({ ...query }), search, sort, cursor, ...page, withTotal: true };
}

interface BodyQuery {
  readonly filter?: unknown;
  readonly search?: string | undefined;
  readonly sort?: string | string[] | undefined;
  readonly cursor?: string | undefined;
  readonly count: number;
  readonly includeTotal: boolean;
}

/** The wish of a POST: the filter is a tree. */
export function wishOfBody(body: BodyQuery): Wish {
  const { search, sort, cursor, count: limit, includeTotal: withTotal } = body;
  return { asked: () => askedInBody(body.filter), search, sort, cursor, limit, offset: 0, withTotal };
}

/** As much of it as could be read. A cursor is a place in an order, and says nothing without it. */
export function wishOfPart({ cursor, ...part }: Partial<BodyQuery>): Wish {
  return wishOfBody({ count: 1, includeTotal: false, ...part, cursor: 'sort' in part ? cursor : undefined });
}

/** A page of records. With a cursor it is read on from there, at the same price at any depth. */
export async function findRecordsOf(ctx: Ctx, definition: Definition, wish: Wish): Promise<Found> {
  const { question, after, errors } = await understand(ctx, definition, wish);
  refuseWrong(errors);
  const total = wish.withTotal ? await totalOf(ctx, question, after) : null;
  const rows = await readOn(ctx, question, wish, after);
  const shown = rows.slice(0, wish.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > wish.limit && last !== undefined;
  return { rows: shown, total, nextCursor: hasMore ? cursorAt(question.sort, last, total) : null };
}

/** What finding would find wrong. */
export async function wrongInWish(ctx: Ctx, definition: Definition, wish: Wish): Promise<FieldErrors> {
  return (await understand(ctx, definition, wish)).errors;
}

/** The question that a wish asks, with all that is wrong with it. */
async function understand(
  ctx: Ctx,
  definition: Definition,
  wish: Wish,
): Promise<{ question: Question; after: Place | undefined; errors: FieldErrors }> {
  const errors = wrongSelection(definition, wish);
  const sort = await gathering(errors, () => sortFrom(definition, wish.sort));
  const { cursor } = wish;
  const isPlaced = sort !== undefined && cursor !== undefined;
  const after = isPlaced ? await gathering(errors, () => placeFromCursor(sort, cursor)) : undefined;
  const condition = await gathering(errors, () => resolve(ctx, definition, wish.asked(), 0, errors));
  const question = { definition, condition: condition ?? anything, search: searched(wish.search) };
  return { question: { ...question, sort: sort ?? [] }, after, errors };
}

/** Does a part of a question's reading; what is wrong with it is kept with the rest. */
async function gathering<T>(errors: FieldErrors, read: () => T | Promise<T>): Promise<T | undefined> {
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
  asked: Asked,
  depth: number,
  errors: FieldErrors,
): Promise<Condition> {
  if (asked.kind === 'not') {
    return { kind: 'not', part: await resolve(ctx, definition, asked.part, depth, errors) };
  }
  if (asked.kind !== 'leaf') {
    const parts: Condition[] = [];
    for (const part of asked.parts) {
      parts.push((await gathering(errors, () => resolve(ctx, definition, part, depth, errors))) ?? anything);
    }
    return { kind: asked.kind, parts };
  }
  const dot = asked.path.indexOf('.');
  if (dot === -1) return leafOf(fieldOf(definition, asked.path, asked.at), asked);
  if (depth >= longestPath) throw new QueryError(asked.at, `A path has at most ${longestPath} relations.`);
  const key = asked.path.slice(0, dot);
  const field = fieldOf(definition, key, asked.at);
  const relation = field.kind === 'attribute' ? field.attribute.relation : null;
  if (!relation) throw new QueryError(asked.at, `${key} is not a relation, so nothing follows it.`);
  const related = await definitionById(ctx, relation.objectId);
  const onward = { ...asked, path: asked.path.slice(dot + 1) };
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
  wish: Wish,
  after: Place | undefined,
): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  const [first, second] = partsOf(question);
  const wanted = wish.limit + 1;
  let offset = after ? 0 : wish.offset;
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

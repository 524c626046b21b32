import { createHash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import type { FieldErrors } from '../../platform/problems.ts';
import { getZone } from '../../platform/zones.ts';
import { findSurvivors } from '../links/public.ts';
import { type Selection, validateSelection } from '../records/public.ts';
import { type Definition, loadDefinitionById } from '../schema/public.ts';
import { buildSearchPatterns, splitSearchWords } from '../values/public.ts';
import {
  resolveField,
  parseFilterBody,
  parseFilterParams,
  QueryError,
  type Condition,
  type FilterInput,
} from './filter.rules.ts';
import { parseCondition, findOpposite } from './operators.rules.ts';
import { isRelative, type Caller } from './relative.rules.ts';
import { formatFilter, decodeCursor, parseSort, type Place } from './sort.rules.ts';
import { isWideThrough } from './conditions.store.ts';
import { findHits, findTimezone, type ParsedQuery, type Search } from './store.ts';

/** A list as a caller asked for it. The filter is parsed together with the rest, so that all errors come at once. */
export interface RecordQuery extends Selection {
  readonly filter: () => FilterInput;
  readonly search?: string | undefined;
  readonly sort?: string | readonly string[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly withTotal: boolean;
}

interface ListQuery {
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  readonly cursor?: string | undefined;
}

/** The query of a GET, with filters in the query string. */
export function buildQueryFromParams(query: ListQuery, page: { limit: number; offset: number }): RecordQuery {
  const { search, sort, cursor } = query;
  return { filter: () => parseFilterParams({ ...query }), search, sort, cursor, ...page, withTotal: true };
}

interface BodyQuery {
  readonly filter?: unknown;
  readonly search?: string | undefined;
  readonly sort?: string | string[] | undefined;
  readonly cursor?: string | undefined;
  readonly page?: number | undefined;
  readonly count: number;
  readonly includeTotal: boolean;
}

/** The query of a POST, with the filter as a tree. */
export function buildQueryFromBody(body: BodyQuery): RecordQuery {
  const { search, sort, cursor, page = 1, count: limit, includeTotal: withTotal } = body;
  const offset = (page - 1) * limit;
  return { filter: () => parseFilterBody(body.filter), search, sort, cursor, limit, offset, withTotal };
}

/** The fields of a body that are valid by the contract. Without a valid sort, a cursor can't be checked. */
export function buildQueryFromPartialBody({ cursor, ...part }: Partial<BodyQuery>): RecordQuery {
  return buildQueryFromBody({
    count: 1,
    includeTotal: false,
    ...part,
    cursor: 'sort' in part ? cursor : undefined,
  });
}

export async function validateQuery(
  ctx: Ctx,
  definition: Definition,
  query: RecordQuery,
): Promise<FieldErrors> {
  return (await parseQuery(ctx, definition, query)).errors;
}

/** Resolves keys and values by the definition, and collects all that is wrong with them. */
export async function parseQuery(
  ctx: Ctx,
  definition: Definition,
  query: RecordQuery,
): Promise<{ parsed: ParsedQuery; after: Place | undefined; errors: FieldErrors }> {
  const errors = validateSelection(definition, query);
  const sort = await collectErrors(errors, () => parseSort(definition, query.sort));
  const filter = await collectErrors(errors, query.filter);
  const condition =
    filter &&
    (await collectErrors(errors, async () =>
      resolve({ ctx, caller: await callerOf(ctx, filter), errors }, definition, filter, 0),
    ));
  const search = await searchFrom(ctx, definition, query.search);
  const of = shortName(formatFilter(definition, filter, query.search?.trim() || undefined));
  const { cursor } = query;
  const hasPlace = sort !== undefined && filter !== undefined && cursor !== undefined;
  const after = hasPlace ? await collectErrors(errors, () => decodeCursor(sort, of, cursor)) : undefined;
  const parsed = { definition, condition: condition ?? all, search, sort: sort ?? [], filterName: of };
  return { parsed, after, errors };
}

/** What a cursor has instead of a filter, which may be long. */
function shortName(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Adds the error of one part to those of the others. */
export async function collectErrors<T>(
  errors: FieldErrors,
  parse: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    (errors[error.at] ??= []).push(error.message);
    return undefined;
  }
}

const all: Condition = { kind: 'and', parts: [] };

/** A pattern for each typo that a word may have, so that a few words are all that can be afforded. */
const maxMisspelt = 2;
const maxForgiven = 1000;

/** As it was written. If that finds nothing, words that no record has may have one typo. */
async function searchFrom(
  ctx: Ctx,
  definition: Definition,
  text: string | undefined,
): Promise<Search | undefined> {
  const variants = splitSearchWords(text);
  if (variants.length === 0) return undefined;
  const exact = await findHits(ctx, definition, buildSearchPatterns(variants));
  if (exact.hits > 0) return exact;
  const misspelt = await findMisspelt(ctx, definition, new Set(variants.flat()));
  if (misspelt.size === 0 || misspelt.size > maxMisspelt) return exact;
  return findHits(ctx, definition, buildSearchPatterns(variants, misspelt), maxForgiven);
}

/** The words that no record has; it stops when they are too many. */
async function findMisspelt(
  ctx: Ctx,
  definition: Definition,
  words: ReadonlySet<string>,
): Promise<Set<string>> {
  const misspelt = new Set<string>();
  for (const word of words) {
    const isKnown =
      words.size > 1 && (await findHits(ctx, definition, buildSearchPatterns([[word]]), 1)).hits > 0;
    if (!isKnown) misspelt.add(word);
    if (misspelt.size > maxMisspelt) break;
  }
  return misspelt;
}

const maxPathLength = 4;

/** The zone is read only where a relative date needs it. */
async function callerOf(ctx: Ctx, filter: FilterInput): Promise<Caller> {
  const { memberId } = ctx.actor;
  const timezone = usesRelativeDate(filter) ? await findTimezone(ctx, memberId) : 'UTC';
  return { memberId, now: ctx.now, zone: getZone(timezone) };
}

function usesRelativeDate(filter: FilterInput): boolean {
  if (filter.kind === 'not') return usesRelativeDate(filter.part);
  if (filter.kind !== 'leaf') return filter.parts.some(usesRelativeDate);
  const texts = [filter.value].flat().filter((value) => typeof value === 'string');
  return texts.some((text) => text.split(',').some(isRelative));
}

interface Resolution {
  readonly ctx: Ctx;
  readonly caller: Caller;
  readonly errors: FieldErrors;
}

/** Resolves the keys of a filter, along its relations. */
async function resolve(
  resolution: Resolution,
  definition: Definition,
  filter: FilterInput,
  depth: number,
): Promise<Condition> {
  const { ctx, caller, errors } = resolution;
  if (filter.kind === 'not') {
    return { kind: 'not', part: await resolve(resolution, definition, filter.part, depth) };
  }
  if (filter.kind !== 'leaf') {
    const parts: Condition[] = [];
    for (const part of filter.parts) {
      parts.push((await collectErrors(errors, () => resolve(resolution, definition, part, depth))) ?? all);
    }
    return { kind: filter.kind, parts };
  }
  const dot = filter.path.indexOf('.');
  if (dot === -1) {
    const condition = parseCondition(resolveField(definition, filter.path, filter.at), filter, caller);
    return withSurvivors(ctx, condition, depth > 0 ? definition.id : undefined);
  }
  const opposite = depth === 0 ? findOpposite(filter) : undefined;
  if (opposite) return { kind: 'not', part: await resolve(resolution, definition, opposite, depth) };
  if (depth >= maxPathLength)
    throw new QueryError(filter.at, `A path can have at most ${maxPathLength} relations.`);
  const key = filter.path.slice(0, dot);
  const field = resolveField(definition, key, filter.at);
  const relation = field.kind === 'attribute' ? field.attribute.relation : null;
  if (!relation) throw new QueryError(filter.at, `${key} isn’t a relation, so the path must end there.`);
  const related = await loadDefinitionById(ctx, relation.objectId);
  const rest = { ...filter, path: filter.path.slice(dot + 1) };
  const part = await resolve(resolution, related, rest, depth + 1);
  const isWide = await isWideThrough(ctx, relation, part);
  return { kind: 'through', relation, revision: related.revision, part, isWide };
}

/** A condition on partners by id: the id of a merged record means its survivor. `idsOf` is the object whose ids `id` compares. */
async function withSurvivors(ctx: Ctx, condition: Condition, idsOf: string | undefined): Promise<Condition> {
  if (condition.kind !== 'leaf' || condition.op === 'empty') return condition;
  const { field, values } = condition;
  const isId = field.kind === 'column' && field.column === 'id';
  const objectId = field.kind === 'attribute' ? field.attribute.relation?.objectId : isId ? idsOf : undefined;
  if (objectId === undefined) return condition;
  const survivors = await findSurvivors(ctx, objectId, values.map(String));
  return { ...condition, values: values.map((id) => survivors.get(String(id)) ?? id) };
}

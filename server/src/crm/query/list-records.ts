import type { Ctx } from '../../platform/context.ts';
import { throwIfInvalid } from '../../platform/problems.ts';
import { countRecords, type RecordRow } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';
import { countTotal } from './count-total.ts';
import { parseQuery, type RecordQuery } from './parse-query.ts';
import { encodeCursor, type Place } from './sort.rules.ts';
import {
  countMatches,
  countSome,
  findPart,
  isCommon,
  maxCounted,
  listParts,
  type FoundRow,
  type ParsedQuery,
} from './store.ts';

export interface RecordList {
  readonly rows: readonly RecordRow[];
  readonly total: number | null;
  /** False if a search has more hits than were counted. */
  readonly isTotalExact: boolean;
  readonly nextCursor: string | null;
}

/** A page of records. After a cursor, a page takes the same time at any depth. */
export async function listRecords(ctx: Ctx, definition: Definition, query: RecordQuery): Promise<RecordList> {
  const { parsed, after, errors } = await parseQuery(ctx, definition, query);
  throwIfInvalid(errors);
  const total = query.withTotal ? await totalOf(ctx, parsed, after) : null;
  const found = await findPage(ctx, parsed, query, after);
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  const hasMore = found.length > query.limit && last !== undefined;
  return {
    rows,
    total,
    isTotalExact: parsed.search === undefined || !isCommon(parsed.search) || (total ?? 0) < maxCounted,
    nextCursor: hasMore ? cursorAt(parsed, last, total) : null,
  };
}

/** What the answer to a query says of its page. */
export function buildPagination(
  { total, nextCursor, isTotalExact }: Omit<RecordList, 'rows'>,
  count: number,
) {
  return { count, total, nextCursor, ...(!isTotalExact && { isTotalExact: false as const }) };
}

async function totalOf(ctx: Ctx, query: ParsedQuery, after: Place | undefined): Promise<number> {
  const { condition, search, definition } = query;
  const isAll = condition.kind === 'and' && condition.parts.length === 0;
  if (isAll && search === undefined) return countRecords(ctx, definition.id);
  if (after?.total != null) return after.total;
  if (isAll && search) return Math.min(search.hits, maxCounted);
  return search && isCommon(search) ? countSome(ctx, query) : countTotal(ctx, query);
}

/** The records of a page and the one after it, which says that there is a next page. */
async function findPage(
  ctx: Ctx,
  parsed: ParsedQuery,
  query: RecordQuery,
  after: Place | undefined,
): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  const [first, second] = listParts(parsed);
  const limit = query.limit + 1;
  let offset = after ? 0 : query.offset;
  const isPastFirst = second !== undefined && after?.values[0] === null;
  if (first && !isPastFirst) {
    rows.push(...(await findPart(ctx, parsed, first, { after, limit, offset })));
    if (rows.length === limit || !second) return rows;
    if (rows.length > 0 || after) offset = 0;
    else if (offset > 0) offset -= (await countMatches(ctx, parsed, first)).total;
  }
  if (!second) return rows;
  const rest = {
    limit: limit - rows.length,
    offset: Math.max(0, offset),
    after: isPastFirst ? after : undefined,
  };
  rows.push(...(await findPart(ctx, parsed, second, rest)));
  return rows;
}

function cursorAt({ sort, filterName: of }: ParsedQuery, row: FoundRow, total: number | null): string {
  return encodeCursor(sort, of, { values: row.sort_values, id: row.id, total });
}

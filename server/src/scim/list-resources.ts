import type { Ctx } from '../platform/context.ts';
import { maxResults } from './discovery.ts';
import { parseFilter, type Filter } from './filter.rules.ts';
import { countGroups, listGroups } from './groups.store.ts';
import { toList, type JsonObject } from './patch.rules.ts';
import { scimProblem } from './scim-problem.ts';
import { countUsers, listUsers, type Portion } from './users.store.ts';
import {
  isWanted,
  project,
  serializeGroup,
  serializeList,
  serializeUser,
  type Projection,
  type Resource,
} from './view.ts';

/** A page of users or groups, by the parameters of a query or of `/.search`. */

interface Selection extends Projection {
  readonly filter: Filter | undefined;
  readonly portion: Portion;
  readonly startIndex: number;
}

export async function listScimUsers(ctx: Ctx, parameters: JsonObject): Promise<Resource> {
  const selection = parseSelection(parameters);
  const { filter, portion, startIndex } = selection;
  const rows = portion.limit === 0 ? [] : await listUsers(ctx, filter, portion);
  const items = rows.map((row) => project(serializeUser(ctx, row), selection));
  return serializeList(items, await countUsers(ctx, filter), startIndex);
}

export async function listScimGroups(ctx: Ctx, parameters: JsonObject): Promise<Resource> {
  const selection = parseSelection(parameters);
  const { filter, portion, startIndex } = selection;
  const withMembers = isWanted(selection, 'members');
  const rows = portion.limit === 0 ? [] : await listGroups(ctx, filter, portion, withMembers);
  const items = rows.map((row) => project(serializeGroup(ctx, row, withMembers), selection));
  return serializeList(items, await countGroups(ctx, filter), startIndex);
}

const defaultCount = 100;
const maxStartIndex = 1_000_000;

function parseSelection(parameters: JsonObject): Selection {
  const { filter, sortBy, sortOrder } = parameters;
  const startIndex = Math.max(1, parseInteger(parameters, 'startIndex', 1, maxStartIndex));
  const limit = Math.max(0, parseInteger(parameters, 'count', defaultCount, maxResults));
  return {
    ...parseProjection(parameters),
    filter: filter === undefined || filter === '' ? undefined : parseFilter(readText('filter', filter)),
    startIndex,
    portion: {
      limit,
      offset: startIndex - 1,
      sortBy: sortBy === undefined ? undefined : readText('sortBy', sortBy),
      isDescending: sortOrder === 'descending',
    },
  };
}

export function parseProjection({ attributes, excludedAttributes }: JsonObject): Projection {
  return { attributes: parseNames(attributes), excluded: parseNames(excludedAttributes) };
}

/** In the query a text with commas, in the body of `/.search` a list. */
function parseNames(given: unknown): string[] {
  return toList(given)
    .flatMap((name) => String(name).split(','))
    .map((name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, ''),
    )
    .filter(Boolean);
}

function parseInteger(parameters: JsonObject, name: string, absent: number, max: number): number {
  const given = parameters[name];
  if (given === undefined || given === '') return absent;
  if (!/^-?\d{1,15}$/.test(String(given)))
    throw scimProblem(400, `${name} must be a whole number.`, 'invalidValue');
  return Math.min(max, Number(given));
}

function readText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw scimProblem(400, `${name} must be given once, as a text.`, 'invalidValue');
}

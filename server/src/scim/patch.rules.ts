import { parsePath, type AttributePath } from './filter.rules.ts';
import { scimProblem } from './scim-problem.ts';

/** Changes of a PATCH, each to one attribute, in the shapes that directories send (RFC 7644, 3.5.2). */

export interface Operation extends AttributePath {
  readonly op: 'add' | 'replace' | 'remove';
  readonly value: unknown;
}

export type JsonObject = Readonly<Record<string, unknown>>;

const maxOperations = 1000;

export function parseOperations(body: unknown): Operation[] {
  const { Operations: given, operations: lower } = asObject(body, 'The body');
  const list = given ?? lower;
  if (!Array.isArray(list) || list.length === 0) throw syntax('Operations must be a list with an entry.');
  if (list.length > maxOperations)
    throw scimProblem(400, `A PATCH can have at most ${maxOperations} operations.`, 'tooMany');
  return list.flatMap(parseOperation);
}

/** Within an object they are ignored, since Okta sends the id of a group along with its name. */
const readOnly = new Set(['id', 'meta', 'groups']);

/** Entra ID writes `Replace`. */
function parseOperation(given: unknown): Operation[] {
  const { op: name, path, value } = asObject(given, 'An operation');
  const op = (['add', 'replace', 'remove'] as const).find((known) => known === String(name).toLowerCase());
  if (!op) throw syntax(`op must be add, replace or remove, not ${String(name)}.`);
  if (typeof path === 'string' && path.trim() !== '') {
    const target = parsePath(path);
    if (readOnly.has(target.attribute)) throw scimProblem(400, `${path} can’t be changed.`, 'mutability');
    return [{ op, ...target, value }];
  }
  if (path !== undefined && path !== null && path !== '') throw syntax('path must be a text.');
  if (op === 'remove') throw scimProblem(400, 'remove needs a path.', 'noTarget');
  return expandObject(op, asObject(value, 'Without a path, value'));
}

/** An operation without a path has several attributes, whose names may be paths: `name.givenName`. */
export function expandObject(op: 'add' | 'replace', value: JsonObject): Operation[] {
  return Object.entries(value).map(([key, one]) => ({ op, ...parsePath(key), value: one }));
}

export function asObject(value: unknown, noun: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw syntax(`${noun} must be an object.`);
}

/** Names of attributes in lower case, since their case doesn't matter. */
export function lowerKeys(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]));
}

/** One value or a list of them. */
export function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

const syntax = (detail: string) => scimProblem(400, detail, 'invalidSyntax');

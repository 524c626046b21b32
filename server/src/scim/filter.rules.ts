import { scimProblem, type ScimType } from './scim-problem.ts';

/** Filters and paths of SCIM (RFC 7644, 3.4.2.2 and 3.5.2). Names of attributes are in lower case, since their case doesn't matter. */

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];
export type FilterValue = string | number | boolean | null;

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | {
      readonly kind: 'compare';
      readonly path: string;
      readonly op: Comparison;
      readonly value: FilterValue;
    }
  | { readonly kind: 'present'; readonly path: string }
  /** At least one value of the attribute meets the filter. */
  | { readonly kind: 'some'; readonly path: string; readonly part: Filter };

/** What an operation of a PATCH is about: `name.givenName`, `members`, `emails[type eq "work"].value`. */
export interface AttributePath {
  readonly attribute: string;
  readonly sub?: string;
  readonly filter?: Filter;
}

const maxLength = 4000;
const maxConditions = 50;
const maxDepth = 20;

export function parseFilter(text: string): Filter {
  const reader = createReader(text, 'invalidFilter');
  const filter = parseAlternatives(reader, 0);
  reader.requireEnd();
  return filter;
}

export function parsePath(text: string): AttributePath {
  const reader = createReader(text, 'invalidPath');
  const [attribute = '', sub] = splitPath(reader.takeName());
  if (reader.peek() !== '[') {
    reader.requireEnd();
    return { attribute, ...(sub !== undefined && { sub }) };
  }
  const filter = parseBrackets(reader, 0);
  const after = parseSub(reader);
  reader.requireEnd();
  return { attribute, filter, ...(after !== undefined && { sub: after }) };
}

const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/;

/** An attribute of another schema keeps its whole name, and has no part of which we know. */
function splitPath(name: string): string[] {
  const short = name.toLowerCase().replace(corePrefix, '');
  return short.startsWith('urn:') ? [short] : short.split('.');
}

interface Reader {
  peek(): string | undefined;
  take(): string | undefined;
  takeName(): string;
  countCondition(): void;
  fail(detail: string): never;
  requireEnd(): void;
}

/** A string, a bracket, or a word. */
const token = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y;

function createReader(text: string, type: ScimType): Reader {
  const fail = (detail: string): never => {
    throw scimProblem(400, detail, type);
  };
  if (text.length > maxLength) fail(`Must have at most ${maxLength} characters.`);
  const tokens = tokenize(text) ?? fail('A string or a bracket isn’t closed.');
  let at = 0;
  let conditions = 0;
  return {
    peek: () => tokens[at],
    take() {
      at += 1;
      return tokens[at - 1];
    },
    takeName() {
      const name = this.take() ?? '';
      return /^[A-Za-z$][\w$.:-]*$/.test(name)
        ? name
        : fail(`Expected an attribute, not ${name || 'the end'}.`);
    },
    countCondition() {
      conditions += 1;
      if (conditions > maxConditions) fail(`Must have at most ${maxConditions} conditions.`);
    },
    fail,
    requireEnd() {
      if (at < tokens.length) fail(`Unexpected: ${tokens[at]}.`);
    },
  };
}

function tokenize(text: string): string[] | undefined {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  for (token.lastIndex = 0; token.lastIndex < end;) {
    const match = token.exec(text);
    if (!match) return undefined;
    tokens.push(match[1] ?? '');
  }
  return tokens;
}

function parseAlternatives(reader: Reader, depth: number): Filter {
  return parseJoined(reader, 'or', () => parseJoined(reader, 'and', () => parseCondition(reader, depth)));
}

function parseJoined(reader: Reader, kind: 'and' | 'or', parsePart: () => Filter): Filter {
  const first = parsePart();
  const parts = [first];
  while (reader.peek()?.toLowerCase() === kind) {
    reader.take();
    parts.push(parsePart());
  }
  return parts.length === 1 ? first : { kind, parts };
}

function parseCondition(reader: Reader, depth: number): Filter {
  reader.countCondition();
  if (depth > maxDepth) reader.fail(`Must not be nested deeper than ${maxDepth} levels.`);
  if (reader.peek() === '(') return parseGroup(reader, depth);
  const name = reader.takeName();
  if (name.toLowerCase() === 'not' && reader.peek() === '(')
    return { kind: 'not', part: parseGroup(reader, depth) };
  const path = splitPath(name).join('.');
  if (reader.peek() !== '[') return parseComparison(reader, path);
  const part = parseBrackets(reader, depth);
  const sub = parseSub(reader);
  if (sub === undefined) return { kind: 'some', path, part };
  return { kind: 'some', path, part: { kind: 'and', parts: [part, parseComparison(reader, sub)] } };
}

function parseGroup(reader: Reader, depth: number): Filter {
  reader.take();
  const part = parseAlternatives(reader, depth + 1);
  if (reader.take() !== ')') reader.fail('A parenthesis isn’t closed.');
  return part;
}

function parseBrackets(reader: Reader, depth: number): Filter {
  reader.take();
  const part = parseAlternatives(reader, depth + 1);
  if (reader.take() !== ']') reader.fail('A bracket isn’t closed.');
  return part;
}

/** `.value` after a bracket. */
function parseSub(reader: Reader): string | undefined {
  if (!reader.peek()?.startsWith('.')) return undefined;
  return reader.take()?.slice(1).toLowerCase();
}

function parseComparison(reader: Reader, path: string): Filter {
  const operator = reader.take()?.toLowerCase() ?? '';
  if (operator === 'pr') return { kind: 'present', path };
  const op = comparisons.find((known) => known === operator);
  if (!op) return reader.fail(`Expected an operator such as eq, not ${operator || 'the end'}.`);
  return { kind: 'compare', path, op, value: parseValue(reader) };
}

function parseValue(reader: Reader): FilterValue {
  const text = reader.take() ?? '';
  try {
    const value = JSON.parse(/^(true|false|null)$/i.test(text) ? text.toLowerCase() : text) as FilterValue;
    if (typeof value !== 'string' || !value.includes('\0')) return value;
  } catch {
    // Reported below.
  }
  return reader.fail(`Expected a value such as "text", 5, true or null, not ${text || 'the end'}.`);
}

/** Whether one value of an attribute, such as an email address with its type, meets a filter. */
export function isMatch(value: Readonly<Record<string, unknown>>, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => isMatch(value, part));
    case 'or':
      return filter.parts.some((part) => isMatch(value, part));
    case 'not':
      return !isMatch(value, filter.part);
    case 'present':
      return (value[filter.path] ?? '') !== '';
    case 'some':
      return false;
    case 'compare':
      return compare(toComparable(value[filter.path]), filter.op, toComparable(filter.value));
  }
}

const toComparable = (value: unknown): string => String(value ?? '').toLowerCase();

function compare(given: string, op: Comparison, wanted: string): boolean {
  switch (op) {
    case 'eq':
      return given === wanted;
    case 'ne':
      return given !== wanted;
    case 'co':
      return given.includes(wanted);
    case 'sw':
      return given.startsWith(wanted);
    case 'ew':
      return given.endsWith(wanted);
    case 'gt':
      return given > wanted;
    case 'ge':
      return given >= wanted;
    case 'lt':
      return given < wanted;
    case 'le':
      return given <= wanted;
  }
}

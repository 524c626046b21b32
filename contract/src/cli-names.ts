import { z } from 'zod';
import type { AnyRoute } from './route.ts';

/** What an operation is called on the command line. The CLI runs by it, and the docs show it. */

/** Where the operation's own name would mislead. Everything else follows from name and tag. */
const exceptions: Readonly<Record<string, string>> = {
  createImport: 'records import',
  // An operator ends sessions of others by `session end`.
  endSession: 'session revoke',
  exportPerson: 'people export-data',
  findDuplicateCompanies: 'companies find-duplicates',
  findDuplicatePeople: 'people find-duplicates',
  invite: 'invitations create',
  listAllOutboundCalls: 'calls list',
  listEventNotes: 'notes list',
  listOutboundCalls: 'calls list-of-agent',
  search: 'search',
  whoami: 'whoami',
};

const synonyms: Readonly<Record<string, string>> = { read: 'get', change: 'update' };

/** `listScheduledEvents` of the tag `Scheduled events` is `events list`. */
export function getCliName(operation: string, { tag }: Pick<AnyRoute, 'tag'>): string {
  const exception = exceptions[operation];
  if (exception !== undefined) return exception;
  const [verb = '', ...rest] = wordsOf(operation);
  const known = new Set(wordsOf(tag).map(stemOf));
  return `${getCliNoun(tag)} ${[synonyms[verb] ?? verb, ...rest.filter((word) => !known.has(stemOf(word)))].join('-')}`;
}

/** `Scheduled events` are `events`, and `CRM people` are `people`. */
export function getCliNoun(tag: AnyRoute['tag']): string {
  return wordsOf(tag.replace(/^(?:CRM|Scheduled|Routing|Outbound) /, '')).join('-');
}

/** `minStartTime` and `question_answers` are `min-start-time` and `question-answers`. */
export function toKebabCase(name: string): string {
  return wordsOf(name).join('-');
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _-]+/);
}

function stemOf(word: string): string {
  return word === 'person' ? 'people' : word.replace(/ies$/, 'y').replace(/ly$|s$/, '');
}

export interface CliArgument {
  /** The parameter of the path. */
  readonly field: string;
  /** As the help shows it: `event` for the `uuid` of an event. */
  readonly name: string;
  readonly example: string;
}

export interface CliFlag {
  /** Without its two hyphens. */
  readonly name: string;
  readonly field: string;
  readonly in: 'query' | 'body';
  /** `json`: what no single word can say, such as a list of objects. */
  readonly type: 'text' | 'number' | 'boolean' | 'json';
  /** Can be repeated, for a list. */
  readonly isList: boolean;
  readonly isNullable: boolean;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  /** What kind of text, such as `date-time` or `email`. */
  readonly format: string | undefined;
  readonly meaning: string | undefined;
  readonly example: string | undefined;
}

/** Path parameters are arguments, in their order in the path, and named by what they identify. */
export function listCliArguments({ path, params }: AnyRoute): CliArgument[] {
  const fields = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => {
    const { noun, example } = (params.shape[field] as z.ZodType | undefined)?.meta() ?? {};
    return { field, noun: typeof noun === 'string' ? noun : field, example };
  });
  const isUnique = new Set(fields.map(({ noun }) => noun)).size === fields.length;
  return fields.map(({ field, noun, example }) => ({
    field,
    name: toKebabCase(isUnique ? noun : field),
    example: typeof example === 'string' ? example : toKebabCase(field).toUpperCase(),
  }));
}

/** Flags of the program itself. A field of the same name gets its place in front of its name, as in `--body-data`. */
const reserved = new Set([
  'all',
  'data',
  'file',
  'filter-by',
  'help',
  'json',
  'limit',
  'output',
  'profile',
  'server',
  'set',
  'wait',
  'yes',
]);

/** Every field of query and body, except those that page through a list: `--limit`, `--page` and `--all` do that. */
export function listCliFlags(route: AnyRoute): CliFlag[] {
  const paging = route.returns.paging ? new Set(['page', 'cursor', route.returns.paging.size]) : new Set();
  const query = flagsOf(schemaOf(route.query), 'query').filter(({ field }) => !paging.has(field));
  const taken = new Set(query.map(({ field }) => field));
  const body = route.body ? flagsOf(schemaOf(route.body), 'body') : [];
  return [...query, ...body.filter(({ field }) => !taken.has(field))];
}

/** Whether a body takes fields of the workspace's own, such as the attributes of a record. */
export function hasOpenBody({ body }: AnyRoute): boolean {
  if (!body) return false;
  const { type, additionalProperties } = schemaOf(body);
  return type === 'object' && additionalProperties !== undefined && additionalProperties !== false;
}

/** Whether a query takes `filter[attribute]`. */
export function hasOpenQuery({ query }: AnyRoute): boolean {
  return query.def.catchall !== undefined && !(query.def.catchall instanceof z.ZodNever);
}

interface Json {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Json>>;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly Json[];
  readonly allOf?: readonly Json[];
  readonly items?: Json;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly description?: string;
  readonly example?: unknown;
}

/** With the references of its fields, and of the items of lists, replaced by what they refer to. */
function schemaOf(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json;
  const resolve = (node: Json): Json => {
    const { $ref, ...beside } = node;
    const target = json.$defs?.[$ref?.replace('#/$defs/', '') ?? ''];
    const resolved = target ? { ...target, ...beside } : node;
    return resolved.items ? { ...resolved, items: resolve(resolved.items) } : resolved;
  };
  const root = resolve(json);
  const properties = Object.entries(root.properties ?? {}).map(([name, node]) => [name, resolve(node)]);
  return { ...root, properties: Object.fromEntries(properties) as Record<string, Json> };
}

function flagsOf({ properties = {}, required = [] }: Json, place: 'query' | 'body'): CliFlag[] {
  return Object.entries(properties).map(([field, node]) => {
    const all = optionsOf(node);
    const options = all.filter(({ type }) => type !== 'null');
    const [only = {}] = options;
    const item = only.type === 'array' ? (only.items ?? {}) : only;
    const type = options.length === 1 ? typeOf(item) : 'json';
    const example = node.example ?? only.example ?? item.example;
    const name = toKebabCase(field);
    return {
      name: reserved.has(name) ? `${place}-${name}` : name,
      field,
      in: place,
      type,
      isList: options.length === 1 && only.type === 'array' && type !== 'json',
      isNullable: all.length > options.length,
      isRequired: required.includes(field),
      format: item.format,
      choices:
        type === 'boolean' ? [] : (item.enum ?? (item.const === undefined ? [] : [item.const])).map(String),
      meaning: node.description ?? only.description,
      example: example === undefined ? undefined : textOf(example),
    };
  });
}

function optionsOf(node: Json): readonly Json[] {
  if (Array.isArray(node.type)) return node.type.map((type: string) => ({ ...node, type }));
  return node.anyOf ?? [node];
}

function typeOf({ type, enum: values, const: value }: Json): CliFlag['type'] {
  if (type === 'boolean' || isSwitch(values)) return 'boolean';
  if (type === 'string' || values !== undefined || typeof value === 'string') return 'text';
  return type === 'integer' || type === 'number' ? 'number' : 'json';
}

/** A flag in a query, which is on when it is `1`. */
const isSwitch = (values: readonly unknown[] | undefined): boolean =>
  values?.length === 1 && values[0] === '1';

export interface CliInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A command to copy: with this input, or with the examples of the contract. */
export function formatCliLine(operation: string, route: AnyRoute, input: CliInput = {}): string {
  const args = listCliArguments(route).map(({ field, example }) =>
    quote(textOf(input.params?.[field] ?? example)),
  );
  const body = input.body ?? route.examples.body ?? (route.body && {});
  return [
    'daybook',
    getCliName(operation, route),
    ...args,
    ...flagTexts(route, 'query', input.query ?? {}),
    ...(isRecord(body)
      ? flagTexts(route, 'body', body)
      : body === undefined
        ? []
        : [`--data ${quote(textOf(body))}`]),
    ...(route.takes ? ['--file FILE'] : []),
  ].join(' ');
}

function flagTexts(
  route: AnyRoute,
  place: 'query' | 'body',
  values: Readonly<Record<string, unknown>>,
): string[] {
  const flags = listCliFlags(route).filter((flag) => flag.in === place);
  const missing = flags
    .filter(({ field, isRequired }) => isRequired && !(field in values))
    .map(({ name, choices, example }) => `--${name} ${quote(example ?? choices[0] ?? name.toUpperCase())}`);
  const given = Object.entries(values).flatMap(([field, value]) => {
    const flag = flags.find((candidate) => candidate.field === field);
    if (!flag)
      return [
        place === 'body'
          ? `--set ${quote(`${field}=${jsonText(value)}`)}`
          : `--${toKebabCase(field)} ${quote(textOf(value))}`,
      ];
    if (flag.type === 'boolean' && value === true) return [`--${flag.name}`];
    return (flag.isList && Array.isArray(value) ? value : [value]).map(
      (each) => `--${flag.name} ${quote(flag.type === 'json' ? jsonText(each) : textOf(each))}`,
    );
  });
  return [...missing, ...given];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What is read as JSON where it can be: a text such as `24` needs its quotes. */
function jsonText(value: unknown): string {
  const text = textOf(value);
  try {
    return typeof JSON.parse(text) === typeof value ? text : JSON.stringify(value);
  } catch {
    return text;
  }
}

/** For a shell: what it would read otherwise stands in single quotes. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

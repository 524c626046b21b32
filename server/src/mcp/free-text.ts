import { schemaParts, type Json } from '@daybook/contract/json-schema';
import type { AnyRoute } from '@daybook/contract/route';

/**
 * Where the answer of an operation may hold text that somebody wrote freely, such as `collection[].invitees[].fullName`. Derived
 * from its schema, so that no field is forgotten: a text without a format, a pattern or a list of values counts as free.
 */
export function listFreeTextFields({ returns }: AnyRoute): string[] {
  const { root, named } = schemaParts(returns.wire, 'output');
  const found = new Set<string>();
  collect(root, '', { named, found, open: new Set() });
  // The sentence with which the server itself confirms what was done.
  if (returns.at === '') found.delete('message');
  return [...found];
}

interface Search {
  readonly named: Readonly<Record<string, Json>>;
  readonly found: Set<string>;
  /** Names that are being followed: a schema may contain itself. */
  readonly open: ReadonlySet<string>;
}

function collect(schema: Json, path: string, search: Search): void {
  const { named, found, open } = search;
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].replace('#/$defs/', '');
    if (!open.has(name)) collect(named[name] ?? {}, path, { named, found, open: new Set([...open, name]) });
    return;
  }
  const below = [
    ...variants(schema).map((each) => [each, path] as const),
    ...Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(
      ([name, each]) => [each, path ? `${path}.${name}` : name] as const,
    ),
    ...parts(schema, 'items').map((each) => [each, `${path}[]`] as const),
    ...parts(schema, 'additionalProperties').map((each) => [each, `${path}.*`] as const),
  ];
  for (const [each, at] of below) collect(each, at, search);
  if (below.length === 0 && isFreeText(schema)) found.add(path);
}

function variants(schema: Json): Json[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Json[]);
}

function parts(schema: Json, key: string): Json[] {
  return typeof schema[key] === 'object' ? [schema[key] as Json] : [];
}

/** What has no type may be a text as well. */
function isFreeText(schema: Json): boolean {
  if (['enum', 'const', 'format', 'pattern'].some((key) => key in schema)) return false;
  return schema['type'] === undefined || [schema['type']].flat().includes('string');
}

import { z } from 'zod';

/** The schemas of the contract as JSON Schema, for readers outside of it: OpenAPI, MCP and the reference. */

export type Json = Record<string, unknown>;
export type Io = 'input' | 'output';

/** A schema that stands for itself, with the named ones that it uses under `$defs`. */
export function toJsonSchema(schema: z.ZodType, io: Io): Json {
  const { root, named } = schemaParts(schema, io);
  return Object.keys(named).length > 0 ? { ...root, $defs: named } : root;
}

interface SchemaParts {
  readonly root: Json;
  readonly named: Readonly<Record<string, Json>>;
}

/** The same in two parts. A schema has a name if it was given an `id`. */
export const schemaParts = memoizePerSchema((schema, io): SchemaParts => {
  const {
    $schema: _dialect,
    $defs: named = {},
    ...root
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema: node }) => polish(node as Json),
  }) as Json & { $defs?: Record<string, Json> };
  return { root, named };
});

/** Converts each schema once: they are declared once and never change, and converting one takes a while. */
export function memoizePerSchema<T>(
  convert: (schema: z.ZodType, io: Io) => T,
): (schema: z.ZodType, io: Io) => T {
  const known = {
    input: new WeakMap<z.ZodType, { value: T }>(),
    output: new WeakMap<z.ZodType, { value: T }>(),
  };
  return (schema, io) => {
    const entry = known[io].get(schema) ?? { value: convert(schema, io) };
    known[io].set(schema, entry);
    return entry.value;
  };
}

/** Removes what is for our own use, and bounds that say nothing to a reader. */
function polish(node: Json): void {
  for (const name of ['pattern', 'enum']) if (node[name] === undefined) delete node[name];
  if (node['minimum'] === Number.MIN_SAFE_INTEGER) delete node['minimum'];
  if (node['maximum'] === Number.MAX_SAFE_INTEGER) delete node['maximum'];
  // A client that refuses unknown fields would break when we add one.
  if (node['additionalProperties'] === false) delete node['additionalProperties'];
  if (node['example'] !== undefined) node['examples'] = [node['example']];
  delete node['example'];
  delete node['noun'];
  delete node['id'];
}

/** The fields of an object, each with its schema. */
export function listFields(schema: z.ZodObject): [string, z.ZodType][] {
  return Object.entries(schema.shape as Record<string, z.ZodType>);
}

export function isAcceptedBy(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

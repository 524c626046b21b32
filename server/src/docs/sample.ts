import { schemaParts, type Io, type Json } from '@daybook/contract/json-schema';
import type { z } from 'zod';

/** A value that keeps a schema of the contract, with the examples that its fields name. */
export function buildSample(schema: z.ZodType, io: Io, name = ''): unknown {
  const { root, named } = schemaParts(schema, io);
  return sample(root, name, { named, io, open: new Set() });
}

interface Search {
  readonly named: Readonly<Record<string, Json>>;
  readonly io: Io;
  readonly open: ReadonlySet<string>;
}

function sample(schema: Json, name: string, search: Search): unknown {
  const [example] = (schema['examples'] ?? []) as unknown[];
  if (example !== undefined) return example;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (typeof schema['$ref'] === 'string') {
    const target = schema['$ref'].replace('#/$defs/', '');
    // A schema that contains itself ends where it would begin again.
    if (search.open.has(target)) return null;
    return sample(search.named[target] ?? {}, name, { ...search, open: new Set([...search.open, target]) });
  }
  const variants = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Json[] | undefined;
  if (variants) {
    const variant = variants.find(({ type }) => type !== 'null') ?? {};
    return sample(variant, name, search);
  }
  if (schema['type'] === 'null') return null;
  switch ([schema['type']].flat().find((type) => type !== 'null')) {
    case 'object':
      return sampleObject(schema, search);
    case 'array':
      return sampleList(schema, name.replace(/s$/, ''), search);
    case 'integer':
    case 'number':
      return (
        schema['minimum'] ??
        (schema['exclusiveMinimum'] === undefined ? 1 : Number(schema['exclusiveMinimum']) + 1)
      );
    case 'boolean':
      return true;
    case 'string':
      return sampleText(schema, name);
    default:
      return 'any value';
  }
}

function sampleList(schema: Json, name: string, search: Search): unknown[] {
  const fixed = schema['prefixItems'] as Json[] | undefined;
  return (fixed ?? [getItemSchema(schema)]).map((item) => sample(item, name, search));
}

/** What a list is of. */
export function getItemSchema({ items, prefixItems }: Json): Json {
  const [first] = (prefixItems ?? []) as Json[];
  return typeof items === 'object' && items !== null ? (items as Json) : (first ?? {});
}

/** Of what is sent, the fields that must be; of what is answered, all. */
function sampleObject(schema: Json, search: Search): Json {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const required = (schema['required'] ?? []) as string[];
  const shown = search.io === 'input' ? properties.filter(([key]) => required.includes(key)) : properties;
  return Object.fromEntries(shown.map(([key, each]) => [key, sample(each, key, search)]));
}

const formats: Readonly<Record<string, string>> = {
  uuid: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
  'date-time': '2027-03-02T09:00:00Z',
  date: '2027-03-02',
  email: 'ines@okafor.example',
  uri: 'https://book.example.com/mara-lindqvist/intro-call',
};

const texts: Readonly<Record<string, string>> = {
  title: 'Intro call',
  name: 'Ines Okafor',
  fullName: 'Ines Okafor',
  firstName: 'Ines',
  lastName: 'Okafor',
  host: 'Mara Lindqvist',
  note: '<p>Bring the plans.</p>',
  question: 'What is it about?',
  answer: 'The spring catalog',
  message: 'Done.',
  joinUrl: 'https://meet.example.com/k3R9xQ0bZt',
  timezone: 'Europe/Berlin',
  timeZone: 'Europe/Berlin',
  q: 'okafor',
  end: '2027-03-03T09:00:00Z',
  password: 'a long sentence of your own',
};

function sampleText(schema: Json, name: string): string {
  const known = texts[name] ?? formats[String(schema['format'])] ?? 'text';
  return known.padEnd(Number(schema['minLength'] ?? 0), 'x').slice(0, Number(schema['maxLength'] ?? 1000));
}

import { schemaParts, type Json } from '@daybook/contract/json-schema';
import type { AnyRoute } from '@daybook/contract/route';
import type { Harvest } from './harvest.ts';
import type { Random } from './random.ts';

/** Values that keep a schema of the contract, as far as JSON Schema can say it. */
export interface Source {
  readonly random: Random;
  readonly harvest: Harvest;
}

export type Schema = NonNullable<AnyRoute['body']>;

export function generateValue(schema: Schema, name: string, source: Source): unknown {
  const { root, named } = schemaParts(schema, 'input');
  return generate(root, name, { ...source, named, depth: 0 });
}

interface Search extends Source {
  readonly named: Readonly<Record<string, Json>>;
  readonly depth: number;
}

const deepest = 6;

function generate(schema: Json, name: string, search: Search): unknown {
  const { random, harvest, depth } = search;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum']);
  const known = random.chance(0.5) ? harvest.field(name, random) : undefined;
  if (known !== undefined && fits(schema, known)) return known;
  const examples = (schema['examples'] ?? []) as unknown[];
  if (examples.length > 0 && random.chance(0.7)) return random.pick(examples);
  const deeper = { ...search, depth: depth + 1 };
  if (typeof schema['$ref'] === 'string') {
    const target = search.named[schema['$ref'].replace('#/$defs/', '')] ?? {};
    return depth > deepest ? null : generate(target, name, deeper);
  }
  const variants = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Json[] | undefined;
  if (variants) return generate(random.pick(variants) ?? {}, name, deeper);
  switch (random.pick([schema['type'] ?? 'any'].flat())) {
    case 'object':
      return depth > deepest ? {} : generateObject(schema, deeper);
    case 'array':
      return depth > deepest ? [] : generateList(schema, name, deeper);
    case 'integer':
      return Math.round(generateNumber(schema, random));
    case 'number':
      return generateNumber(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return generateText(schema, name, random);
    default:
      return random.pick([1, true, 'any value', null, { value: 1 }, ['a', 'b'], harvest.id(random)]);
  }
}

function fits({ type }: Json, value: unknown): boolean {
  const kind = typeof value === 'number' ? ['number', 'integer'] : [typeof value];
  return type === undefined || [type].flat().some((each) => kind.includes(String(each)));
}

function generateObject(schema: Json, search: Search): Json {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const required = (schema['required'] ?? []) as string[];
  const optional = search.random.next();
  const shown = properties.filter(([key]) => required.includes(key) || search.random.chance(optional));
  const made: [string, unknown][] = shown.map(([key, each]) => [key, generate(each, key, search)]);
  const open = schema['additionalProperties'];
  if (typeof open === 'object' && open !== null)
    made.push([
      String(search.harvest.field('key', search.random) ?? 'x'),
      generate(open as Json, '', search),
    ]);
  return Object.fromEntries(made);
}

function generateList(schema: Json, name: string, search: Search): unknown[] {
  const fixed = schema['prefixItems'] as Json[] | undefined;
  if (fixed) return fixed.map((item) => generate(item, name, search));
  const least = Number(schema['minItems'] ?? 0);
  const length = least + search.random.below(Math.min(3, Number(schema['maxItems'] ?? 3)) + 1);
  const items = (schema['items'] ?? {}) as Json;
  return Array.from({ length }, () => generate(items, name.replace(/s$/, ''), search));
}

function generateNumber(schema: Json, random: Random): number {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0);
  const most = Number(schema['maximum'] ?? least + 1000);
  return random.pick([least, most, least + random.below(Math.min(most - least, 100_000) + 1), least + 1]);
}

const days = ['2027-03-01', '2027-03-02', '2028-02-29', '1970-01-01', '2399-12-31'] as const;
const formats: Readonly<Record<string, (random: Random) => string>> = {
  uuid: (random) => `0198c2f4-6a10-7c3e-9d51-${String(random.below(1e12)).padStart(12, '0')}`,
  'date-time': (random) => `${random.pick(days)}T09:00:00Z`,
  date: (random) => random.pick(days),
  email: (random) => `fuzz${random.below(500)}@okafor.example`,
  uri: () => 'https://calendar.example/a?b=c',
};

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC'] as const;
const texts: Readonly<Record<string, readonly [string, ...string[]]>> = {
  timezone: zones,
  timeZone: zones,
  start: ['09:00', '2027-03-01T09:00:00Z', '2027-03-01'],
  end: ['17:00', '2027-03-02T09:00:00Z', '2027-03-02'],
  cursor: ['eyJ9', 'bm9uZQ', 'x'],
  callbackUrl: ['https://hook.example/a', 'http://127.0.0.1:9/x'],
  url: ['https://calendar.example/a.ics', 'webcal://calendar.example/a.ics'],
};

function generateText(schema: Json, name: string, random: Random): string {
  const made =
    formats[String(schema['format'])]?.(random) ??
    random.pick(texts[name] ?? ['text', 'Zoë & 🗒', 'two words', 'x', '7', 'thing-1']);
  const most = Number(schema['maxLength'] ?? 1000);
  const wanted = random.chance(0.1) ? most : 0;
  return made.padEnd(Math.max(Number(schema['minLength'] ?? 0), wanted), 'x').slice(0, most);
}

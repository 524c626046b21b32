import { z } from 'zod';
import type { AnyRoute } from './route.ts';

/**
 * `client/src/derived.ts` spelled out, for the published package: its users get plain types, and neither the
 * contract nor zod.
 */

type Routes = ReadonlyMap<string, AnyRoute>;

export function deriveTypes(routes: Routes, payloads: Readonly<Record<string, z.ZodType>>): string {
  const names = new Names();
  const operations = [...routes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, route]) => {
      const { summary } = route;
      return `  /** ${summary}. */\n  readonly ${name}: { sent: ${sentBy(route, names)}; answered: ${answerOf(route, names)} };`;
    });
  const union = Object.values(payloads).map((payload) => names.typeOf(payload, 'output'));
  return `export interface Page<Value> {
  readonly items: Value[];
  readonly total: number;
  /** The address of the next page, null at the end. */
  readonly next: string | null;
}

/** What a delivery holds; \`event\` says which of them. */
export type WebhookPayload = ${union.join(' | ')};

export type Operation = keyof Operations;
export type OperationRequest<O extends Operation> = Operations[O]['sent'];
export type OperationValue<O extends Operation> = Operations[O]['answered'];

export interface Operations {
${operations.join('\n')}
}

${names.declarations()}
`;
}

function sentBy(route: AnyRoute, names: Names): string {
  const params = Object.keys(route.params.shape).map((name) => `${key(name)}: string | number`);
  const query = Object.entries(route.query.shape as Record<string, z.ZodType>).map(
    ([name, field]) => `${key(name)}?: ${names.typeOf(field, 'input')} | undefined`,
  );
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.join('; ')} }`] : []),
    ...(query.length > 0 ? [`query?: { ${query.join('; ')} }`] : []),
    ...bodyOf(route, names),
  ];
  return `{ ${parts.join('; ')} }`;
}

function bodyOf({ body }: AnyRoute, names: Names): string[] {
  if (!body) return ['body?: BodyInit; contentType?: string'];
  return [`body${body.safeParse(undefined).success ? '?' : ''}: ${names.typeOf(body, 'input')}`];
}

/** As the client takes it out of its envelope. */
function answerOf({ returns: { at, wire } }: AnyRoute, names: Names): string {
  if (at === '~') return 'Response';
  if (at === '') return 'void';
  if (at === '=') return names.typeOf(wire, 'output');
  if (at === '*') return `Omit<${names.typeOf(wire, 'output')}, 'success' | 'status' | 'message'>`;
  const part = (name: string) => names.typeOf(wire, 'output', name);
  if (at === '[]') return `Page<${part('collection').replace(/\[\]$/, '')}>`;
  const [first = '', other, ...rest] = at.split('+');
  if (other === undefined) return part(first);
  if (other === '') return `{ created: boolean; value: ${part(first)} }`;
  const more = rest.map((name) => ` | { ${name}: ${part(name)} }`);
  return `{ done: ${part(first)} } | { next: ${part(other)} }${more.join('')}`;
}

interface Json {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Json>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly allOf?: readonly Json[];
  readonly items?: Json;
  readonly prefixItems?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Json | boolean;
  readonly description?: string;
}

/** Schemas with an id become interfaces of that name, once. */
class Names {
  readonly #known = new Map<string, string>();

  /** The type of a schema, or of one property of it. */
  typeOf(schema: z.ZodType, io: 'input' | 'output', property?: string): string {
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
    for (const [name, definition] of Object.entries(json.$defs ?? {}))
      this.#known.set(name, typeOf(definition));
    if (property === undefined) return typeOf(json);
    const found = [json, ...(json.anyOf ?? [])].find(({ properties }) => properties?.[property]);
    return typeOf(found?.properties?.[property] ?? {});
  }

  declarations(): string {
    return [...this.#known]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => `export type ${pascal(name)} = ${type};`)
      .join('\n');
  }
}

function typeOf(node: Json): string {
  if (node.$ref !== undefined) return pascal(node.$ref.replace(/^#\/\$defs\//, ''));
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = node.anyOf ?? node.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(' | ');
  if (node.allOf) return node.allOf.map((each) => `(${typeOf(each)})`).join(' & ');
  if (Array.isArray(node.type)) return node.type.map((type: string) => typeOf({ ...node, type })).join(' | ');
  switch (node.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return node.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return node.prefixItems
        ? `[${node.prefixItems.map(typeOf).join(', ')}]`
        : `${inBrackets(typeOf(node.items ?? {}))}[]`;
    case 'object':
      return objectType(node);
    default:
      return 'unknown';
  }
}

const inBrackets = (type: string): string => (/^[\w.]+$|^\{[^{}]*\}$/.test(type) ? type : `(${type})`);

function objectType({ properties = {}, required = [], additionalProperties: rest }: Json): string {
  const fields = Object.entries(properties).map(([name, node]) => {
    const comment = node.description ? `/** ${node.description.replaceAll('*/', '')} */ ` : '';
    return `${comment}${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(node)}`;
  });
  // Next to fields of their own types, an index has to allow for those.
  const index = fields.length > 0 ? 'unknown' : typeof rest === 'object' ? typeOf(rest) : 'unknown';
  const isOpen = rest !== undefined && rest !== false;
  return `{ ${[...fields, ...(isOpen ? [`[name: string]: ${index}`] : [])].join('; ')} }`;
}

const key = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);
const pascal = (name: string): string =>
  name.replaceAll(
    /(?:^|[^A-Za-z0-9])([a-z0-9])/g,
    (_, letter: string) => `${/\d/.test(letter) ? '_' : ''}${letter.toUpperCase()}`,
  );

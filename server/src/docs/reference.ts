import type { ConsoleModel } from '@daybook/booking/docs/model';
import { isAcceptedBy, listFields, schemaParts, type Io, type Json } from '@daybook/contract/json-schema';
import { listAnswers, describeRoute } from '@daybook/contract/openapi';
import type { AnyRoute } from '@daybook/contract/route';
import type { z } from 'zod';
import { formatClientCall, formatCliCommand, formatCurl, buildExample } from './examples.ts';
import { getItemSchema, buildSample } from './sample.ts';

/** An operation of the contract as Markdown: its words, parameters, answers, and lines to copy. */
export function renderOperationMarkdown(operation: string, route: AnyRoute, publicUrl: string): string {
  const example = buildExample(route);
  const hasCommand = takesToken(route);
  return [
    `## ${route.summary}`,
    `\`${route.method} /v2${route.path}\``,
    describeRoute(route),
    ...fieldTable('Path', route.params, 'input'),
    ...fieldTable('Query', route.query, 'input'),
    ...(route.body ? fieldTable('Body', route.body, 'input') : []),
    ...(route.takes ? [`### Body\n\nA file: ${route.takes.map((type) => `\`${type}\``).join(', ')}.`] : []),
    '### Example',
    fence('sh curl', formatCurl(route, publicUrl, example)),
    fence('js Client', formatClientCall(operation, route, example)),
    ...(hasCommand ? [fence('sh Command line', formatCliCommand(operation, route, example))] : []),
    '### Responses',
    table(
      ['Status', 'Meaning'],
      listAnswers(route).map(([status, meaning]) => [String(status), meaning]),
    ),
    ...answerExample(route),
  ].join('\n\n');
}

const takesToken = ({ access }: AnyRoute): boolean => access.kind === 'token' || access.kind === 'platform';

/** What the payload of a webhook holds. */
export function renderPayloadMarkdown(event: string, payload: z.ZodType): string {
  return [
    `## ${event}`,
    fence('json', JSON.stringify(buildSample(payload, 'output'), null, 2)),
    ...meaningsOf(payload),
  ].join('\n\n');
}

function answerExample(route: AnyRoute): string[] {
  const { returns, examples } = route;
  if (returns.media) return [`The response is \`${returns.media}\`.`];
  const answer = examples.returns ?? buildSample(returns.wire, 'output');
  return [
    fence(`json Response ${returns.status}`, JSON.stringify(answer, null, 2)),
    ...meaningsOf(returns.wire),
  ];
}

/** Those fields of an answer that do not speak for themselves. */
function meaningsOf(schema: z.ZodType): string[] {
  const rows = rowsOf(schema, 'output').filter(({ meaning }) => meaning !== '');
  return rows.length > 0
    ? [
        table(
          ['Field', 'Meaning'],
          rows.map(({ name, meaning }) => [`\`${name}\``, meaning]),
        ),
      ]
    : [];
}

function fieldTable(title: string, schema: z.ZodType, io: Io): string[] {
  const rows = rowsOf(schema, io);
  if (rows.length === 0) return [];
  const cells = rows.map(({ name, type, isRequired, meaning }) => [
    `\`${name}\``,
    `${type}${isRequired ? ', required' : ''}`,
    meaning,
  ]);
  return [`### ${title}`, table(['Name', 'Type', 'Meaning'], cells)];
}

interface Row {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly meaning: string;
}

const deepest = 3;

function rowsOf(schema: z.ZodType, io: Io): Row[] {
  const { root, named } = schemaParts(schema, io);
  const resolve = (node: Json): Json => {
    const { $ref, ...beside } = node;
    return typeof $ref === 'string' ? { ...named[$ref.replace('#/$defs/', '')], ...beside } : node;
  };
  const walk = (node: Json, prefix: string, depth: number): Row[] => {
    const required = (node['required'] ?? []) as string[];
    return Object.entries((node['properties'] ?? {}) as Record<string, Json>).flatMap(([name, each]) => {
      const field = resolve(each);
      const row: Row = {
        name: `${prefix}${name}`,
        type: typeText(field, resolve),
        isRequired: required.includes(name),
        meaning: String(field['description'] ?? ''),
      };
      const [inner, mark] = innerOf(field, resolve);
      return [row, ...(inner && depth < deepest ? walk(inner, `${prefix}${name}${mark}.`, depth + 1) : [])];
    });
  };
  return walk(resolve(root), '', 1);
}

/** The object that a field holds, or a list of which it holds. */
function innerOf(field: Json, resolve: (node: Json) => Json): [Json | undefined, string] {
  const options = ((field['anyOf'] ?? [field]) as Json[]).map(resolve).filter(({ type }) => type !== 'null');
  const [only] = options;
  if (options.length !== 1 || !only) return [undefined, ''];
  if (only['type'] === 'array') return [innerOf(resolve(getItemSchema(only)), resolve)[0], '[]'];
  return only['properties'] ? [only, ''] : [undefined, ''];
}

function typeText(node: Json, resolve: (node: Json) => Json): string {
  const field = resolve(node);
  if ('const' in field) return `\`${JSON.stringify(field['const'])}\``;
  if (Array.isArray(field['enum'])) return field['enum'].map((value) => `\`${String(value)}\``).join(' or ');
  const options = (field['anyOf'] ?? field['oneOf']) as Json[] | undefined;
  if (options) return [...new Set(options.map((option) => typeText(option, resolve)))].join(' or ');
  if (field['type'] === 'array') return `list of ${typeText(getItemSchema(field), resolve)}`;
  const type = [field['type']].flat().filter(Boolean).join(' or ') || 'any';
  return `${String(field['format'] ?? type)}${bounds(field)}`;
}

function bounds({ minimum, maximum, maxLength }: Json): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${String(minimum)} to ${String(maximum)}`;
  if (minimum !== undefined) return ` from ${String(minimum)}`;
  return maxLength === undefined ? '' : ` to ${String(maxLength)} characters`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function fence(info: string, text: string): string {
  return `\`\`\`${info}\n${text}\n\`\`\``;
}

/** What the page needs to call the operation; undefined where it takes a file or streams. */
export function buildConsole(operation: string, route: AnyRoute): ConsoleModel | undefined {
  if (route.takes || route.returns.media === 'text/event-stream') return undefined;
  const { params, body } = buildExample(route);
  const paging = route.returns.paging ? ['page', route.returns.paging.size] : [];
  return {
    operation,
    method: route.method,
    path: route.path,
    params: Object.entries(params).map(([name, example]) => ({ name, example, isRequired: true })),
    query: listFields(route.query)
      .filter(([name]) => !paging.includes(name))
      .map(([name, field]) => ({
        name,
        example: String(buildSample(field, 'input', name)),
        isRequired: !isAcceptedBy(field, undefined),
      })),
    body: route.body ? JSON.stringify(body ?? {}, null, 2) : null,
    needsToken: takesToken(route),
  };
}

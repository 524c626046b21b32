import { formatCliLine } from '@daybook/contract/cli-names';
import { isAcceptedBy, listFields } from '@daybook/contract/json-schema';
import type { AnyRoute } from '@daybook/contract/route';
import { buildSample } from './sample.ts';

/** A request to an operation with the values that the contract names as examples. */
export interface Example {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export function buildExample(route: AnyRoute): Example {
  const { params, query, body, examples } = route;
  const texts = (fields: ReturnType<typeof listFields>) =>
    Object.fromEntries(fields.map(([name, field]) => [name, String(buildSample(field, 'input', name))]));
  return {
    params: texts(listFields(params)),
    query: texts(listFields(query).filter(([, field]) => !isAcceptedBy(field, undefined))),
    body: examples.body ?? (body && !isAcceptedBy(body, {}) ? buildSample(body, 'input') : undefined),
  };
}

/** A command to copy. The address is that of this server, the token that of the reader. */
export function formatCurl(
  route: AnyRoute,
  publicUrl: string,
  example: Example = buildExample(route),
): string {
  const { method, path, access, takes } = route;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(example.params[name] ?? ''),
  );
  const query = new URLSearchParams(example.query).toString();
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${publicUrl}/v2${address}${query && `?${query}`}"`,
    ...(access.kind === 'public' ? [] : ['-H "Authorization: Bearer $DAYBOOK_TOKEN"']),
    ...(example.body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${shellText(JSON.stringify(example.body))}'`]),
    ...(takes ? [`-H "Content-Type: ${takes[0]}"`, '--data-binary @FILE'] : []),
  ];
  return lines.join(' \\\n  ');
}

function shellText(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}

/** The same by the client for JavaScript. */
export function formatClientCall(
  operation: string,
  route: AnyRoute,
  example: Example = buildExample(route),
): string {
  const parts = [
    ...(Object.keys(example.params).length > 0 ? [`params: ${literal(example.params)}`] : []),
    ...(Object.keys(example.query).length > 0 ? [`query: ${literal(example.query)}`] : []),
    ...(example.body === undefined ? [] : [`body: ${literal(example.body)}`]),
    ...(route.takes ? [`body: file`, `contentType: '${route.takes[0]}'`] : []),
  ];
  const line = `{ ${parts.join(', ')} }`;
  const input = line.length < 80 ? line : `{\n  ${parts.join(',\n  ')},\n}`;
  return `await api.${operation}(${parts.length > 0 ? input : ''});`;
}

/** As a person would write it: keys without quotes where none are needed. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${value
      .replaceAll('\\', '\\\\')
      .replaceAll("'", String.raw`\'`)
      .replaceAll('\n', String.raw`\n`)}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(
    ([key, each]) => `${/^[a-z_]\w*$/i.test(key) ? key : `'${key}'`}: ${literal(each)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

/** The same on the command line. */
export function formatCliCommand(
  operation: string,
  route: AnyRoute,
  example: Example = buildExample(route),
): string {
  return formatCliLine(operation, route, example);
}

import { cliLine } from '@daybook/contract/cli-names';
import { accepts, fieldsOf } from '@daybook/contract/json-schema';
import type { AnyRoute } from '@daybook/contract/route';
import { sampleOf } from './sample.ts';

/** A request to an operation with the values that the contract names as examples. */
export interface Example {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export function exampleOf(route: AnyRoute): Example {
  const { params, query, body, examples } = route;
  const texts = (fields: ReturnType<typeof fieldsOf>) =>
    Object.fromEntries(fields.map(([name, field]) => [name, String(sampleOf(field, 'input', name))]));
  return {
    params: texts(fieldsOf(params)),
    query: texts(fieldsOf(query).filter(([, field]) => !accepts(field, undefined))),
    body: examples.body ?? (body && !accepts(body, {}) ? sampleOf(body, 'input') : undefined),
  };
}

/** A command to copy. The address is that of this server, the token that of whoever copies it. */
export function curlOf(route: AnyRoute, publicUrl: string, example: Example = exampleOf(route)): string {
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
export function clientOf(operation: string, route: AnyRoute, example: Example = exampleOf(route)): string {
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
export function commandOf(operation: string, route: AnyRoute, example: Example = exampleOf(route)): string {
  return cliLine(operation, route, example);
}

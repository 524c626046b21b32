import { toJsonSchema, type Json } from '@daybook/contract/json-schema';
import { explainDeniedCall } from '@daybook/contract/permissions';
import type { AnyRoute } from '@daybook/contract/route';
import { z } from 'zod';
import type { Actor } from '../platform/auth/actor.ts';
import type { Session } from './call-api.ts';
import { listFreeTextFields } from './free-text.ts';
import {
  buildAnnotations,
  toFailureResult,
  pathList,
  toToolResult,
  toStructuredResult,
  type Arguments,
  type Tool,
  type ToolResult,
} from './tool.ts';

type Routes = ReadonlyMap<string, AnyRoute>;

/**
 * Tools that reach every operation of the contract, also one that was added today. What only reads is a tool of its own, since
 * assistants ask people before they call one that may change something.
 */
export function buildOperationTools(routes: Routes): readonly Tool[] {
  return [
    {
      declaration: {
        name: 'list_operations',
        title: 'List the operations of the API',
        description:
          'Lists all API operations that this token can call, with their purpose. Use it when no other tool fits, then describe_operation to see how to call one.',
        inputSchema: toJsonSchema(z.object({ search: searched }), 'input'),
        outputSchema: toJsonSchema(z.object({ operations: z.array(summary) }), 'output'),
        annotations: reads,
      },
      mayCall: () => true,
      async call({ caller, count }, { search }) {
        count();
        const words = typeof search === 'string' ? search.toLowerCase().split(/\s+/) : [];
        const operations = [...routes]
          .filter(([, route]) => isCallable(route, caller.actor))
          .map(([name, route]) => summaryOf(name, route))
          .filter((each) =>
            words.every((word) => Object.values(each).join(' ').toLowerCase().includes(word)),
          );
        return toStructuredResult({ operations });
      },
    },
    {
      declaration: {
        name: 'describe_operation',
        title: 'Describe an operation of the API',
        description:
          'Describes how to call an operation: the schemas of its params, query and body, and its errors.',
        inputSchema: toJsonSchema(z.object({ operation: operationName }), 'input'),
        outputSchema: toJsonSchema(description, 'output'),
        annotations: reads,
      },
      mayCall: () => true,
      async call({ caller, count }, { operation }) {
        count();
        return withRoute(routes, caller.actor, operation, async (name, route) =>
          toStructuredResult(descriptionOf(name, route)),
        );
      },
    },
    caller(routes, {
      name: 'read_operation',
      title: 'Call an operation that reads',
      description: 'Calls a GET operation, which changes nothing.',
      isFor: (route) => buildAnnotations(route).readOnlyHint,
      refusal: 'changes data: call it with write_operation',
      annotations: reads,
    }),
    caller(routes, {
      name: 'write_operation',
      title: 'Call an operation that writes',
      description:
        'Calls an operation that creates, changes or deletes data, or sends emails. Send an idempotencyKey with a POST.',
      isFor: (route) => !buildAnnotations(route).readOnlyHint,
      refusal: 'only reads: call it with read_operation',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    }),
  ];
}

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const searched = z.string().optional().meta({ description: 'Words in the name, path or summary' });
const operationName = z.string().meta({ description: 'As returned by list_operations', example: 'readTeam' });
const record = z.record(z.string(), z.unknown());

const summary = z.object({
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  group: z.string(),
  summary: z.string(),
});

const description = z.object({
  ...summary.shape,
  description: z.string(),
  params: record,
  query: record,
  body: record.nullable(),
  example: z.unknown(),
  failures: z.record(z.string(), z.string()),
});

interface Kind extends Pick<Tool['declaration'], 'name' | 'title' | 'description' | 'annotations'> {
  readonly isFor: (route: AnyRoute) => boolean;
  readonly refusal: string;
}

function caller(routes: Routes, { isFor, refusal, ...declared }: Kind): Tool {
  const takesKey = !declared.annotations.readOnlyHint;
  const input = z.object({
    operation: operationName,
    params: record.optional().meta({ description: 'Values for the path parameters in braces' }),
    query: record.optional(),
    ...(takesKey && { body: z.unknown().optional(), idempotencyKey: z.string().min(1).max(255).optional() }),
  });
  return {
    declaration: {
      ...declared,
      inputSchema: toJsonSchema(input, 'input'),
      outputSchema: toJsonSchema(z.object({ result: z.unknown(), untrusted: pathList }), 'output'),
    },
    mayCall: () => true,
    call: (session, given) =>
      withRoute(routes, session.caller.actor, given['operation'], async (name, route) =>
        isFor(route) ? send(session, route, given) : toFailureResult(`${name} ${refusal}.`),
      ),
  };
}

async function send(session: Session, route: AnyRoute, given: Arguments): Promise<ToolResult> {
  const [params, query] = [given['params'] ?? {}, given['query'] ?? {}];
  if (!isRecord(params) || !isRecord(query)) return toFailureResult('params and query must be objects.');
  const missing = Object.keys(route.params.shape).filter((name) => (params[name] ?? '') === '');
  if (missing.length > 0) return toFailureResult(`params needs ${missing.join(', ')}.`);
  const request = { params, query, body: given['body'], idempotencyKey: given['idempotencyKey'] };
  return toToolResult(await session.send(route, request), listFreeTextFields(route));
}

/** Runs `work` with an operation that the caller may call, or says why there is none. */
async function withRoute(
  routes: Routes,
  actor: Actor,
  name: unknown,
  work: (name: string, route: AnyRoute) => Promise<ToolResult>,
): Promise<ToolResult> {
  const route = typeof name === 'string' ? routes.get(name) : undefined;
  if (!route)
    return toFailureResult(`Unknown operation ${JSON.stringify(name)}. Use list_operations for a list.`);
  if (!isJson(route))
    return toFailureResult(`${String(name)} uploads or downloads a file: call it over HTTP.`);
  if (explainDeniedCall(route, actor) === 'session')
    return toFailureResult(`${String(name)} can’t be called with a token; it needs a signed-in session.`);
  return work(String(name), route);
}

function isCallable(route: AnyRoute, actor: Actor): boolean {
  return isJson(route) && explainDeniedCall(route, actor) === undefined;
}

function isJson({ takes, returns }: AnyRoute): boolean {
  return takes === undefined && returns.media === undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function summaryOf(
  operation: string,
  { method, path, tag, summary: text }: AnyRoute,
): z.output<typeof summary> {
  return { operation, method, path, group: tag, summary: text };
}

function descriptionOf(name: string, route: AnyRoute): Json {
  return {
    ...summaryOf(name, route),
    description: route.description ?? '',
    params: toJsonSchema(route.params, 'input'),
    query: toJsonSchema(route.query, 'input'),
    body: route.body ? toJsonSchema(route.body, 'input') : null,
    example: route.examples.body ?? null,
    failures: Object.fromEntries(Object.entries(route.fails).map(([status, text]) => [status, String(text)])),
  };
}

import { z } from 'zod';
import { failure, insufficientScope, invalid, unauthenticated } from './errors.ts';
import { tags, type AnyRoute } from './route.ts';
import { routes } from './routes.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the whole contract. The interface's own version is 2.0.0. */
export function openApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(name, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daybook API',
      version: '2.0.0',
      description: 'Scheduling pages, availability, bookings, notes, CRM, routing forms, webhooks and outbound calls.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/v2` }],
    tags: tags.map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token, `dbk_...`' },
      },
      schemas: namedSchemas(),
    },
  };
}

function operation(operationId: string, route: AnyRoute): Json {
  const { access } = route;
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(describe(route) && { description: describe(route) }),
    ...(access.kind === 'public' && { security: [] }),
    'x-origin': route.origin,
    ...(access.kind === 'token' && access.scopes.length > 0 && { 'x-accepted-scopes': access.scopes }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query'), ...headers(route)],
    ...(route.body && { requestBody: content(route.body, 'input', route.examples.body, true) }),
    responses: responses(route),
  };
}

function describe({ description, access }: AnyRoute): string {
  const scopes = access.kind === 'token' ? access.scopes.map((scope) => `\`${scope}\``).join(' or ') : '';
  return [description, scopes && `Needs the scope ${scopes}.`].filter(Boolean).join('\n\n');
}

function parameters(schema: z.ZodObject, place: 'path' | 'query'): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: jsonSchema(field as z.ZodType, 'input'),
  }));
}

function headers(route: AnyRoute): Json[] {
  if (route.method !== 'POST' || route.access.kind === 'public') return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Any string of your own: the same key and body have their effect once, for 24 hours.',
      schema: { type: 'string', maxLength: 255 },
    },
  ];
}

function responses(route: AnyRoute): Json {
  const { returns, access, fails } = route;
  const needsScope = access.kind === 'token' && access.scopes.length > 0;
  return {
    [returns.status]: { description: 'Success', ...content(returns.wire, 'output', route.examples.returns) },
    ...(access.kind === 'token' && { 401: { description: 'Missing or invalid token', ...content(unauthenticated) } }),
    ...((needsScope || fails[403]) && {
      403: {
        description: ['The token lacks the scope', fails[403]].filter(Boolean).join('; '),
        ...content(fails[403] ? z.union([insufficientScope, failure]) : insufficientScope),
      },
    }),
    ...Object.fromEntries(
      ([400, 404, 409] as const).flatMap((status) =>
        fails[status] ? [[status, { description: fails[status], ...content(failure) }]] : [],
      ),
    ),
    422: { description: 'Validation failed, with every wrong field', ...content(invalid) },
    429: { description: 'Too many requests', ...content(failure) },
  };
}

function content(schema: z.ZodType, io: 'input' | 'output' = 'output', example?: unknown, required?: boolean): Json {
  const media = { schema: jsonSchema(schema, io), ...(example !== undefined && { example }) };
  return { ...(required && { required }), content: { 'application/json': media } };
}

/** Schemas with an id stand once under components and are referred to from everywhere else. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema: node }) => {
      if (node.pattern === undefined) delete node.pattern;
      delete (node as Json)['noun'];
    },
  }) as Json;
  return hoist(json);
}

function hoist(json: Json): Json {
  const { $schema: _dialect, $defs: _definitions, id: _id, ...rest } = json;
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

function namedSchemas(): Json {
  const named: Json = {};
  const collect = (schema: z.ZodType, io: 'input' | 'output') => {
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as { $defs?: Record<string, Json> };
    for (const [id, definition] of Object.entries(json.$defs ?? {})) named[id] = hoist(definition);
  };
  for (const route of routes.values()) {
    collect(z.object({ wire: route.returns.wire }), 'output');
    if (route.body) collect(z.object({ body: route.body }), 'input');
  }
  for (const error of [unauthenticated, insufficientScope, invalid, failure]) {
    collect(z.object({ error }), 'output');
  }
  return named;
}

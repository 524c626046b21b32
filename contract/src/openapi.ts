import { z } from 'zod';
import { binary } from './envelopes.ts';
import { failure, insufficientScope, invalid, unauthenticated } from './errors.ts';
import {
  isAcceptedBy,
  listFields,
  memoizePerSchema,
  schemaParts,
  type Io,
  type Json,
} from './json-schema.ts';
import { adminsOnly, platformsOnly, listAllowedRoles } from './permissions.ts';
import { tags, type AnyRoute } from './route.ts';
import { routes } from './routes.ts';
import { webhookPayloads } from './webhook-payloads.ts';

const introduction = `Scheduling pages, availability, bookings, notes, users and teams of a Daybook.

**Tokens.** Every call but the public ones takes \`Authorization: Bearer dbk_...\`. A token is limited to scopes; each
operation says which it accepts. A write scope includes the read scope of the same resource.

**Pages.** Lists return \`{ collection, pagination }\`. Follow \`pagination.nextPage\` until it is null.

**Errors.** A 422 lists every invalid field by its dotted path, with the first 20 errors in each. Things of another workspace are 404, as if they did not
exist. A 500 carries an \`error_id\` to quote to the operator of the server.

**Repeating safely.** Send an \`Idempotency-Key\` with a POST, and it takes effect only once, however often you send it.

**HTTP.** HEAD works wherever GET does, except on a GET that creates something. A method that a URL doesn’t accept is a
405 with \`Allow\`. A trailing slash changes nothing. Pages of any origin may call the API with a token, or without one where
none is needed; cookies are not accepted from them. Answers are JSON, whatever \`Accept\` says. Bodies have at most 1 MB,
those of calls without a token 64 kB.

**On your site.** [Show a booking page](/docs/embed) inline, in a popup or behind a button.

**Limits.** \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` count down; a 429 tells when to retry.`;

/** What each group of operations is about. */
export const tagTexts: Record<(typeof tags)[number], string> = {
  Identity: 'The owner of the token.',
  Home: 'What needs attention, what is known about invitees, and the first steps.',
  Notifications: 'Mentions, comments and replies that concern you, and how you are told.',
  Favorites: 'Records, views and booking pages that you keep within reach.',
  'Second factor': 'Authenticators, recovery codes and passkeys of the signed-in user.',
  Invitations: 'Invitations to the workspace.',
  Session: 'Sign-in with a password, for the dashboard.',
  Tokens: 'API tokens: create, rotate and revoke them.',
  Apps: 'Apps that act for users or for themselves by OAuth 2.1: registered apps, connected apps and approvals.',
  Platform:
    'For products that have scheduling built in: their workspaces and users, and settings in a frame.',
  'Single sign-on': 'Identity providers of the workspace, which sign people in for its verified domains.',
  Provisioning:
    'SCIM tokens for directories such as Microsoft Entra ID and Okta, and what their groups give.',
  Domains: 'Domains of the workspace, proven by DNS records.',
  Organization: 'The workspace itself.',
  Users: 'The users of the workspace.',
  Teams: 'Teams and their members.',
  Resources: 'Rooms, equipment and other resources that events reserve.',
  'Event types': 'Event types: what can be booked, with whom and for how long.',
  Links: 'Shared, collective and single-use links to an event type.',
  Schedules: 'A user’s weekly hours and date-specific hours.',
  Absences: 'Absences of users, and who takes their meetings in the meantime.',
  Availability: 'Available times of event types.',
  Calendars: 'External calendars that are checked for conflicts and receive bookings.',
  'Scheduled events': 'Bookings: reschedule, reassign and cancel them.',
  Polls: 'Proposed times for a meeting, the votes on them, and the chosen time.',
  Notes: 'Notes on a booking.',
  Payments: 'Payments and refunds.',
  'CRM objects': 'CRM objects: people, companies and custom objects, with their attributes.',
  'CRM records': 'Records of an object: create, find and link them, and read their history.',
  'CRM people': 'People with their email addresses and meetings.',
  'CRM companies': 'Companies, matched by domain.',
  'CRM tasks': 'Tasks about records or an event.',
  Search: 'Search everything that the caller can see.',
  'Saved views': 'Saved filters of the dashboard’s lists.',
  'Routing forms': 'Forms that route visitors to the right booking page.',
  Agents: 'Agents that place calls, with their instructions and calling hours.',
  'Outbound calls': 'Calls that an agent places, now or later.',
  'Do not call': 'Numbers that no agent calls.',
  Webhooks: 'Webhooks and the log of their deliveries.',
  Workflows: 'Automations with a trigger, conditions and steps, and their log.',
  Insights: 'Statistics by day, week or month.',
  'Audit log': 'Who changed what, and from where.',
  Live: 'A live stream of changes.',
  Mail: 'The log of sent and failed emails.',
  Public: 'Endpoints of the public pages, without a token; also available without `/v2`.',
};

/** OpenAPI 3.1 of the whole contract. The interface's own version is 2.0.0. */
export function buildOpenApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of sortForReading(routes)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(name, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daybook API',
      version: '2.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/v2` }],
    tags: tags
      .filter((name) => [...routes.values()].some(({ tag }) => tag === name))
      .map((name) => ({ name, description: tagTexts[name] })),
    security: [{ token: [] }, { session: [] }],
    paths,
    webhooks: deliveries(),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, `dbk_...`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicUrl.startsWith('https:') ? '__Host-daybook_session' : 'daybook_session',
          description: 'The dashboard’s session, from the same origin only',
        },
        platform: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of a platform, by `client_credentials` at `/oauth/token`',
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: commonResponses(),
      schemas: namedSchemas(),
    },
  };
}

/** The payloads of webhooks, signed as Standard Webhooks specifies. */
function deliveries(): Json {
  return Object.fromEntries(
    Object.entries(webhookPayloads).map(([event, payload]) => [
      event,
      {
        post: {
          operationId: event,
          tags: ['Webhooks'],
          summary: `Delivery of ${event}`,
          requestBody: { required: true, ...content(payload, 'output') },
          responses: { '2XX': { description: 'Received. Any other response is retried.' } },
        },
      },
    ]),
  );
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** By tag, path and method, since the exports of a module have no order. */
export function sortForReading(all: ReadonlyMap<string, AnyRoute>): [string, AnyRoute][] {
  return [...all].sort(
    ([, a], [, b]) =>
      tags.indexOf(a.tag) - tags.indexOf(b.tag) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      methods.indexOf(a.method) - methods.indexOf(b.method),
  );
}

function operation(operationId: string, route: AnyRoute): Json {
  const { access } = route;
  const description = describeRoute(route);
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)];
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(description && { description }),
    ...(access.kind === 'public' && { security: [] }),
    ...(access.kind === 'session' && { security: [{ session: [] }] }),
    ...(access.kind === 'platform' && { security: [{ platform: [] }] }),
    'x-origin': route.origin,
    ...((access.kind === 'token' || access.kind === 'session') && { 'x-roles': listAllowedRoles(route) }),
    ...(access.kind === 'token' && access.scopes.length > 0 && { 'x-accepted-scopes': access.scopes }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: !isAcceptedBy(route.body, {}),
        ...content(route.body, 'input', route.examples.body),
      },
    }),
    ...(route.takes && { requestBody: { required: true, content: filesOf(route.takes) } }),
    responses: responses(route),
  };
}

/** Its description, and who may call it. */
export function describeRoute(route: AnyRoute): string {
  const { description, access } = route;
  if (access.kind === 'public') return [description, 'Needs no token.'].filter(Boolean).join('\n\n');
  if (access.kind === 'session')
    return [description, 'Needs a session; tokens aren’t accepted.'].filter(Boolean).join('\n\n');
  if (access.kind === 'platform')
    return [description, 'Needs the token of a platform.'].filter(Boolean).join('\n\n');
  const scopes = access.scopes.map((scope) => `\`${scope}\``).join(' or ');
  const needs = scopes ? `Needs the scope ${scopes}.` : 'Any valid token will do.';
  const roles = listAllowedRoles(route).includes('user') ? '' : ' For owners and admins.';
  return [description, needs + roles].filter(Boolean).join('\n\n');
}

function pathParameters({ params }: AnyRoute): Json[] {
  return listFields(params).map(([name, field]) => {
    const noun = field.meta()?.['noun'];
    return {
      name,
      in: 'path',
      required: true,
      ...(typeof noun === 'string' && { description: `Which ${noun.toLowerCase()}` }),
      schema: jsonSchema(field, 'input'),
    };
  });
}

function queryParameters({ query, returns }: AnyRoute): Json[] {
  return listFields(query).map(([name, field]) => {
    const { description, ...schema } = jsonSchema(field, 'input');
    const paging = returns.paging && { page: 'Which page', [returns.paging.size]: 'How many on a page' };
    const meaning = description ?? paging?.[name];
    return {
      name,
      in: 'query',
      required: !isAcceptedBy(field, undefined),
      ...(meaning !== undefined && { description: meaning }),
      // A default is a value after parsing, so zod leaves it out of the input schema.
      schema: field instanceof z.ZodDefault ? { ...schema, default: field.def.defaultValue } : schema,
    };
  });
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any unique string. Repeating the same request with the same key within 24 hours returns the first response; another request with it is a 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function headerParameters(route: AnyRoute): Json[] {
  return takesKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
}

function takesKey({ method, access, path }: AnyRoute): boolean {
  // Only a path that names something of a workspace leads there.
  const isOutsideWorkspaces =
    access.kind === 'public' && !/^\/public\/(?!calls\/|invitations\/).*\{/.test(path);
  return method === 'POST' && !isOutsideWorkspaces;
}

/** Every status with which an operation may answer. */
export function listStatuses(route: AnyRoute): ReadonlySet<number> {
  return new Set(Object.keys(responses(route)).map(Number));
}

/** What each status of an operation means, those of success first. */
export function listAnswers(route: AnyRoute): [status: number, meaning: string][] {
  const named = commonResponses() as Record<string, Json>;
  const meaningOf = (answer: Json): string => {
    const { $ref, description } = answer;
    return String(
      typeof $ref === 'string' ? named[$ref.split('/').at(-1) ?? '']?.['description'] : description,
    );
  };
  return Object.entries(responses(route) as Record<string, Json>).map(([status, answer]) => [
    Number(status),
    meaningOf(answer),
  ]);
}

function responses(route: AnyRoute): Json {
  const { returns, access, fails } = route;
  const needsScope = access.kind === 'token' && access.scopes.length > 0;
  return {
    [returns.status]: {
      description: { 200: 'OK', 201: 'Created', 202: 'Accepted' }[returns.status],
      ...(returns.media
        ? { content: filesOf([returns.media]) }
        : content(returns.wire, 'output', route.examples.returns)),
    },
    ...(returns.media &&
      returns.hasParts && {
        206: { description: 'The part that `Range` asks for.', content: filesOf([returns.media]) },
        304: { description: 'Unchanged since the `If-None-Match`.' },
        416: { description: 'None of it is in the `Range`.', ...content(failure) },
      }),
    ...(returns.statusOf && { 201: { description: 'Created', ...content(returns.wire, 'output') } }),
    ...(route.cacheSeconds !== undefined && { 304: { description: 'Unchanged since the `If-None-Match`.' } }),
    ...((access.kind !== 'public' || fails[401]) && {
      401: fails[401] ? { description: fails[401], ...content(unauthenticated) } : common('Unauthenticated'),
    }),
    ...(needsScope && !fails[403] && !route.may && { 403: common('InsufficientScope') }),
    ...(access.kind !== 'public' &&
      !needsScope && {
        403: {
          description: access.kind === 'platform' ? platformsOnly : secondFactor,
          ...content(failure),
        },
      }),
    ...((fails[403] ?? route.may) && {
      403: refused(fails[403] ?? adminsOnly, needsScope && route.scopeFailure !== 'plain'),
    }),
    400: fails[400] ? { description: fails[400], ...content(failure) } : common('Malformed'),
    ...(hasParams(route) && !fails[404] && { 404: common('NotFound') }),
    ...Object.fromEntries(
      ([404, 409] as const).flatMap((status) =>
        fails[status] ? [[status, { description: fails[status], ...content(failure) }]] : [],
      ),
    ),
    ...(takesKey(route) && !fails[409] && { 409: common('KeyConflict') }),
    // One that takes no body refuses what it can't read all the same.
    ...(route.method !== 'GET' && { 413: common('TooLarge'), 415: common('NotJson') }),
    // Any query parameter can hold what no text may.
    422: fails[422] ? { description: fails[422], ...content(invalid) } : common('Invalid'),
    429: common('TooManyRequests'),
    500: common('Failure'),
    503: common('Unavailable'),
  };
}

const secondFactor = 'The workspace requires a second factor, which the session lacks.';

function hasParams(route: AnyRoute): boolean {
  return listFields(route.params).length > 0;
}

const refusal = z.union([insufficientScope, failure]);

function refused(sentence: string, needsScope: boolean): Json {
  if (!needsScope) return { description: sentence, ...content(failure) };
  return {
    description: `The token lacks the scope, or its owner lacks the permission: ${sentence}`,
    ...content(refusal),
  };
}

const common = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

function commonResponses(): Json {
  const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };
  return {
    Unauthenticated: { description: 'The token is missing or not valid.', ...content(unauthenticated) },
    InsufficientScope: { description: 'The token lacks the scope.', ...content(insufficientScope) },
    Invalid: { description: 'Some fields are invalid; all of them are listed.', ...content(invalid) },
    TooManyRequests: { description: 'Too many requests.', headers: retryAfter, ...content(failure) },
    Malformed: { description: 'The URL or the body can’t be read.', ...content(failure) },
    NotFound: { description: 'Not found, or not visible to the caller.', ...content(failure) },
    KeyConflict: { description: 'The Idempotency-Key was used with another request.', ...content(failure) },
    TooLarge: { description: 'The body is too large.', ...content(failure) },
    NotJson: { description: 'The media type of the body isn’t supported.', ...content(failure) },
    Failure: { description: 'Internal error. Find `error_id` in the server log.', ...content(failure) },
    Unavailable: {
      description: 'The database isn’t available, or the server is overloaded.',
      headers: retryAfter,
      ...content(failure),
    },
  };
}

function filesOf(types: readonly string[]): Json {
  const schemaOf = (type: string): Json => ({ type: 'string', ...(type === binary && { format: 'binary' }) });
  return Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }]));
}

function content(schema: z.ZodType, io: Io = 'output', example?: unknown): Json {
  return {
    content: {
      'application/json': { schema: jsonSchema(schema, io), ...(example !== undefined && { example }) },
    },
  };
}

/** Schemas with an id are defined once, under components. */
function jsonSchema(schema: z.ZodType, io: Io): Json {
  return inDocument(schema, io).root;
}

function namedSchemas(): Json {
  const named: Record<string, Json> = {};
  const collect = (schema: z.ZodType, io: Io) => {
    for (const [id, definition] of Object.entries(inDocument(z.object({ schema }), io).named)) {
      const known = named[id];
      if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
        throw new Error(
          `The schema ${id} differs between what is sent and what is answered: give them two ids.`,
        );
      }
      named[id] = definition;
    }
  };
  for (const route of routes.values()) {
    collect(route.returns.wire, 'output');
    if (route.body) collect(route.body, 'input');
  }
  for (const payload of Object.values(webhookPayloads)) collect(payload, 'output');
  for (const error of [unauthenticated, insufficientScope, invalid, failure]) collect(error, 'output');
  return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As the document has it: named schemas stand under its components. */
const inDocument = memoizePerSchema((schema, io) => {
  const text = JSON.stringify(schemaParts(schema, io)).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as ReturnType<typeof schemaParts>;
});

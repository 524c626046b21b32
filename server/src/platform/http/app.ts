import { listStatuses } from '@daybook/contract/openapi';
import type { AnyRoute } from '@daybook/contract/route';
import { routes } from '@daybook/contract/routes';
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Runtime } from '../context.ts';
import { generateUuid } from '../ids.ts';
import { badRequest } from '../problems.ts';
import { computeBounds, findExcess, type BodyBounds } from './body-bounds.ts';
import type { Caller } from './caller.ts';
import { answerClientError } from './client-error.ts';
import { compress } from './compress.ts';
import { handleErrors, sendProblem, toUnroutableProblem } from './errors.ts';
import { createGuard, type Guard } from './guard.ts';
import type { OwnDomain } from '../domains.ts';
import { createHostGate, selectHost } from './hosts.ts';
import { apiHeaders, buildSecurityHeaders } from './headers.ts';
import { observeMethods } from './methods.ts';
import { serveOps } from './ops.ts';
import { serveDescription } from './description.ts';
import { unsupportedMediaType } from './serve-upload.ts';
import type { Endpoint } from './serve.ts';
import { limitSlowBodies } from './slow-bodies.ts';
import { isEventStream, limitSlowReaders } from './slow-readers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The workspace's own domain at which the request arrived. */
    domain: OwnDomain | undefined;
    /** The body as it arrived: what a signature covers. */
    text: string;
  }
  interface FastifyContextConfig {
    bounds?: BodyBounds;
  }
}

const bodyLimitBytes = 1024 * 1024;
/** Of what anyone may send. */
const publicBodyLimitBytes = 64 * 1024;

/** Pages of a slice that are no part of the API. */
export type Site = (app: FastifyInstance, runtime: Runtime, guard: Guard) => void;

/** The HTTP server as a function of what the process has: tests inject requests into it without a port. */
export async function createApp(
  runtime: Runtime,
  endpoints: readonly Endpoint[],
  sites: readonly Site[] = [],
): Promise<FastifyInstance> {
  const setHeaders = commonHeaders(runtime.config.publicUrl);
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    rewriteUrl: withoutTrailingSlash,
    genReqId: () => generateUuid(),
    logger: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 512 },
    frameworkErrors(error, request, reply) {
      setHeaders(request, reply as FastifyReply);
      void sendProblem(reply as FastifyReply, toUnroutableProblem(error));
    },
    clientErrorHandler: answerClientError,
    ...(runtime.config.trustProxy !== undefined && { trustProxy: runtime.config.trustProxy }),
  });
  limitSlowBodies(app.server, runtime.config.bodyTimeoutMs);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('domain', undefined);
  app.decorateRequest('text', '');
  parseJson(app);
  // An `Expect` that nobody knows would be answered by Node itself, without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  handleErrors(app, runtime);
  addHooks(app, runtime, setHeaders, observeMethods(app));
  if (endpoints.length > 0) serveDescription(app, runtime.config.publicUrl);
  const guard = createGuard(runtime);
  for (const serveSite of sites) serveSite(app, runtime, guard);
  await app.register(
    async (api) => {
      for (const endpoint of endpoints) await serveAny(api, runtime, endpoint, guard);
    },
    { prefix: '/v2' },
  );
  // Routes that visitors' pages call are also served at /public, and both addresses count against one rate limit.
  for (const endpoint of endpoints.filter(isForVisitors)) await serveAny(app, runtime, endpoint, guard);
  return app;
}

function isForVisitors({ route }: Endpoint): boolean {
  return route.path.startsWith('/public/');
}

/** An address with a trailing slash is answered like the one without. */
function withoutTrailingSlash({ url = '/' }: { url?: string | undefined }): string {
  const [path = '/', ...query] = url.split('?');
  if (path === '/' || !path.endsWith('/')) return url;
  return [path.slice(0, -1), ...query].join('?');
}

/** Every declared route is served and nothing else; a gap ends the start, not a caller's request. */
export function assertAllRoutesServed(endpoints: readonly Endpoint[]): void {
  const served = new Set(endpoints.map(({ route }) => route));
  for (const [name, route] of routes) {
    if (!served.has(route)) throw new Error(`The route ${name} of the contract isn’t served.`);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** An absent body is as good as an empty one; keys that would reach an object's prototype are dropped. */
export function parseJson(app: FastifyInstance, types = ['application/json']): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      request.text = utf8.decode(body as Buffer);
    } catch {
      return done(badRequest('The request body isn’t valid UTF-8.'));
    }
    const excess = findExcess(request.text, request.routeOptions.config.bounds ?? computeBounds(undefined));
    return excess ? done(excess) : parse(request, request.text, done);
  });
}

async function serveAny(
  api: FastifyInstance,
  runtime: Runtime,
  endpoint: Endpoint,
  guard: Guard,
): Promise<void> {
  if (endpoint.route.takes) await api.register(withFileUpload(runtime, endpoint, guard));
  else serveEndpoint(api, runtime, endpoint, guard);
}

/** A route that takes a file has its own parsers, which leave the body unread. */
function withFileUpload(runtime: Runtime, endpoint: Endpoint, guard: Guard) {
  return async (api: FastifyInstance): Promise<void> => {
    const types = [...(endpoint.route.takes ?? [])];
    api.removeAllContentTypeParsers();
    api.addContentTypeParser(types, (_request, _body, done) => done(null, undefined));
    api.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error;
      return sendProblem(reply, unsupportedMediaType(endpoint.route));
    });
    serveEndpoint(api, runtime, endpoint, guard);
  };
}

function serveEndpoint(api: FastifyInstance, runtime: Runtime, endpoint: Endpoint, guard: Guard): void {
  api.route({
    method: endpoint.route.method,
    // A GET that creates something must not do so for a HEAD.
    exposeHeadRoute: !endpoint.route.writes,
    url: endpoint.route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { bounds: computeBounds(endpoint.route.body) },
    bodyLimit: bodyLimitOf(endpoint.route),
    onRequest: (request, reply) => guard.admit(endpoint, request, reply),
    ...(runtime.config.checkResponses && { onSend: assertDeclaredStatus(endpoint.route) }),
    async handler(request, reply) {
      const answer = await endpoint.answer(selectHost(runtime, request), request, reply);
      if ('stream' in answer) return reply.status(answer.status).type(answer.type).send(answer.stream);
      const { status, body, replayed } = answer;
      if (replayed) void reply.header('idempotent-replayed', 'true');
      return reply.status(status).type('application/json; charset=utf-8').send(body);
    },
  });
}

/** In tests and development: the OpenAPI document names every status that an operation answers. */
function assertDeclaredStatus(route: AnyRoute) {
  let statuses: ReadonlySet<number> | undefined;
  return async (_request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> => {
    // Not before the first answer: it takes as long as all the rest of the start, and most tests call few routes.
    statuses ??= listStatuses(route);
    // 405 is about the address, before any operation of it; 421 only routers see.
    if (statuses.has(statusCode) || statusCode === 405 || statusCode === 421) return;
    throw new Error(`${route.method} ${route.path} answers ${statusCode}, which its contract does not name.`);
  };
}

function bodyLimitOf({ access, hasLargeBody }: AnyRoute): number {
  return access.kind === 'public' && !hasLargeBody ? publicBodyLimitBytes : bodyLimitBytes;
}

function addHooks(
  app: FastifyInstance,
  runtime: Runtime,
  setHeaders: SetHeaders,
  { answerUnrouted, refuseOtherPath }: ReturnType<typeof observeMethods>,
): void {
  const metrics = serveOps(app, runtime);
  const requireHost = createHostGate(runtime);
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply);
    await requireHost(request, reply);
    // Before the body is read: an unknown route is a 404, whatever is wrong with the body.
    if (request.is404) return answerUnrouted(request, reply);
    refuseOtherPath(request);
    return undefined;
  });
  const limitReader = limitSlowReaders(runtime.config.slowReaders);
  app.addHook('onSend', async (request, reply, payload) =>
    limitReader(reply, await compress(request, reply, payload)),
  );
  app.addHook('onResponse', async (request, reply) => {
    // For how long one was open says nothing about how fast the server is.
    if (isEventStream(reply)) return;
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (line.ms > 1000) runtime.log.warn(line, 'slow request');
    else runtime.log.debug(line, 'request');
  });
}

/** What programs of any origin call, without cookies. */
const isApi = /^\/(v2|public|\.well-known|oauth\/(token|revoke|introspect|register))\b/;

type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/** The headers of every response, errors included. */
function commonHeaders(publicUrl: string): SetHeaders {
  const headers = buildSecurityHeaders(publicUrl);
  return (request, reply) => {
    void reply.headers(headers);
    void reply.header('x-request-id', request.id);
    if (isApi.test(request.url)) void reply.headers(apiHeaders);
  };
}

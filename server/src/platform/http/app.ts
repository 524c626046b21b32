import { routes } from '@daybook/contract/routes';
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Runtime } from '../context.ts';
import { newUuid } from '../ids.ts';
import { Problem, badRequest, failed, notFound, unavailable, unexpected } from '../problems.ts';
import { demandScope, identify, type Caller } from './caller.ts';
import { answerClientError } from './client-error.ts';
import { securityHeaders } from './headers.ts';
import { serveOps } from './ops.ts';
import { createLimiter, enforce, type Limiter } from './rate-limit.ts';
import { serveReference } from './reference.ts';
import { notTaken, type Endpoint } from './serve.ts';
import { limitSlowness } from './slow-bodies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The body as it arrived: what a signature covers. */
    text: string;
  }
}

const bodyLimitBytes = 1024 * 1024;

/** Pages of a slice that are no part of the API. */
export type Site = (app: FastifyInstance, runtime: Runtime) => void;

/** The HTTP server as a function of what the process has: tests inject requests into it without a port. */
export async function createApp(
  runtime: Runtime,
  endpoints: readonly Endpoint[],
  sites: readonly Site[] = [],
): Promise<FastifyInstance> {
  const dress = dresser(runtime.config.publicUrl);
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    exposeHeadRoutes: false,
    genReqId: () => newUuid(),
    logger: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) =>
      answerUnroutable(error, request, reply as FastifyReply, dress),
    clientErrorHandler: answerClientError,
    ...(runtime.config.trustProxy !== undefined && { trustProxy: runtime.config.trustProxy }),
  });
  limitSlowness(app.server, runtime.config.bodyTimeoutMs);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('text', '');
  takeJson(app);
  // An `Expect` that nobody knows would be answered by Node itself, without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  answerProblems(app, runtime);
  dressResponses(app, runtime, dress);
  if (endpoints.length > 0) serveReference(app, runtime.config.publicUrl);
  for (const serveSite of sites) serveSite(app, runtime);
  const guard = createGuard(runtime);
  await app.register(
    async (api) => {
      for (const endpoint of endpoints) {
        if (endpoint.route.takes) await api.register(takingFiles(runtime, endpoint, guard));
        else serveEndpoint(api, runtime, endpoint, guard);
      }
    },
    { prefix: '/v2' },
  );
  // What a visitor's page calls stands below /public as well, with one count of requests for both addresses.
  for (const endpoint of endpoints.filter(isForVisitors)) serveEndpoint(app, runtime, endpoint, guard);
  return app;
}

function isForVisitors({ route }: Endpoint): boolean {
  return route.path.startsWith('/public/');
}

/** Every declared route is served and nothing else; a gap ends the start, not a caller's request. */
export function refuseGaps(endpoints: readonly Endpoint[]): void {
  const served = new Set(endpoints.map(({ route }) => route));
  for (const [name, route] of routes) {
    if (!served.has(route)) throw new Error(`The contract's route ${name} is not served.`);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** An absent body is as good as an empty one; keys that would reach an object's prototype are dropped. */
function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      request.text = utf8.decode(body as Buffer);
      return parse(request, request.text, done);
    } catch {
      return done(badRequest('The body is not valid UTF-8.'));
    }
  });
}

type Guard = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Decides before the body is read: who is calling, how often, and whether they may. */
function createGuard(runtime: Runtime): Guard {
  const { clock, config } = runtime;
  const limits = config.rateLimit === 'off' ? undefined : config.rateLimit;
  const perToken = limits && createLimiter(clock, limits.perToken);
  const perAddress = limits && createLimiter(clock, limits.perAddress);
  const refused = limits && createLimiter(clock, limits.perAddress);

  const count = (limiter: Limiter | undefined, key: string, reply: FastifyReply): void => {
    if (limiter) void reply.headers(enforce(limiter.take(key)));
  };

  return async ({ route }, request, reply) => {
    if (route.access.kind === 'public') return count(perAddress, request.ip, reply);
    try {
      request.caller = await identify(runtime, request);
    } catch (error) {
      // Guessing tokens is slowed down per address, without touching callers who have one.
      if (error instanceof Problem && error.status === 401) count(refused, request.ip, reply);
      throw error;
    }
    count(perToken, request.caller.actor.id, reply);
    demandScope(route, request.caller.actor);
  };
}

/** A route that takes a file has its own parsers, which leave the body to it. */
function takingFiles(runtime: Runtime, endpoint: Endpoint, guard: Guard) {
  return async (api: FastifyInstance): Promise<void> => {
    const types = [...(endpoint.route.takes ?? [])];
    api.removeAllContentTypeParsers();
    api.addContentTypeParser(types, (_request, _body, done) => done(null, undefined));
    api.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error;
      const { status, body } = notTaken(endpoint.route);
      return reply.status(status).send(body);
    });
    serveEndpoint(api, runtime, endpoint, guard);
  };
}

function serveEndpoint(api: FastifyInstance, runtime: Runtime, endpoint: Endpoint, guard: Guard): void {
  api.route({
    method: endpoint.route.method,
    url: endpoint.route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: (request, reply) => guard(endpoint, request, reply),
    async handler(request, reply) {
      const answer = await endpoint.answer(runtime, request, reply);
      if ('stream' in answer) return reply.status(answer.status).type(answer.type).send(answer.stream);
      const { status, body, replayed } = answer;
      if (replayed) void reply.header('idempotent-replayed', 'true');
      return reply.status(status).type('application/json; charset=utf-8').send(body);
    },
  });
}

function answerProblems(app: FastifyInstance, runtime: Runtime): void {
  app.setNotFoundHandler(() => {
    throw notFound('Route');
  });
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const problem = error instanceof Problem ? error : problemOf(error, request, runtime);
    return reply.status(problem.status).headers(problem.headers).send(problem.body);
  });
}

/** What never reaches a route: an address that can't be decoded, or with a longer parameter than any of ours. */
function answerUnroutable(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  dress: Dress,
): void {
  dress(request, reply);
  const undecodable = error.code === 'FST_ERR_BAD_URL';
  const problem = undecodable ? badRequest('The address is not validly encoded.') : notFound('Route');
  void reply.status(problem.status).send(problem.body);
}

function problemOf(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  runtime: Runtime,
): Problem {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return failed(413, 'The body is larger than 1 MB.');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return failed(415, 'Send JSON, with Content-Type: application/json.');
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') return failed(400, 'The body is not valid JSON.');
  if (error.statusCode !== undefined && error.statusCode < 500)
    return failed(error.statusCode, error.message);
  // Whoever sent half of a file hung up, or was hung up on: nobody is there to read this, and nothing is amiss here.
  if (request.raw.complete === false && request.raw.destroyed) return badRequest('The body was cut off.');
  const errorId = newUuid();
  const route = request.routeOptions.url;
  if (isDatabaseAway(error)) {
    runtime.log.warn({ err: error, requestId: request.id, route }, 'database not available');
    return unavailable();
  }
  runtime.log.error(
    { err: error, errorId, requestId: request.id, method: request.method, route },
    'request failed',
  );
  return unexpected(errorId);
}

const unreachable = new Set(
  'EAI_AGAIN ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EPIPE ETIMEDOUT'.split(' '),
);

/** Connection refused or lost, server starting or stopping, no connection free in time, statement timed out. */
function isDatabaseAway(error: Error & { code?: string }): boolean {
  const code = error.code ?? '';
  if (/^(08|57P|53)/.test(code) || code === '57014' || code === '55P03') return true;
  if (unreachable.has(code)) return true;
  return /timeout exceeded when trying to connect|Connection terminated|is not queryable|Cannot use a pool after/.test(
    error.message,
  );
}

function dressResponses(app: FastifyInstance, runtime: Runtime, dress: Dress): void {
  const metrics = serveOps(app, runtime);
  app.addHook('onRequest', async (request, reply) => {
    dress(request, reply);
    // Said before the body is read: what is wrong with that does not matter where nothing is.
    if (request.is404) throw notFound('Route');
  });
  app.addHook('onResponse', async (request, reply) => {
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

type Dress = (request: FastifyRequest, reply: FastifyReply) => void;

/** The headers of every response, errors included. */
function dresser(publicUrl: string): Dress {
  const headers = securityHeaders(publicUrl);
  return (request, reply) => {
    void reply.headers(headers);
    void reply.header('x-request-id', request.id);
    if (/^\/(v2|public)\b/.test(request.url)) void reply.header('cache-control', 'no-store');
  };
}

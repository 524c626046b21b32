import { isDeepStrictEqual } from 'node:util';
import type { Returned } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../context.ts';
import type { Caller } from './caller.ts';
import { checkKey, once, type Answer } from './idempotency.ts';
import { validate } from './validate.ts';

/** What a handler may need of HTTP itself, beside its checked input. */
export interface Exchange {
  readonly address: string;
  setCookie(value: string): void;
}

/** A contract route with the use case that answers it. */
export interface Endpoint {
  readonly route: AnyRoute;
  readonly answer: (runtime: Runtime, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>;
}

type Handler<R extends AnyRoute> = (
  ctx: Ctx,
  input: Input<R>,
  exchange: Exchange,
) => Promise<Returned<R['returns']>>;

type PublicHandler<R extends AnyRoute> = (
  runtime: Runtime,
  input: Input<R>,
  exchange: Exchange,
) => Promise<Returned<R['returns']>>;

/** Serves a route to callers with a token: one request, one transaction in the caller's workspace. */
export function serve<R extends AnyRoute>(route: R, handler: Handler<R>): Endpoint {
  return {
    route,
    answer(runtime, request, reply) {
      const caller = request.caller as Caller;
      const input = validate(route, request);
      const exchange = exchangeOf(request, reply);
      const work = async (ctx: Ctx) => finish(runtime, route, request, await handler(ctx, input, exchange));
      if (route.method === 'GET' && !route.writes) return readInWorkspace(runtime, caller.actor, work);
      const key = route.method === 'POST' ? request.headers['idempotency-key'] : undefined;
      if (key === undefined) return inWorkspace(runtime, caller.actor, work);
      const { method, url, body } = request;
      const onceRequest = { key: checkKey(String(key)), secret: caller.secret, method, url, body };
      return inWorkspace(runtime, caller.actor, (ctx) => once(ctx, onceRequest, () => work(ctx)));
    },
  };
}

/** Serves what is known of the caller already, without a transaction. */
export function serveCaller<R extends AnyRoute>(
  route: R,
  handler: (actor: Actor) => Returned<R['returns']>,
): Endpoint {
  return {
    route,
    async answer(runtime, request) {
      validate(route, request);
      return finish(runtime, route, request, handler((request.caller as Caller).actor));
    },
  };
}

/** Serves a route to anyone. The handler finds the workspace itself, if there is one. */
export function servePublic<R extends AnyRoute>(route: R, handler: PublicHandler<R>): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const input = validate(route, request);
      return finish(runtime, route, request, await handler(runtime, input, exchangeOf(request, reply)));
    },
  };
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  return {
    address: request.ip,
    setCookie: (value) => void reply.header('set-cookie', value),
  };
}

/** Wraps the handler's value into the route's envelope. Done inside the transaction, so that an answer can be kept. */
function finish(runtime: Runtime, route: AnyRoute, request: FastifyRequest, value: unknown): Answer {
  const { returns } = route;
  const body = returns.wrap(value as never, pageOf(route, request));
  if (runtime.config.checkResponses) checkShape(route, body);
  return { status: returns.status, body: JSON.stringify(body), replayed: false };
}

function checkShape(route: AnyRoute, body: unknown): void {
  const parsed = route.returns.wire.safeParse(body);
  const where = `${route.method} ${route.path}`;
  if (!parsed.success)
    throw new Error(`${where} answers another shape than its contract: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, body))
    throw new Error(`${where} answers fields that its contract does not have.`);
}

function pageOf(route: AnyRoute, request: FastifyRequest) {
  const url = new URL(request.url, 'http://localhost');
  const number = Number(url.searchParams.get('page') ?? 1);
  const { size = 'count', default: fallback = 1 } = route.returns.paging ?? {};
  return {
    number,
    size: Number(url.searchParams.get(size) ?? fallback),
    link(page: number) {
      url.searchParams.set('page', String(page));
      return url.pathname + url.search;
    },
  };
}

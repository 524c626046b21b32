import { Readable } from 'node:stream';
import type { Returned } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorActor, type Actor } from '../auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../context.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { failed, throwIfInvalid, type Problem } from '../problems.ts';
import { validateAll, type DomainValidation, type OnSchemaError } from './domain-validation.ts';
import type { Caller } from './caller.ts';
import { finish } from './finish.ts';
import { checkKey, claiming, once, recall, type Answer, type OnceRequest } from './idempotency.ts';
import { mayArriveSlowly } from './slow-bodies.ts';
import { validate } from './validate.ts';

/** What a handler may need of HTTP itself, beside its checked input. */
export interface Exchange {
  readonly address: string;
  /** The body as it arrived: what a signature covers. */
  readonly text: string;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  setCookie(value: string): void;
}

/** A contract route with the use case that answers it. */
export interface Endpoint<R extends AnyRoute = AnyRoute> {
  readonly route: R;
  readonly answer: (
    runtime: Runtime,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Answer | StreamedAnswer>;
}

/** An answer of unknown length, sent as it is made. */
export interface StreamedAnswer {
  readonly status: number;
  readonly type: string;
  readonly stream: Readable;
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

/**
 * Serves a route to callers with a token: one request, one transaction in the caller's workspace. `validateDomain` is asked
 * before the handler, and where the contract is broken already too, so that a caller hears of every wrong field at once.
 */
export function serve<R extends AnyRoute>(
  route: R,
  handler: Handler<R>,
  validateDomain?: DomainValidation<R> | OnSchemaError<R>,
): Endpoint<R> {
  const before = typeof validateDomain === 'function' ? validateDomain : undefined;
  const onSchemaError = typeof validateDomain === 'function' ? validateDomain : validateDomain?.onSchemaError;
  return {
    route,
    async answer(runtime, request, reply) {
      const caller = request.caller as Caller;
      const input = await validateAll(runtime, route, request, () => caller.actor, onSchemaError);
      const exchange = exchangeOf(request, reply);
      const work = async (ctx: Ctx) => {
        if (before) throwIfInvalid(await before(ctx, input.body, { params: input.params, runtime }));
        return finish(runtime, route, request, await handler(ctx, input, exchange));
      };
      return inOneTransaction(runtime, route, request, caller, work);
    },
  };
}

/**
 * The same where the outside world must be asked first, which no transaction may wait for. `prepare` runs before it, and
 * what it returns is handed to the handler. A request that is repeated with its key is answered without it, and of two at
 * the same moment one is refused.
 */
export function servePrepared<R extends AnyRoute, Prepared>(
  route: R,
  prepare: (runtime: Runtime, actor: Actor, input: Input<R>) => Promise<Prepared>,
  handler: (ctx: Ctx, input: Input<R>, prepared: Prepared) => Promise<Returned<R['returns']>>,
): Endpoint {
  return {
    route,
    async answer(runtime, request) {
      const caller = request.caller as Caller;
      const input = validate(route, request);
      const keyed = onceRequest(route, request, caller.secret);
      const work = async (key?: OnceRequest) => {
        const prepared = await prepare(runtime, caller.actor, input);
        return inWorkspaceOnce(runtime, caller.actor, key, async (ctx) =>
          finish(runtime, route, request, await handler(ctx, input, prepared)),
        );
      };
      return keyed ? claiming(runtime, caller.actor, keyed, work) : work();
    },
  };
}

/** A file on its way in. */
export interface Upload {
  readonly type: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * The same for a route that takes a file. `receive` works through it before the transaction, which no slow sender may
 * hold open. A request that is repeated with its key is known by its length, and answered without reading it.
 */
export function serveUpload<R extends AnyRoute, Received>(
  route: R,
  receive: (runtime: Runtime, actor: Actor, input: Input<R>, upload: Upload) => Promise<Received>,
  handler: (ctx: Ctx, input: Input<R>, received: Received) => Promise<Returned<R['returns']>>,
): Endpoint {
  return {
    route,
    async answer(runtime, request) {
      const caller = request.caller as Caller;
      const [type = ''] = (request.headers['content-type'] ?? '').split(';');
      const { params, query, headers, method, url, raw } = request;
      const body = { type, length: headers['content-length'] ?? null };
      const bare = { params, query, headers, method, url, body: undefined } as FastifyRequest;
      if (!route.takes?.includes(type.trim().toLowerCase())) throw unsupportedMediaType(route);
      const input = validate(route, bare);
      const known = { ...bare, body } as FastifyRequest;
      const keyed = onceRequest(route, known, caller.secret);
      const kept = keyed && (await readInWorkspace(runtime, caller.actor, (ctx) => recall(ctx, keyed)));
      if (kept) return kept;
      mayArriveSlowly(raw);
      const upload = { type: type.trim().toLowerCase(), bytes: raw as AsyncIterable<Buffer> };
      const received = await receive(runtime, caller.actor, input, upload);
      const work = async (ctx: Ctx) => finish(runtime, route, request, await handler(ctx, input, received));
      return inOneTransaction(runtime, route, known, caller, work);
    },
  };
}

/** A file of another type than the route takes, or of none. */
export function unsupportedMediaType({ takes = [] }: AnyRoute): Problem {
  return failed(415, `Send a file, with Content-Type: ${takes.join(' or ')}.`);
}

/**
 * Serves a route that answers with a text of unknown length. The handler has checked all there is to check when it
 * returns; its pieces are made as fast as the caller takes them, in transactions of their own.
 */
export function serveStream<R extends AnyRoute>(
  route: R,
  handler: (
    runtime: Runtime,
    actor: Actor,
    input: Input<R>,
    exchange: Exchange,
  ) => Promise<AsyncIterable<string>>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const input = validate(route, request);
      const { actor } = request.caller as Caller;
      const pieces = await handler(runtime, actor, input, exchangeOf(request, reply));
      const type = `${route.returns.media ?? 'text/plain'}; charset=utf-8`;
      return { status: route.returns.status, type, stream: Readable.from(pieces) };
    },
  };
}

/**
 * Serves a route to anyone, in the workspace that owns what the address names. `find` looks that up in a global table
 * and answers 404 when nobody does.
 */
export function serveVisitor<R extends AnyRoute>(
  route: R,
  find: (runtime: Runtime, input: Input<R>) => Promise<WorkspaceId>,
  handler: Handler<R>,
  validateDomain?: OnSchemaError<R>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const actorOf = async (input: Input<R>) => visitorActor(await find(runtime, input), request.ip);
      const input = await validateAll(runtime, route, request, actorOf, validateDomain?.onSchemaError);
      const exchange = exchangeOf(request, reply);
      const actor = await actorOf(input);
      const work = async (ctx: Ctx) => finish(runtime, route, request, await handler(ctx, input, exchange));
      // A visitor has no secret but the key that they chose themselves.
      const secret = String(request.headers['idempotency-key'] ?? '');
      return inOneTransaction(runtime, route, request, { actor, secret }, work);
    },
  };
}

function inOneTransaction(
  runtime: Runtime,
  route: AnyRoute,
  request: FastifyRequest,
  { actor, secret }: Caller,
  work: (ctx: Ctx) => Promise<Answer>,
): Promise<Answer> {
  if (route.method === 'GET' && !route.writes) return readInWorkspace(runtime, actor, work);
  return inWorkspaceOnce(runtime, actor, onceRequest(route, request, secret), work);
}

function inWorkspaceOnce(
  runtime: Runtime,
  actor: Actor,
  keyed: OnceRequest | undefined,
  work: (ctx: Ctx) => Promise<Answer>,
): Promise<Answer> {
  if (!keyed) return inWorkspace(runtime, actor, work);
  return inWorkspace(runtime, actor, (ctx) => once(ctx, keyed, () => work(ctx)));
}

function onceRequest(route: AnyRoute, request: FastifyRequest, secret: string): OnceRequest | undefined {
  const key = route.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return undefined;
  const { method, url, body } = request;
  return { key: checkKey(String(key)), secret, method, url: url.replace(/^\/v2\//, '/'), body };
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

/** Serves a route to anyone, outside of any workspace: what it does, the handler begins and ends itself. */
export function servePublic<R extends AnyRoute>(route: R, handler: PublicHandler<R>): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const input = validate(route, request);
      return finish(runtime, route, request, await handler(runtime, input, exchangeOf(request, reply)));
    },
  };
}

export function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  return {
    address: request.ip,
    text: request.text,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    setHeader: (name, value) => void reply.header(name, value),
    setCookie: (value) => void reply.header('set-cookie', value),
  };
}

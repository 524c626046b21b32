import { Readable } from 'node:stream';
import type { EnvelopeValue } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createVisitorActor, type Actor } from '../auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../context.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { Problem, type FieldErrors } from '../problems.ts';
import { buildAnswer, type Answer, type StreamedAnswer } from './answer.ts';
import { getCaller, rejectCrossSite, type Caller } from './caller.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { parseIdempotency, runOnce, withClaimedKey, type IdempotentRequest } from './idempotency.ts';
import { validateRequest, validateWithDomain } from './validate.ts';

/** A contract route with the use case that answers it. */
export interface Endpoint<R extends AnyRoute = AnyRoute> {
  readonly route: R;
  readonly answer: (
    runtime: Runtime,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Answer | StreamedAnswer>;
}

type Handler<R extends AnyRoute> = (
  ctx: Ctx,
  input: Input<R>,
  exchange: Exchange,
) => Promise<EnvelopeValue<R['returns']>>;

/**
 * A use case applies the rules of its slice itself. A request that breaks the contract does not get that far, so `serve`
 * applies them to the fields that keep the contract: a caller learns of every wrong field at once.
 */
interface DomainValidation<R extends AnyRoute> {
  readonly onSchemaError: (
    ctx: Ctx,
    fields: Partial<Input<R>['body']>,
    beside: { readonly params: Input<R>['params']; readonly runtime: Runtime },
  ) => FieldErrors | Promise<FieldErrors>;
}

/** Serves a route to callers with a token: one request, one transaction in the caller's workspace. */
export function serve<R extends AnyRoute>(
  route: R,
  handler: Handler<R>,
  validation?: DomainValidation<R>,
): Endpoint<R> {
  return {
    route,
    async answer(runtime, request, reply) {
      const caller = getCaller(request);
      const input = await validateInput(runtime, route, request, () => caller.actor, validation);
      const exchange = createExchange(runtime, request, reply);
      return runInTransaction(runtime, route, request, caller, (ctx) => handler(ctx, input, exchange));
    },
  };
}

/**
 * Serves a route to anyone, in the workspace that owns what the address names. `find` looks that up in a global table
 * and throws 404 when nobody does.
 */
export function serveVisitor<R extends AnyRoute>(
  route: R,
  find: (runtime: Runtime, input: Input<R>) => Promise<WorkspaceId>,
  handler: Handler<R>,
  validation?: DomainValidation<R>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const actorOf = async (input: Input<R>) => createVisitorActor(await find(runtime, input), request.ip);
      const input = await validateInput(runtime, route, request, actorOf, validation);
      const exchange = createExchange(runtime, request, reply);
      // A visitor has no secret but the key that they chose themselves.
      const secret = String(request.headers['idempotency-key'] ?? '');
      const caller = { actor: await actorOf(input), secret };
      return runInTransaction(runtime, route, request, caller, (ctx) => handler(ctx, input, exchange));
    },
  };
}

/**
 * Serves a route that calls another server first, or works through many rows, which no transaction may wait for: `prepare`
 * does that, and the handler gets what it returns. A repeated request with the same key is answered without it; of two at once, one is refused.
 */
export function servePrepared<R extends AnyRoute, Prepared>(
  route: R,
  prepare: (runtime: Runtime, actor: Actor, input: Input<R>) => Promise<Prepared>,
  handler: (ctx: Ctx, input: Input<R>, prepared: Prepared) => Promise<EnvelopeValue<R['returns']>>,
  validation?: DomainValidation<R>,
): Endpoint {
  return {
    route,
    async answer(runtime, request) {
      const { actor, secret } = getCaller(request);
      const input = await validateInput(runtime, route, request, () => actor, validation);
      const work = async (keyed?: IdempotentRequest) => {
        const prepared = await prepare(runtime, actor, input);
        return runInWorkspace(runtime, actor, (ctx) =>
          onceIfKeyed(ctx, keyed, async () =>
            buildAnswer(runtime, route, request, await handler(ctx, input, prepared)),
          ),
        );
      };
      const keyed = parseIdempotency(route, request, secret);
      return keyed ? withClaimedKey(runtime, actor, keyed, work) : work();
    },
  };
}

/** What a streamed answer has as an effect, in a transaction: it happens once for each Idempotency-Key. */
export type RunEffect = (effect: (ctx: Ctx) => Promise<void>) => Promise<void>;

/**
 * Serves a route that answers with a text. The handler has validated everything when it returns; its pieces are made as fast as the
 * caller reads them, in transactions of their own. They are too many to store, so a repeated request gets them made anew.
 */
export function serveStream<R extends AnyRoute>(
  route: R,
  handler: (
    runtime: Runtime,
    actor: Actor,
    input: Input<R>,
    exchange: Exchange,
    runEffect: RunEffect,
  ) => Promise<AsyncIterable<string>>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const { actor, secret } = getCaller(request);
      const { status, media = 'text/plain' } = route.returns;
      const keyed = parseIdempotency(route, request, secret);
      const exchange = createExchange(runtime, request, reply);
      const runEffect: RunEffect = async (effect) => {
        const { replayed } = await runInWorkspace(runtime, actor, (ctx) =>
          onceIfKeyed(ctx, keyed, async () => {
            await effect(ctx);
            return { status, body: '', replayed: false };
          }),
        );
        if (replayed) exchange.setHeader('idempotent-replayed', 'true');
      };
      const pieces = await handler(runtime, actor, validateRequest(route, request), exchange, runEffect);
      return { status, type: `${media}; charset=utf-8`, stream: Readable.from(pieces) };
    },
  };
}

/** Serves what is known of the caller already, without a transaction. */
export function serveCaller<R extends AnyRoute>(
  route: R,
  handler: (actor: Actor) => EnvelopeValue<R['returns']>,
): Endpoint {
  return {
    route,
    async answer(runtime, request) {
      validateRequest(route, request);
      return buildAnswer(runtime, route, request, handler(getCaller(request).actor));
    },
  };
}

/**
 * Serves a route to anyone, outside of any workspace. The handler opens its own transactions. Writes are refused to pages of
 * other sites, which could sign a visitor in to an account of theirs.
 */
export function servePublic<R extends AnyRoute>(
  route: R,
  handler: (runtime: Runtime, input: Input<R>, exchange: Exchange) => Promise<EnvelopeValue<R['returns']>>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      if (route.method !== 'GET') rejectCrossSite(request, runtime.host?.url ?? runtime.config.publicUrl);
      const input = validateRequest(route, request);
      return buildAnswer(
        runtime,
        route,
        request,
        await handler(runtime, input, createExchange(runtime, request, reply)),
      );
    },
  };
}

function validateInput<R extends AnyRoute>(
  runtime: Runtime,
  route: R,
  request: FastifyRequest,
  actorOf: (input: Input<R>) => Actor | Promise<Actor>,
  validation: DomainValidation<R> | undefined,
): Input<R> | Promise<Input<R>> {
  if (!validation) return validateRequest(route, request);
  return validateWithDomain(route, request, async (fields, input) => {
    try {
      return await readInWorkspace(runtime, await actorOf(input), async (ctx) =>
        validation.onSchemaError(ctx, fields, { params: input.params, runtime }),
      );
    } catch (error) {
      // Who may not know more, or names what does not exist, learns only what the contract says.
      if (error instanceof Problem) return {};
      throw error;
    }
  });
}

/** One request, one transaction, in which a GET only reads. */
export function runInTransaction(
  runtime: Runtime,
  route: AnyRoute,
  request: FastifyRequest,
  { actor, secret }: Caller,
  handler: (ctx: Ctx) => Promise<unknown>,
): Promise<Answer> {
  const work = async (ctx: Ctx) => buildAnswer(runtime, route, request, await handler(ctx));
  if (route.method === 'GET' && !route.writes) return readInWorkspace(runtime, actor, work);
  const keyed = parseIdempotency(route, request, secret);
  return runInWorkspace(runtime, actor, (ctx) => onceIfKeyed(ctx, keyed, () => work(ctx)));
}

function onceIfKeyed(
  ctx: Ctx,
  keyed: IdempotentRequest | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return keyed ? runOnce(ctx, keyed, work) : work();
}

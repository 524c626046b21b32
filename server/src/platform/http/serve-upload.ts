import type { EnvelopeValue } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyRequest } from 'fastify';
import { createVisitorActor, type Actor } from '../auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../context.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { failed, type Problem } from '../problems.ts';
import type { Answer } from './answer.ts';
import { getCaller, type Caller } from './caller.ts';
import { findStoredAnswer, parseIdempotency } from './idempotency.ts';
import { runInTransaction, type Endpoint } from './serve.ts';
import { allowSlowBody } from './slow-bodies.ts';
import { validateRequest } from './validate.ts';

/** A file that is being received. */
export interface Upload {
  readonly type: string;
  /** As its sender announced it; Node lets no more of it through. */
  readonly length: number | undefined;
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * Serves a route that takes a file. `receive` works through it before the transaction, which a slow sender must not keep
 * open. A repeated request with the same key is recognised by the file's length, and answered without reading it.
 */
export function serveUpload<R extends AnyRoute, Received>(
  route: R,
  receive: Receive<R, Received>,
  handler: HandleReceived<R, Received>,
): Endpoint {
  return {
    route,
    answer: (runtime, request) =>
      answerUpload(runtime, route, request, async () => getCaller(request), receive, handler),
  };
}

/** The same to anyone, in the workspace that owns what the address names. */
export function serveVisitorUpload<R extends AnyRoute, Received>(
  route: R,
  find: (runtime: Runtime, input: Input<R>) => Promise<WorkspaceId>,
  receive: Receive<R, Received>,
  handler: HandleReceived<R, Received>,
): Endpoint {
  return {
    route,
    answer: (runtime, request) => {
      const visitorOf = async (input: Input<R>) => ({
        actor: createVisitorActor(await find(runtime, input), request.ip),
        secret: String(request.headers['idempotency-key'] ?? ''),
      });
      return answerUpload(runtime, route, request, visitorOf, receive, handler);
    },
  };
}

type Receive<R extends AnyRoute, Received> = (
  runtime: Runtime,
  actor: Actor,
  input: Input<R>,
  upload: Upload,
) => Promise<Received>;
type HandleReceived<R extends AnyRoute, Received> = (
  ctx: Ctx,
  input: Input<R>,
  received: Received,
) => Promise<EnvelopeValue<R['returns']>>;

async function answerUpload<R extends AnyRoute, Received>(
  runtime: Runtime,
  route: R,
  request: FastifyRequest,
  identify: (input: Input<R>) => Promise<Caller>,
  receive: Receive<R, Received>,
  handler: HandleReceived<R, Received>,
): Promise<Answer> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!route.takes?.includes(type)) throw unsupportedMediaType(route);
  const { params, query, headers, method, url, raw } = request;
  const withBody = (body: unknown) => ({ params, query, headers, method, url, body }) as FastifyRequest;
  const input = validateRequest(route, withBody(undefined));
  const caller = await identify(input);
  const fingerprinted = withBody({ type, length: headers['content-length'] ?? null });
  const keyed = parseIdempotency(route, fingerprinted, caller.secret);
  const stored =
    keyed && (await readInWorkspace(runtime, caller.actor, (ctx) => findStoredAnswer(ctx, keyed)));
  if (stored) return stored;
  allowSlowBody(raw);
  const length = lengthOf(headers['content-length']);
  const received = await receive(runtime, caller.actor, input, { type, length, bytes: raw });
  return runInTransaction(runtime, route, fingerprinted, caller, (ctx) => handler(ctx, input, received));
}

function lengthOf(header: string | undefined): number | undefined {
  return header === undefined ? undefined : Number(header);
}

/** A file of another type than the route takes, or of none. */
export function unsupportedMediaType({ takes = [] }: AnyRoute): Problem {
  return failed(415, `Send a file with Content-Type ${takes.join(' or ')}.`);
}

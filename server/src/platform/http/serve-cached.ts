import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { EnvelopeValue } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../context.ts';
import { buildAnswer } from './answer.ts';
import type { Endpoint } from './serve.ts';
import { validateRequest } from './validate.ts';

/** Serves a public route whose answer is the same for everybody and may be cached. */
export function serveCached<R extends AnyRoute>(
  route: R,
  handler: (runtime: Runtime, input: Input<R>) => EnvelopeValue<R['returns']>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const answer = buildAnswer(runtime, route, request, handler(runtime, validateRequest(route, request)));
      void reply.header('cache-control', `public, max-age=${route.cacheSeconds ?? 0}`);
      return isKnown(request, reply, answer.body) ? { ...answer, status: 304, body: '' } : answer;
    },
  };
}

/** Serves a public route that answers with a text, which callers keep and ask for again, each for themselves. */
export function serveText<R extends AnyRoute>(
  route: R,
  handler: (runtime: Runtime, input: Input<R>, address: string) => Promise<string>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const text = await handler(runtime, validateRequest(route, request), request.ip);
      void reply.header('cache-control', 'private, no-cache');
      if (isKnown(request, reply, text)) return { status: 304, body: '', replayed: false };
      const type = `${route.returns.media ?? 'text/plain'}; charset=utf-8`;
      return { status: route.returns.status, type, stream: Readable.from([text]) };
    },
  };
}

/** Names the text by an ETag, and says whether the caller has it. */
function isKnown(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  void reply.header('etag', etag);
  return request.headers['if-none-match']?.includes(etag) ?? false;
}

import { createHash } from 'node:crypto';
import type { Returned } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { Runtime } from '../context.ts';
import { answerWith } from './answer.ts';
import type { Endpoint } from './serve.ts';
import { validate } from './validate.ts';

/** Serves a public route whose answer is the same for everybody and may be cached. */
export function serveCached<R extends AnyRoute>(
  route: R,
  handler: (runtime: Runtime, input: Input<R>) => Returned<R['returns']>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      const answer = answerWith(runtime, route, request, handler(runtime, validate(route, request)));
      const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`;
      void reply.headers({ etag, 'cache-control': `public, max-age=${route.cacheSeconds ?? 0}` });
      const isKnown = request.headers['if-none-match']?.includes(etag) ?? false;
      return isKnown ? { ...answer, status: 304, body: '' } : answer;
    },
  };
}

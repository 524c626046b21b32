import { Readable } from 'node:stream';
import type { AnyRoute } from '@daybook/contract/route';
import type { Runtime } from '../context.ts';
import type { Caller } from './caller.ts';
import type { Endpoint } from './serve.ts';
import { validateRequest } from './validate.ts';

/**
 * Serves a stream of events that goes on until one side ends it. `open` returns it once it has begun. Proxies must pass each
 * event on at once.
 */
export function serveEvents(
  route: AnyRoute,
  open: (runtime: Runtime, caller: Caller, lastEventId: string | undefined) => Promise<Readable>,
): Endpoint {
  return {
    route,
    async answer(runtime, request, reply) {
      validateRequest(route, request);
      // The guard has set the caller. A HEAD is answered without a stream, which nobody would end.
      const { caller, headers, method } = request;
      const lastEventId = headers['last-event-id']?.toString();
      const stream =
        method === 'HEAD' ? Readable.from([]) : await open(runtime, caller as Caller, lastEventId);
      reply.raw.once('close', () => stream.destroy());
      if (reply.raw.destroyed) stream.destroy();
      void reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
      return { status: route.returns.status, type: 'text/event-stream; charset=utf-8', stream };
    },
  };
}

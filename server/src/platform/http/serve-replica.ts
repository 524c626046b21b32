import type { EnvelopeValue } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { Ctx } from '../context.ts';
import { readReplica } from '../db/replica.ts';
import { buildAnswer } from './answer.ts';
import { getCaller } from './caller.ts';
import type { Endpoint } from './serve.ts';
import { validateRequest } from './validate.ts';

/** Serves a route whose answer may be a moment old, from the replica if there is one. */
export function serveReplica<R extends AnyRoute>(
  route: R,
  handler: (ctx: Ctx, input: Input<R>) => Promise<EnvelopeValue<R['returns']>>,
): Endpoint<R> {
  return {
    route,
    async answer(runtime, request) {
      const input = validateRequest(route, request);
      return readReplica(runtime, getCaller(request).actor, async (ctx) =>
        buildAnswer(runtime, route, request, await handler(ctx, input)),
      );
    },
  };
}

import type { Returned } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { Ctx } from '../context.ts';
import { readReplica } from '../db/replica.ts';
import { answerWith } from './answer.ts';
import { callerOf } from './caller.ts';
import type { Endpoint } from './serve.ts';
import { validate } from './validate.ts';

/** Serves a route whose answer may be a moment old, from the replica if there is one. */
export function serveReplica<R extends AnyRoute>(
  route: R,
  handler: (ctx: Ctx, input: Input<R>) => Promise<Returned<R['returns']>>,
): Endpoint<R> {
  return {
    route,
    async answer(runtime, request) {
      const input = validate(route, request);
      return readReplica(runtime, callerOf(request).actor, async (ctx) =>
        answerWith(runtime, route, request, await handler(ctx, input)),
      );
    },
  };
}

import type { EnvelopeValue } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyRequest } from 'fastify';
import { createSystemActor } from '../auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../context.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { shareReads } from '../share-reads.ts';
import { buildAnswer, type Answer } from './answer.ts';
import { getCaller } from './caller.ts';
import type { Endpoint } from './serve.ts';
import { validateRequest } from './validate.ts';

type SharedHandler<R extends AnyRoute> = (ctx: Ctx, input: Input<R>) => Promise<EnvelopeValue<R['returns']>>;

/**
 * Serves a route that answers everybody in a workspace alike, so that many who ask at once share an answer. The handler does
 * not learn who they are.
 */
export function serveShared<R extends AnyRoute>(route: R, handler: SharedHandler<R>): Endpoint<R> {
  return sharedEndpoint(route, handler, async (_runtime, request) => getCaller(request).actor.workspaceId);
}

/** The same for visitors, in the workspace that owns what the address names. */
export function serveSharedVisitor<R extends AnyRoute>(
  route: R,
  find: (runtime: Runtime, input: Input<R>) => Promise<WorkspaceId>,
  handler: SharedHandler<R>,
): Endpoint<R> {
  return sharedEndpoint(route, handler, (runtime, _request, input) => find(runtime, input));
}

function sharedEndpoint<R extends AnyRoute>(
  route: R,
  handler: SharedHandler<R>,
  workspaceOf: (runtime: Runtime, request: FastifyRequest, input: Input<R>) => Promise<WorkspaceId>,
): Endpoint<R> {
  const share = shareReads<Answer>();
  return {
    route,
    async answer(runtime, request) {
      const input = validateRequest(route, request);
      const key = JSON.stringify([request.caller?.actor.workspaceId, runtime.host?.url, input]);
      return share(runtime.database, key, async () => {
        const actor = createSystemActor(await workspaceOf(runtime, request, input));
        return readInWorkspace(runtime, actor, async (ctx) =>
          buildAnswer(runtime, route, request, await handler(ctx, input)),
        );
      });
    },
  };
}

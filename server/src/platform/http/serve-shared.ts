import type { Returned } from '@daybook/contract/envelopes';
import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyRequest } from 'fastify';
import { systemActor } from '../auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../context.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { shareReads } from '../share-reads.ts';
import { answerWith, type Answer } from './answer.ts';
import { callerOf } from './caller.ts';
import type { Endpoint } from './serve.ts';
import { validate } from './validate.ts';

type SharedHandler<R extends AnyRoute> = (ctx: Ctx, input: Input<R>) => Promise<Returned<R['returns']>>;

/**
 * Serves a route that answers everybody in a workspace alike, so that many who ask at once share an answer. The handler does
 * not learn who they are.
 */
export function serveShared<R extends AnyRoute>(route: R, handler: SharedHandler<R>): Endpoint<R> {
  return sharedEndpoint(route, handler, async (_runtime, request) => callerOf(request).actor.workspaceId);
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
      const input = validate(route, request);
      const key = JSON.stringify([request.caller?.actor.workspaceId, input]);
      return share(runtime.database, key, async () => {
        const actor = systemActor(await workspaceOf(runtime, request, input));
        return readInWorkspace(runtime, actor, async (ctx) =>
          answerWith(runtime, route, request, await handler(ctx, input)),
        );
      });
    },
  };
}

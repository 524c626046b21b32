import { z } from 'zod';
import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace } from '../platform/context.ts';
import { jobKind, jobWorkspace } from '../platform/jobs.ts';
import { endExpired } from './end-request.ts';

export const expireRequest = jobKind({
  name: 'booking-requests.expire',
  payload: z.object({ workspaceId: jobWorkspace, requestId: z.string() }),
  run: (runtime, { workspaceId, requestId }) =>
    inWorkspace(runtime, systemActor(workspaceId), (ctx) => endExpired(ctx, requestId)),
});

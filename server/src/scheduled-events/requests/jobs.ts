import { z } from 'zod';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace } from '../../platform/context.ts';
import { defineJob, jobWorkspace } from '../../platform/jobs.ts';
import { endExpiredRequest } from './end-request.ts';

export const expireRequest = defineJob({
  name: 'booking-requests.expire',
  payload: z.object({ workspaceId: jobWorkspace, requestId: z.string() }),
  run: (runtime, { workspaceId, requestId }) =>
    runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => endExpiredRequest(ctx, requestId)),
});

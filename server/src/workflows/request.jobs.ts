import { z } from 'zod';
import { defineJob, jobWorkspace } from '../platform/jobs.ts';
import { sendRequest } from './send-request.ts';

export const sendRequestJob = defineJob({
  name: 'workflows.send',
  payload: z.object({ workspaceId: jobWorkspace, runId: z.uuid(), position: z.int() }),
  run: sendRequest,
});

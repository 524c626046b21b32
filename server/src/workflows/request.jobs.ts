import { z } from 'zod';
import { jobKind, jobWorkspace } from '../platform/jobs.ts';
import { sendRequest } from './send-request.ts';

export const sendRequestJob = jobKind({
  name: 'workflows.send',
  payload: z.object({ workspaceId: jobWorkspace, runId: z.uuid(), position: z.int() }),
  run: sendRequest,
});

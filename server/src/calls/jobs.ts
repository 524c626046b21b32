import { z } from 'zod';
import { jobKind, jobWorkspace } from '../platform/jobs.ts';
import { advanceCall, advanceWaitingCalls } from './advance-call.ts';

export const advanceCallJob = jobKind({
  name: 'calls.advance',
  payload: z.object({ workspaceId: jobWorkspace, callId: z.uuid() }),
  run: (runtime, ref) => advanceCall(runtime, ref),
});

/** Finds by itself what no job reminds it of, since a job can be held by a worker that is no more. */
export const advanceWaitingCallsJob = jobKind({
  name: 'calls.advance-waiting',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => advanceWaitingCalls(runtime),
});

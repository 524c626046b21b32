import { z } from 'zod';
import { jobKind, jobWorkspace } from '../platform/jobs.ts';
import { advanceCall, advanceDueCalls } from './advance-call.ts';

export const advanceCallJob = jobKind({
  name: 'calls.advance',
  payload: z.object({ workspaceId: jobWorkspace, callId: z.uuid() }),
  run: (runtime, ref) => advanceCall(runtime, ref),
});

/** Finds due calls by itself, since a job may be locked by a worker that has died. */
export const advanceWaitingCallsJob = jobKind({
  name: 'calls.advance-waiting',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => advanceDueCalls(runtime),
});

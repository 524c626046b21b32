import { z } from 'zod';
import { defineJob, jobWorkspace } from '../platform/jobs.ts';
import { advanceCall, advanceDueCalls } from './advance-call.ts';
import { deleteOldDials } from './dials.store.ts';
import { deleteExpiredRecordings } from './recordings.store.ts';
import { countedMs } from './rules.ts';

export const advanceCallJob = defineJob({
  name: 'calls.advance',
  payload: z.object({ workspaceId: jobWorkspace, callId: z.uuid() }),
  run: (runtime, ref) => advanceCall(runtime, ref),
});

/** Finds due calls by itself, since a job may be locked by a worker that has died. */
export const advanceWaitingCallsJob = defineJob({
  name: 'calls.advance-waiting',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => advanceDueCalls(runtime),
});

/** Recordings whose time is over, and dials that no longer count. */
export const purgeCallsJob = defineJob({
  name: 'calls.purge',
  payload: z.object({}),
  every: '23 * * * *',
  run: async ({ database, clock }) => {
    await deleteExpiredRecordings(database, clock.now());
    await deleteOldDials(database, new Date(clock.now().getTime() - 2 * countedMs));
  },
});

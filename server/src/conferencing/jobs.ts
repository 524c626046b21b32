import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { syncConferenceJob } from './schedule-sync.ts';
import { listDue } from './store.ts';
import { syncConference } from './sync-conference.ts';

const syncJob = defineJob({ ...syncConferenceJob, run: (runtime, due) => syncConference(runtime, due) });

const most = 100;

/** Picks up what a process left behind that ended in the middle. */
const sweepJob = defineJob({
  name: 'conferencing.sweep',
  payload: z.object({}),
  every: '* * * * *',
  async run(runtime) {
    for (const due of await listDue(runtime.database, most)) await syncConference(runtime, due);
  },
});

export const conferencingJobs = [syncJob, sweepJob] as const;

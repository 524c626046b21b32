import { z } from 'zod';
import { purge } from '../platform/db/purge.ts';
import { jobKind, type AnyJob } from '../platform/jobs.ts';
import { oldChallenges } from './factors/public.ts';
import { requestResetJob } from './passwords/jobs.ts';
import { oldResets } from './passwords/public.ts';
import { oldDevices, deviceDays } from './sessions/public.ts';
import { unconfirmed } from './sign-up.store.ts';
import { oldRequests } from './single-sign-on/public.ts';
import { endedWindows } from '../platform/db/counters.ts';

/** Deletes what has expired. */
const tidyAccounts = jobKind({
  name: 'identity.tidy',
  payload: z.object({}),
  every: '23 * * * *',
  run: ({ database }) =>
    purge(database, [
      endedWindows,
      oldChallenges,
      oldRequests,
      oldResets,
      oldDevices(deviceDays),
      unconfirmed,
    ]),
});

export const identityJobs: readonly AnyJob[] = [requestResetJob, tidyAccounts];

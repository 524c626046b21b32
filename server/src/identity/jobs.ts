import { z } from 'zod';
import { jobKind, type AnyJob } from '../platform/jobs.ts';
import { deleteOldChallenges } from './factors/public.ts';
import { requestResetJob } from './passwords/jobs.ts';
import { deleteOldResets } from './passwords/public.ts';
import { deleteOldDevices, deviceDays } from './sessions/public.ts';
import { deleteUnconfirmed } from './sign-up.store.ts';
import { deleteOldRequests } from './single-sign-on/public.ts';
import { deleteEndedWindows } from './throttle/public.ts';

/** Deletes what has expired. */
const tidyAccounts = jobKind({
  name: 'identity.tidy',
  payload: z.object({}),
  every: '23 * * * *',
  async run({ database }) {
    await deleteEndedWindows(database);
    await deleteOldChallenges(database);
    await deleteOldRequests(database);
    await deleteOldResets(database);
    await deleteOldDevices(database, deviceDays);
    await deleteUnconfirmed(database);
  },
});

export const identityJobs: readonly AnyJob[] = [requestResetJob, tidyAccounts];

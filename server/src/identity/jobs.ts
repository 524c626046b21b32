import { z } from 'zod';
import { purgeExpired } from '../platform/db/purge.ts';
import { defineJob, type AnyJob } from '../platform/jobs.ts';
import { oldChallenges } from './factors/public.ts';
import { unusedClients } from './apps/public.ts';
import { oldGrants } from './grants/public.ts';
import { requestResetJob } from './passwords/jobs.ts';
import { oldResets } from './passwords/public.ts';
import { selectOldDevices, deviceDays } from './sessions/public.ts';
import { unconfirmedSignUps } from './sign-up.store.ts';
import { oldProviderRows, refreshMetadata } from './providers/public.ts';
import { oldRequests } from './single-sign-on/public.ts';
import { endedWindows } from '../platform/db/counters.ts';

/** Deletes what has expired. */
const tidyAccounts = defineJob({
  name: 'identity.tidy',
  payload: z.object({}),
  every: '23 * * * *',
  run: ({ database }) =>
    purgeExpired(database, [
      endedWindows,
      oldChallenges,
      oldRequests,
      oldResets,
      selectOldDevices(deviceDays),
      unconfirmedSignUps,
      ...oldGrants,
      ...oldProviderRows,
      unusedClients,
    ]),
});

/** What providers publish. */
const refreshProviders = defineJob({
  name: 'identity.refresh-providers',
  payload: z.object({}),
  every: '41 * * * *',
  run: refreshMetadata,
});

export const identityJobs: readonly AnyJob[] = [requestResetJob, tidyAccounts, refreshProviders];

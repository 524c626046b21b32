import { z } from 'zod';
import { jobKind } from '../platform/jobs.ts';
import { deleteOldDeliveries } from './deliveries.store.ts';

/** The log of deliveries is kept for 30 days. */
export const tidyWebhooks = jobKind({
  name: 'webhooks.tidy',
  payload: z.object({}),
  every: '41 * * * *',
  run: ({ database }) => deleteOldDeliveries(database),
});

import { z } from 'zod';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import { defineJob, jobWorkspace } from '../platform/jobs.ts';
import { purgeCatchers } from './catchers/jobs.ts';
import { deleteOldDeliveries } from './deliveries.store.ts';
import { deleteAttempts } from './personal-data.store.ts';

/** The log of deliveries is kept for 30 days. */
export const tidyWebhooks = defineJob({
  name: 'webhooks.tidy',
  payload: z.object({}),
  every: '41 * * * *',
  run: ({ database }) => deleteOldDeliveries(database),
});

/** Deletes attempts of deliveries that were erased while they were being sent. */
export const eraseAttemptsJob = defineJob({
  name: 'webhooks.erase-attempts',
  payload: z.object({ workspaceId: jobWorkspace, deliveryIds: z.array(z.string()) }),
  run: (runtime, { workspaceId, deliveryIds }) =>
    runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => deleteAttempts(ctx, deliveryIds)),
});

export { purgeCatchers };

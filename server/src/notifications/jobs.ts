import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { deleteOldNotifications } from './store.ts';

export const purgeNotifications = defineJob({
  name: 'notifications.purge',
  payload: z.object({}),
  every: '41 3 * * *',
  run: ({ database }) => deleteOldNotifications(database),
});

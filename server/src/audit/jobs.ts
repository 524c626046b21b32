import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { deleteOldEntries } from './store.ts';

const batchSize = 2000;

/** Deletes what is past the time for which its workspace keeps it. Each batch is a transaction of its own. */
export const purgeAuditLog = defineJob({
  name: 'audit.purge',
  payload: z.object({}),
  every: '29 * * * *',
  async run({ database }) {
    while ((await deleteOldEntries(database, batchSize)) === batchSize);
  },
});

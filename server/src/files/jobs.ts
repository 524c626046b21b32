import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { maintainFiles } from './maintain-files.ts';

export const keepFilesJob = defineJob({
  name: 'files.keep',
  payload: z.object({}),
  every: '* * * * *',
  run: maintainFiles,
});

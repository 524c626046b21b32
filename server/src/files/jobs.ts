import { z } from 'zod';
import { jobKind } from '../platform/jobs.ts';
import { keepFiles } from './keep-files.ts';

export const keepFilesJob = jobKind({
  name: 'files.keep',
  payload: z.object({}),
  every: '* * * * *',
  run: keepFiles,
});

import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { writeCopies } from './write-copies.ts';

/** Added with each change. What can't be written now, the sweep tries again. */
export const writeCopiesJob = defineJob({
  name: 'calendars.write',
  payload: z.object({}),
  run: (runtime) => writeCopies(runtime),
});

export const sweepCopiesJob = defineJob({
  name: 'calendars.write-due',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => writeCopies(runtime),
});

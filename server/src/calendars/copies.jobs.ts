import { z } from 'zod';
import { jobKind } from '../platform/jobs.ts';
import { writeCopies } from './write-copies.ts';

/** Added with each change. What can't be written now, the sweep tries again. */
export const writeCopiesJob = jobKind({
  name: 'calendars.write',
  payload: z.object({}),
  run: (runtime) => writeCopies(runtime),
});

export const sweepCopiesJob = jobKind({
  name: 'calendars.write-due',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => writeCopies(runtime),
});

import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { refreshHolidays } from './holidays.ts';

export const refreshHolidaysJob = defineJob({
  name: 'absences.refresh-holidays',
  payload: z.object({}),
  every: '43 3 * * *',
  run: (runtime) => refreshHolidays(runtime),
});

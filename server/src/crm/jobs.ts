import type { AnyJob } from '../platform/jobs.ts';
import { importJobs } from './imports/jobs.ts';
import { upkeepJobs } from './upkeep/jobs.ts';

export const crmJobs: readonly AnyJob[] = [...upkeepJobs, ...importJobs];

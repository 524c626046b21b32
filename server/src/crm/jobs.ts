import type { AnyJob } from '../platform/jobs.ts';
import { historyJobs } from './history/jobs.ts';
import { importJobs } from './imports/jobs.ts';
import { taskJobs } from './tasks/jobs.ts';
import { upkeepJobs } from './upkeep/jobs.ts';

export const crmJobs: readonly AnyJob[] = [...historyJobs, ...upkeepJobs, ...importJobs, ...taskJobs];

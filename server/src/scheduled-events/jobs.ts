import type { AnyJob } from '../platform/jobs.ts';
import { followJob } from './changes/follow-calendars.jobs.ts';
import { expireRequest } from './requests/jobs.ts';
import { purgeWaitlists } from './waitlist/jobs.ts';

export const scheduledEventsJobs: readonly AnyJob[] = [followJob, expireRequest, purgeWaitlists];

import { z } from 'zod';
import { jobKind, jobWorkspace } from '../platform/jobs.ts';
import { sweepCopiesJob, writeCopiesJob } from './copies.jobs.ts';
import { expandFurther } from './expand-further.ts';
import { listDue } from './store.ts';
import { syncConnection } from './sync.ts';

export const syncJob = jobKind({
  name: 'calendars.sync',
  payload: z.object({ workspaceId: jobWorkspace, connectionId: z.uuid() }),
  async run(runtime, { workspaceId, connectionId }) {
    await syncConnection(runtime, { workspace_id: workspaceId, id: connectionId });
  },
});

const atOnce = 4;
const most = 200;

/** Every minute, whatever is due. A server that does not answer holds up one of several lines, not all. */
const syncDueJob = jobKind({
  name: 'calendars.sync-due',
  payload: z.object({}),
  every: '* * * * *',
  async run(runtime) {
    const due = await listDue(runtime.database, runtime.clock.now(), most);
    const line = async (): Promise<void> => {
      for (let next = due.shift(); next; next = due.shift()) await syncConnection(runtime, next);
    };
    await Promise.all(Array.from({ length: atOnce }, line));
  },
});

const expandFurtherJob = jobKind({
  name: 'calendars.expand-further',
  payload: z.object({}),
  every: '17 2 * * *',
  run: (runtime) => expandFurther(runtime),
});

export const calendarJobs = [syncJob, syncDueJob, expandFurtherJob, writeCopiesJob, sweepCopiesJob] as const;

import { z } from 'zod';
import { purgeExpired } from '../platform/db/purge.ts';
import { defineJob, jobWorkspace } from '../platform/jobs.ts';
import { oldAuthorizations } from './authorizations.store.ts';
import { stopChannels } from './channels.ts';
import { openSealedAuth } from './credentials.ts';
import { sweepCopiesJob, writeCopiesJob } from './copies.jobs.ts';
import { expandAgainJob, expandFurtherJob } from './expand.jobs.ts';
import { listDue } from './store.ts';
import { syncConnection } from './sync.ts';

export const syncJob = defineJob({
  name: 'calendars.sync',
  payload: z.object({ workspaceId: jobWorkspace, connectionId: z.uuid() }),
  async run(runtime, { workspaceId, connectionId }) {
    await syncConnection(runtime, { workspace_id: workspaceId, id: connectionId });
  },
});

const atOnce = 4;
const most = 200;

/** Every minute, whatever is due. A server that does not answer holds up one of several lines, not all. */
const syncDueJob = defineJob({
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

/** Of a connection that was deleted. */
export const stopChannelsJob = defineJob({
  name: 'calendars.stop-channels',
  payload: z.object({
    provider: z.string(),
    sealed: z.base64(),
    channels: z.array(z.object({ id: z.string(), externalId: z.string() })),
  }),
  run: (runtime, { provider, sealed, channels }) =>
    stopChannels(runtime, provider, channels, () =>
      openSealedAuth(runtime, provider, Buffer.from(sealed, 'base64')),
    ),
});

const purgeJob = defineJob({
  name: 'calendars.purge',
  payload: z.object({}),
  every: '41 * * * *',
  run: (runtime) => purgeExpired(runtime.database, [oldAuthorizations]),
});

export const calendarJobs = [
  syncJob,
  syncDueJob,
  expandFurtherJob,
  expandAgainJob,
  writeCopiesJob,
  sweepCopiesJob,
  stopChannelsJob,
  purgeJob,
] as const;

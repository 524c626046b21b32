import { z } from 'zod';
import { jobKind, jobWorkspace } from '../platform/jobs.ts';
import { sendDue } from './send.ts';
import { deleteOldMessages } from './store.ts';

const keptDays = 90;

/** Sends what a transaction has just written. What can't be sent now, the sweep tries again. */
export const sendMail = jobKind({
  name: 'mail.send',
  payload: z.object({ workspaceId: jobWorkspace, ids: z.array(z.string()) }),
  run: (runtime, { workspaceId, ids }) => sendDue(runtime, { some: { workspaceId, ids } }),
});

/** Picks up what is due once more, and what a process left behind that ended while sending. */
export const sweepMail = jobKind({
  name: 'mail.sweep',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => sendDue(runtime, {}),
});

export const tidyMail = jobKind({
  name: 'mail.tidy',
  payload: z.object({}),
  every: '41 3 * * *',
  run: ({ database }) => deleteOldMessages(database, keptDays),
});

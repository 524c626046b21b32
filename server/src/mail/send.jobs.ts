import { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { defineJob, jobWorkspace } from '../platform/jobs.ts';
import { readBounces } from './bounces.ts';
import { sendDue } from './send.ts';
import { deleteOldMessages } from './store.ts';

const keptDays = 90;

/** Sends what a transaction has written. What can't be sent now, the sweep tries again. */
export const sendMail = defineJob({
  name: 'mail.send',
  payload: z.object({ workspaceId: jobWorkspace, ids: z.array(z.string()) }),
  run: (runtime, { workspaceId, ids }) => sendDue(runtime, { some: { workspaceId, ids } }),
});

/** As many as one job sends: workers share a large number of messages. */
const perJob = 25;

export async function enqueueSending(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const { workspaceId } = ctx;
  const jobs = Array.from({ length: Math.ceil(ids.length / perJob) }, (_, index) => ({
    payload: { workspaceId, ids: ids.slice(index * perJob, (index + 1) * perJob) },
  }));
  await ctx.enqueueAll(sendMail, jobs);
}

/** Picks up what is due once more, and what a process left behind that ended while sending. */
export const sweepMail = defineJob({
  name: 'mail.sweep',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => sendDue(runtime, {}),
});

export const readMailbox = defineJob({
  name: 'mail.bounces',
  payload: z.object({}),
  every: '* * * * *',
  run: async (runtime) => void (await readBounces(runtime)),
});

export const tidyMail = defineJob({
  name: 'mail.tidy',
  payload: z.object({}),
  every: '41 3 * * *',
  run: ({ database }) => deleteOldMessages(database, keptDays),
});

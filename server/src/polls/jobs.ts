import { z } from 'zod';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import { defineJob } from '../platform/jobs.ts';
import { expirePoll } from './end-poll.ts';
import { listPastPolls } from './store.ts';

export const expirePolls = defineJob({
  name: 'polls.expire',
  payload: z.object({}),
  every: '23 * * * *',
  run: async (runtime) => {
    const { database, clock } = runtime;
    for (const { workspaceId, id } of await listPastPolls(database, clock.now()))
      await runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => expirePoll(ctx, id));
  },
});

import { z } from 'zod';
import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace } from '../platform/context.ts';
import { jobKind } from '../platform/jobs.ts';
import { expirePoll } from './end-poll.ts';
import { listPastPolls } from './store.ts';

export const expirePolls = jobKind({
  name: 'polls.expire',
  payload: z.object({}),
  every: '23 * * * *',
  run: async (runtime) => {
    const { database, clock } = runtime;
    for (const { workspaceId, id } of await listPastPolls(database, clock.now()))
      await inWorkspace(runtime, systemActor(workspaceId), (ctx) => expirePoll(ctx, id));
  },
});

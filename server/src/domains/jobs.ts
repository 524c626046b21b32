import { z } from 'zod';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { defineJob } from '../platform/jobs.ts';
import { Problem } from '../platform/problems.ts';
import { checkDomain } from './check-domain.ts';
import { listDue, type DueDomain } from './store.ts';

const atOnce = 4;
const maxChecks = 200;

export const checkDomainsJob = defineJob({
  name: 'domains.check',
  payload: z.object({}),
  every: '* * * * *',
  async run(runtime) {
    const due = await listDue(runtime.database, runtime.clock.now(), maxChecks);
    const line = async (): Promise<void> => {
      for (let next = due.shift(); next; next = due.shift()) await checkDue(runtime, next);
    };
    await Promise.all(Array.from({ length: atOnce }, line));
  },
});

/** One that fails, or was removed meanwhile, holds up no other. */
async function checkDue(runtime: Runtime, { workspace_id: workspaceId, id }: DueDomain): Promise<void> {
  try {
    await runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => checkDomain(ctx, id, true));
  } catch (error) {
    if (!(error instanceof Problem)) runtime.log.warn({ err: error, domainId: id }, 'domain not checked');
  }
}

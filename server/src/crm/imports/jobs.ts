import { z } from 'zod';
import { jobKind, jobWorkspace, type AnyJob } from '../../platform/jobs.ts';
import { systemActor } from '../../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../../platform/context.ts';
import { advanceImport, type Where } from './run.ts';
import { findAbandoned } from './store.ts';

/** Works on an import, or on its undo, and comes back while there is more to do. */
export const runImport = jobKind({
  name: 'crm.import',
  payload: z.object({ workspaceId: jobWorkspace, importId: z.string() }),
  run: goOn,
});

/** Takes over what a process that is gone has left. */
const resumeImports = jobKind({
  name: 'crm.resume-imports',
  payload: z.object({}),
  every: '* * * * *',
  async run(runtime) {
    for (const where of await findAbandoned(runtime)) await goOn(runtime, where);
  },
});

async function goOn(runtime: Runtime, where: Where): Promise<void> {
  const hasMore = await advanceImport(runtime, where);
  if (hasMore) {
    await inWorkspace(runtime, systemActor(where.workspaceId), (ctx) => ctx.enqueue(runImport, where));
  }
}

export const importJobs: readonly AnyJob[] = [runImport, resumeImports];

import { z } from 'zod';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../../platform/context.ts';
import { defineJob, jobWorkspace, type AnyJob } from '../../platform/jobs.ts';
import { runImport, type ImportAddress } from './run-import.ts';
import { findAbandoned } from './store.ts';

/** Runs an import or its undo, and enqueues itself again while there is more to do. */
export const runImportJob = defineJob({
  name: 'crm.import',
  payload: z.object({ workspaceId: jobWorkspace, importId: z.string() }),
  run: runAndEnqueue,
});

/** Resumes imports whose worker has died. */
const resumeImportsJob = defineJob({
  name: 'crm.resume-imports',
  payload: z.object({}),
  every: '* * * * *',
  async run(runtime) {
    for (const address of await findAbandoned(runtime)) await runAndEnqueue(runtime, address);
  },
});

async function runAndEnqueue(runtime: Runtime, address: ImportAddress): Promise<void> {
  const hasMore = await runImport(runtime, address);
  if (!hasMore) return;
  await runInWorkspace(runtime, createSystemActor(address.workspaceId), (ctx) =>
    ctx.enqueue(runImportJob, address),
  );
}

export const importJobs: readonly AnyJob[] = [runImportJob, resumeImportsJob];

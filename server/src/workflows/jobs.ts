import { z } from 'zod';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import { defineJob, jobWorkspace, type AnyJob } from '../platform/jobs.ts';
import { sendLegacyReminder } from './send-legacy-reminder.ts';
import { sendRequestJob } from './request.jobs.ts';
import { runDueWorkflows, runWorkflow } from './run-workflow.ts';
import { deleteOldRuns, planRuns } from './runs.store.ts';

const keptDays = 90;

/** Runs what a transaction has written. */
export const runWorkflowsJob = defineJob({
  name: 'workflows.run',
  payload: z.object({ workspaceId: jobWorkspace, runIds: z.array(z.uuid()) }),
  async run(runtime, { workspaceId, runIds }) {
    for (const runId of runIds) await runWorkflow(runtime, { workspaceId, runId });
  },
});

/** Sets the runs before and after events that are booked already, for a workflow that is new or was changed. */
export const planWorkflowJob = defineJob({
  name: 'workflows.plan',
  payload: z.object({ workspaceId: jobWorkspace, workflowId: z.uuid() }),
  run: (runtime, { workspaceId, workflowId }) =>
    runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => planRuns(ctx, { workflowId })),
});

/** Finds what is due by itself: runs at a set time, retries, and what a process left behind that ended. */
const sweepWorkflows = defineJob({
  name: 'workflows.sweep',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => runDueWorkflows(runtime),
});

const tidyWorkflows = defineJob({
  name: 'workflows.tidy',
  payload: z.object({}),
  every: '47 3 * * *',
  run: ({ database }) => deleteOldRuns(database, keptDays),
});

/** Reminders that were set before they became a workflow. */
export const sendReminder = defineJob({
  name: 'mail.remind',
  payload: z.object({
    workspaceId: jobWorkspace,
    inviteeId: z.string(),
    startsAt: z.string(),
    minutes: z.int(),
  }),
  run: (runtime, { workspaceId, ...reminder }) =>
    runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => sendLegacyReminder(ctx, reminder)),
});

export const workflowJobs: readonly AnyJob[] = [
  runWorkflowsJob,
  planWorkflowJob,
  sendRequestJob,
  sweepWorkflows,
  tidyWorkflows,
  sendReminder,
];

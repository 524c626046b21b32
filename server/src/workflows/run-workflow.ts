import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { loadFacts, toSubject, type Facts } from './facts.ts';
import { sendRequestJob } from './request.jobs.ts';
import { findUnmetCondition, type Trigger } from './rules.ts';
import {
  findDueRequests,
  findDueRuns,
  finishRun,
  insertStep,
  lockDueRun,
  postponeRun,
  type RunResult,
  type RunRef,
  type RunRow,
} from './runs.store.ts';
import { sendRequest } from './send-request.ts';
import { applyStep, prepareStep } from './steps.ts';
import { findWorkflow, type WorkflowRow } from './store.ts';

const maxAttempts = 8;

/**
 * Runs what is due of a workflow. All its steps and that they are done are one transaction, so that each is done once whenever
 * a process is killed. Requests to other servers are written down in it, and sent afterwards.
 */
export async function runWorkflow(runtime: Runtime, { workspaceId, runId }: RunRef): Promise<void> {
  try {
    await runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => runDue(ctx, runId));
  } catch (error) {
    runtime.log.error({ err: error, runId }, 'workflow run failed');
    await runInWorkspace(runtime, createSystemActor(workspaceId), (ctx) =>
      postponeRun(ctx, runId, maxAttempts),
    );
  }
}

async function runDue(ctx: Ctx, runId: string): Promise<void> {
  const run = await lockDueRun(ctx, runId);
  if (!run) return;
  const workflow = await findWorkflow(ctx, run.workflow_id);
  if (!workflow) return;
  const end = (status: RunResult['status'], reason: string | null = null) =>
    finishRun(ctx, run.id, { status, reason, version: workflow.version });
  if (!workflow.is_active) return end('dropped', 'The workflow is paused.');
  const facts = await loadFacts(ctx, run);
  if (!facts) return end('dropped', 'The event or record no longer exists.');
  const reason = findTimingProblem(ctx, workflow.trigger, run, facts);
  if (reason !== undefined) return end('dropped', reason);
  const unfit = findUnmetCondition(workflow.conditions, toSubject(facts));
  if (unfit !== undefined) return end('skipped', unfit);
  const isAllDone = await runSteps(ctx, workflow, run, facts);
  return end(isAllDone ? 'done' : 'failed', isAllDone ? null : 'A step failed.');
}

/** Why an event is no longer one that this run is for. */
function findTimingProblem(
  { now }: Pick<Ctx, 'now'>,
  { on }: Trigger,
  { minutes }: Pick<RunRow, 'minutes'>,
  { event }: Facts,
): string | undefined {
  if (!event || on === 'cancelled' || on === 'no_show') return undefined;
  if (event.status !== 'confirmed' || event.invitee.cancelled_at !== null) return 'The event was canceled.';
  if (minutes === null) return undefined;
  const [startsMs, endsMs] = [Date.parse(event.starts_at), Date.parse(event.ends_at)];
  const dueMs = on === 'before' ? startsMs - minutes * 60_000 : endsMs + minutes * 60_000;
  if (dueMs > now.getTime()) return 'The event was rescheduled.';
  return on === 'before' && startsMs <= now.getTime() ? 'The event has already started.' : undefined;
}

/** Whether all could be done. */
async function runSteps(ctx: Ctx, workflow: WorkflowRow, run: RunRow, facts: Facts): Promise<boolean> {
  let isAllDone = true;
  for (const [position, step] of workflow.steps.entries()) {
    const outcome = await applyStep(ctx, await prepareStep(ctx, workflow, step, facts, run));
    await insertStep(ctx, run.id, { position, kind: step.kind, ...outcome });
    isAllDone &&= outcome.status !== 'failed';
    if (outcome.status !== 'pending') continue;
    await ctx.enqueue(sendRequestJob, { workspaceId: ctx.workspaceId, runId: run.id, position });
  }
  return isAllDone;
}

const sweepLimit = 500;
const sweepConcurrency = 5;

/** Everything that is due now, in any workspace. */
export async function runDueWorkflows(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now();
  for (let isMore = true; isMore;) {
    const runs = await findDueRuns(runtime.database, now, sweepLimit);
    await inParallel(runs, (ref) => runWorkflow(runtime, ref));
    isMore = runs.length === sweepLimit;
  }
  const requests = await findDueRequests(runtime.database, now, sweepLimit);
  await inParallel(requests, (ref) => sendRequest(runtime, ref));
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const next = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: sweepConcurrency }, next));
}

import type { Runner, TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Runtime } from './context.ts';
import type { WorkspaceId } from './db/workspace-id.ts';

/** Work that happens later: at least once, so it must be safe to run twice. */
export interface JobKind<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: S;
  readonly run: (runtime: Runtime, payload: z.output<S>) => Promise<void>;
  /** A crontab pattern (UTC) for work that comes round by itself; its payload is empty. */
  readonly every?: string;
}

/** The workspace in a job's payload: jobs are added by our own transactions, so it was proven there. */
export const jobWorkspace = z.uuid().transform((id) => id as WorkspaceId);

export function jobKind<S extends z.ZodType>(kind: JobKind<S>): JobKind<S> {
  return kind;
}

// oxlint-disable-next-line no-explicit-any -- the list holds jobs of every payload; each checks its own
export type AnyJob = JobKind<any>;

export interface Worker {
  stop(): Promise<void>;
}

/** Runs jobs in this process. Any number of processes may do so on one database; each job goes to one of them. */
export async function startWorker(runtime: Runtime, jobs: readonly AnyJob[]): Promise<Worker> {
  // Loaded late: a process that only answers requests, and every start until it answers, does without it.
  const { Logger, parseCronItems, run } = await import('graphile-worker');
  const log = runtime.log.child({ part: 'jobs' });
  const runner: Runner = await run({
    pgPool: runtime.database.pool,
    taskList: taskList(runtime, jobs),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, every }) => (every ? [{ task: name, match: every, identifier: name }] : [])),
    ),
    concurrency: 5,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else log.debug(message);
    }),
  });
  return { stop: () => runner.stop() };
}

function taskList(runtime: Runtime, jobs: readonly AnyJob[]): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        await job.run(runtime, job.payload.parse(payload));
      },
    ]),
  );
}

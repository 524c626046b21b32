import { EventEmitter } from 'node:events';
import type { Runner, TaskList, WorkerEvents } from 'graphile-worker';
import type { Runtime } from './context.ts';
import type { AnyJob } from './jobs.ts';

export interface Worker {
  stop(): Promise<void>;
}

const concurrency = 5;
const restartMs = 1_000;
const renewMs = 15_000;
/** A lock that was not renewed for so long belongs to a process that was killed. */
const lockSeconds = 60;

/**
 * Runs jobs in this process. Any number of processes may do so on one database; each job goes to one of them.
 *
 * A runner that loses the database may have locked a job that it never heard of, or finished one without being able to
 * say so. So it is stopped, another one takes its place, and the locks that it left are released: those jobs run again.
 * A process that is killed can release nothing: locks are leases, which every worker renews, and others may end.
 */
export async function startWorker(runtime: Runtime, jobs: readonly AnyJob[]): Promise<Worker> {
  const log = runtime.log.child({ part: 'jobs' });
  const tasks = taskList(runtime, jobs);
  let isStopping = false;
  let wake = (): void => {};

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, restartMs);
    });

  const restart = async (): Promise<RunningWorker | undefined> => {
    while (!isStopping) {
      await pause();
      try {
        return await startRunner(runtime, jobs, tasks);
      } catch (error) {
        log.warn({ err: error }, 'jobs wait for the database');
      }
    }
    return undefined;
  };

  let current: RunningWorker | undefined = await startRunner(runtime, jobs, tasks);
  const renew = (): void => {
    renewLocks(runtime, current?.id ?? '').catch((error: unknown) =>
      log.warn({ err: error }, 'locks of jobs not renewed'),
    );
  };
  renew();
  const renewing = setInterval(renew, renewMs);
  const supervise = async (): Promise<void> => {
    while (current) {
      await current.ended;
      const { id } = current;
      current = isStopping ? undefined : await restart();
      if (!current) return;
      log.warn('jobs go on');
      releaseLocks(runtime, id);
    }
  };
  const supervised = supervise();
  return {
    async stop() {
      isStopping = true;
      wake();
      await current?.stop();
      await supervised;
      clearInterval(renewing);
    },
  };
}

interface RunningWorker {
  /** Under which the jobs are locked that it runs. */
  readonly id: string;
  /** Resolves when it runs no more. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

async function startRunner(
  runtime: Runtime,
  jobs: readonly AnyJob[],
  taskList: TaskList,
): Promise<RunningWorker> {
  // Loaded late: a process that only answers requests, and every start until it answers, does without it.
  const { Logger, parseCronItems, run } = await import('graphile-worker');
  const log = runtime.log.child({ part: 'jobs' });
  const events: WorkerEvents = new EventEmitter();
  let id = '';
  events.on('pool:create', ({ workerPool }) => (id = workerPool.id));
  const runner: Runner = await run({
    pgPool: runtime.database.pool,
    taskList,
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, every }) => (every ? [{ task: name, match: every, identifier: name }] : [])),
    ),
    // Without a delay nobody catches the error of a job that could not be marked as done, which would end the process.
    preset: { worker: { concurrentJobs: concurrency, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    events,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else log.debug(message);
    }),
  });
  // It rejects when the runner has stopped already.
  const stop = (): Promise<void> => runner.stop().catch(() => {});
  // After its own handling of the error, which takes a stop in the midst of it for a crash.
  events.on('worker:getJob:error', () => setImmediate(() => void stop()));
  return { id, ended: runner.promise.catch(() => {}), stop };
}

function releaseLocks({ database, log }: Runtime, workerId: string): void {
  database.pool
    .query('select graphile_worker.force_unlock_workers($1)', [[workerId]])
    .catch((error: unknown) => log.warn({ err: error }, 'locks of a lost worker not released'));
}

/** Renews the locks of one worker, and releases those that nobody renews. */
export async function renewLocks({ database }: Runtime, workerId: string): Promise<void> {
  await database.pool.query(
    'update graphile_worker._private_jobs set locked_at = now() where locked_by = $1',
    [workerId],
  );
  await database.pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs where locked_at < now() - make_interval(secs => $1)))`,
    [lockSeconds],
  );
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

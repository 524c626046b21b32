import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Runner, TaskList, WorkerEvents } from 'graphile-worker';
import type { Runtime } from './context.ts';
import type { AnyJob } from './jobs.ts';

export interface Worker {
  stop(): Promise<void>;
}

const concurrency = 5;
const restartMs = 1_000;
/** How long a runner that stops may take to write down what its last jobs came to. */
const settleMs = 2_000;
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
  const stopping = new AbortController();

  const restart = async (lostId: string): Promise<RunningWorker | undefined> => {
    while (!stopping.signal.aborted) {
      await setTimeout(restartMs, undefined, { signal: stopping.signal }).catch(() => {});
      try {
        await releaseLocks(runtime, lostId);
        return await startRunner(runtime, jobs);
      } catch (error) {
        log.warn({ err: error }, 'jobs wait for the database');
      }
    }
    return undefined;
  };

  let current: RunningWorker | undefined = await startRunner(runtime, jobs);
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
      current = stopping.signal.aborted ? undefined : await restart(current.id);
      if (current) log.warn('jobs go on');
    }
  };
  const supervised = supervise();
  return {
    async stop() {
      stopping.abort();
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

async function startRunner(runtime: Runtime, jobs: readonly AnyJob[]): Promise<RunningWorker> {
  // Loaded late: a process that only answers requests, and every start until it answers, does without it.
  const { Logger, parseCronItems, run } = await import('graphile-worker');
  const log = runtime.log.child({ part: 'jobs' });
  const events: WorkerEvents = new EventEmitter();
  const running = new Set<Promise<void>>();
  let id = '';
  events.on('pool:create', ({ workerPool }) => (id = workerPool.id));
  const runner: Runner = await run({
    pgPool: runtime.database.pool,
    taskList: taskList(runtime, jobs, running),
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
  const stopSoon = (): void => void setImmediate(() => void stop());
  events.on('worker:getJob:error', stopSoon);
  events.on('pool:gracefulShutdown', stopSoon);
  // It miscounts what it has yet to write when that fails several times, and then waits for it forever.
  const settled = new Promise((resolve) => events.on('pool:gracefulShutdown', resolve)).then(() =>
    settle(running),
  );
  const ended = Promise.race([runner.promise.catch(() => {}), settled]);
  return {
    id,
    ended,
    async stop() {
      void stop();
      await ended;
    },
  };
}

async function settle(running: ReadonlySet<Promise<void>>): Promise<void> {
  do {
    await Promise.allSettled(running);
    await setTimeout(settleMs);
  } while (running.size > 0);
}

async function releaseLocks({ database }: Runtime, workerId: string): Promise<void> {
  await database.pool.query('select graphile_worker.force_unlock_workers($1)', [[workerId]]);
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

function taskList(runtime: Runtime, jobs: readonly AnyJob[], running: Set<Promise<void>>): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        const run = (async () => job.run(runtime, job.payload.parse(payload)))();
        running.add(run);
        try {
          await run;
        } finally {
          running.delete(run);
        }
      },
    ]),
  );
}

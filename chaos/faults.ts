import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Member } from './cluster.ts';
import { signalProcesses, type Database } from './database.ts';
import type { Plan } from './scenario.ts';

/** Injects a fault and repairs it. Returns the moment from which recovery is measured. */
export type Fault<D extends Database = Database> = (cluster: ClusterOn<D>, plan: Plan) => Promise<number>;

export type ClusterOn<D extends Database> = Cluster & { readonly database: D };

const replaced: (of: (cluster: Cluster) => readonly Member[]) => Fault = (of) => async (cluster, plan) => {
  const members = of(cluster);
  const killedMs = performance.now();
  await members[plan.random(members.length)]?.replace();
  return killedMs;
};

export const killing = {
  'kill -9 of a server': replaced(({ apis }) => apis),
  'kill -9 of the worker': replaced(({ workers }) => workers),
  async 'kill -9 of PostgreSQL'({ database }: Cluster) {
    const killedMs = performance.now();
    await database.kill();
    return killedMs;
  },
} satisfies Record<string, Fault>;

/** For up to three seconds; processes that stand still answer nothing, and hold what they have locked. */
const frozen: (of: (cluster: Cluster, plan: Plan) => readonly number[]) => Fault =
  (of) => async (cluster, plan) => {
    const pids = of(cluster, plan);
    signalProcesses(pids, 'SIGSTOP');
    await sleep(500 + plan.random(2_500));
    signalProcesses(pids, 'SIGCONT');
    return performance.now();
  };

const oneOf = <T>(list: readonly T[], plan: Plan): T => list[plan.random(list.length)] as T;

export const freezing: Record<string, Fault> = {
  'SIGSTOP of a server': frozen(({ apis }, plan) => [oneOf(apis, plan).pid]),
  'SIGSTOP of the worker': frozen(({ workers }, plan) => [oneOf(workers, plan).pid]),
  'SIGSTOP of PostgreSQL': frozen(({ database }) => database.pids()),
};

/** On the way to a server, or from one to the database. */
const wayOf = (cluster: Cluster, plan: Plan) =>
  oneOf([oneOf(cluster.apis, plan).front, oneOf([...cluster.apis, ...cluster.workers], plan).back], plan);

export const breaking: Record<string, Fault> = {
  async 'slow network'(cluster, plan) {
    const way = wayOf(cluster, plan);
    way.delayMs = 50 + plan.random(250);
    await sleep(1_500);
    way.delayMs = 0;
    return performance.now();
  },
  async 'connections cut'(cluster, plan) {
    const way = wayOf(cluster, plan);
    for (let cut = 0; cut < 5; cut += 1) {
      way.cut();
      await sleep(plan.random(200));
    }
    return performance.now();
  },
  async 'half-open connections'(cluster, plan) {
    const way = wayOf(cluster, plan);
    way.isHalfOpen = true;
    await sleep(500 + plan.random(2_500));
    way.isHalfOpen = false;
    // What was swallowed is missing: a connected client notices sooner or later, here at once.
    way.cut();
    return performance.now();
  },
};

const jumps = [-2 * 86_400, -3_600, -90, 90, 3_600, 2 * 86_400];

/** Its clock is wrong for a while, and then right again: two jumps. */
export const createJumpingClock: (of: (cluster: Cluster) => readonly Member[], isKilled?: boolean) => Fault =
  (of, isKilled = false) =>
  async (cluster, plan) => {
    const member = oneOf(of(cluster), plan);
    member.clock?.jump(oneOf(jumps, plan));
    await sleep(500 + plan.random(2_500));
    if (isKilled) await member.replace();
    member.clock?.jump(0);
    return performance.now();
  };

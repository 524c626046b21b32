import { setTimeout as sleep } from 'node:timers/promises';
import { createQuery, signalProcesses } from '../database.ts';
import type { Fault } from '../faults.ts';
import type { Plan } from '../scenario.ts';
import { ports } from './configuration.ts';
import type { Node, PatroniDatabase } from './cluster.ts';

/** Longer than the leader key lives, so that another node takes over meanwhile. */
const pastLeaseMs = 25_000;
const slowMs = 10_000;

interface Parts {
  readonly primary: Node;
  readonly standbys: readonly Node[];
  readonly plan: Plan;
}

type Repair = () => Promise<unknown>;

/** Ends as soon as the fault has its effect. The repair follows later, while callers go on: others are to take over. */
const createFault =
  (inject: (parts: Parts) => Promise<Repair | void> | Repair | void): Fault<PatroniDatabase> =>
  async ({ database }, plan) => {
    const primary = await database.findPrimary();
    const standbys = database.nodes.filter((node) => node !== primary);
    const beganMs = performance.now();
    const repair = await inject({ primary, standbys, plan });
    if (repair) database.repairs.push(repair());
    return beganMs;
  };

function pause(pids: readonly number[], ms: number): Repair {
  signalProcesses(pids, 'SIGSTOP');
  return async () => {
    await sleep(ms);
    signalProcesses(pids, 'SIGCONT');
  };
}

function disconnect(node: Node): Repair {
  node.setConnected(false);
  return async () => {
    await sleep(pastLeaseMs);
    node.setConnected(true);
  };
}

async function kill(node: Node, downMs: number): Promise<Repair> {
  await node.patroni.kill();
  return async () => {
    await sleep(downMs);
    node.patroni.start();
  };
}

const oneOf = (nodes: readonly Node[], plan: Plan): Node => nodes[plan.random(nodes.length)] as Node;

const listReceivers = (nodes: readonly Node[]): number[] =>
  nodes.flatMap((node) => node.findReceiver() ?? []);

async function configure({ connection }: Node, ...statements: readonly string[]): Promise<void> {
  const query = createQuery(() => connection);
  for (const statement of [...statements, 'select pg_reload_conf()']) await query(statement);
}

export const patroniFaults: Record<string, Fault<PatroniDatabase>> = {
  switchover: createFault(async ({ primary }) => {
    const response = await fetch(`http://${primary.address}:${ports.rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: primary.name }),
    });
    if (!response.ok) throw new Error(`Patroni refused to switch over: ${await response.text()}`);
  }),
  'kill -9 of the primary': createFault(({ primary }) => kill(primary, pastLeaseMs)),
  'kill -9 of its PostgreSQL': createFault(({ primary }) =>
    signalProcesses(primary.listPostgres(), 'SIGKILL'),
  ),
  'kill -9 of a standby': createFault(({ standbys, plan }) => kill(oneOf(standbys, plan), slowMs)),
  'pause of the primary': createFault(({ primary }) => pause(primary.pids(), pastLeaseMs)),
  'partition of the primary': createFault(({ primary }) => disconnect(primary)),
  'partition of a standby': createFault(({ standbys, plan }) => disconnect(oneOf(standbys, plan))),
  // Two of three are gone, so there is no majority. The primary goes on while it reaches all other nodes (failsafe_mode).
  'loss of etcd': createFault(({ standbys }) =>
    pause(
      standbys.map(({ etcd }) => etcd.pid()),
      pastLeaseMs,
    ),
  ),
  // Each flush of the log takes a tenth of a second longer.
  'slow disk': createFault(async ({ primary }) => {
    await configure(
      primary,
      'alter system set commit_delay = 100000',
      'alter system set commit_siblings = 0',
    );
    return async () => {
      await sleep(slowMs);
      await configure(primary, 'alter system reset commit_delay', 'alter system reset commit_siblings');
    };
  }),
  'standbys that lag': createFault(({ standbys }) => pause(listReceivers(standbys), slowMs)),
  'kill -9 of the primary while standbys lag': createFault(async ({ primary, standbys }) => {
    const goOn = pause(listReceivers(standbys), 0);
    await sleep(1_500);
    const repair = await kill(primary, pastLeaseMs);
    await goOn();
    return repair;
  }),
};

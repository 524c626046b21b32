import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { createSystemActor } from '../platform/auth/actor.ts';
import { readConfig } from '../configuration.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { openPool, type Connection } from '../platform/db/connect.ts';
import { createDomains } from '../platform/domains.ts';
import { createLog } from '../platform/log.ts';
import { buildReactions } from '../platform/reactions.ts';
import { createOutbound } from '../platform/safe-fetch/safe-fetch.ts';
import { createSecrets } from '../platform/secrets.ts';
import { advanceCall } from './advance-call.ts';
import { startStep } from './start-attempt.ts';
import type { CallProvider } from './provider.ts';
import { simulator } from './simulator.ts';
import type { CallRef } from './store.ts';

/** The argument of the worker process of crash.more.test.ts. */
export interface Order {
  readonly connection: Connection;
  readonly restrictRole: boolean;
  readonly now: string;
  /** The telephone network: a file with a line per dialling. */
  readonly network: string;
  readonly calls: readonly Victim[];
}

export interface Victim {
  readonly ref: CallRef;
  /** Where the worker stops with this call, and waits to be killed. */
  readonly stopAt: 'before dialling' | 'after dialling';
  /** The control: dials inside the transaction, before the attempt is committed. */
  readonly commitsLate: boolean;
}

/** Dials by writing a line. With `keepsLog` it can look an attempt up afterwards. */
export function createNetworkProvider(
  network: string,
  { keepsLog = true, pause = async (_: Victim['stopAt']) => {} } = {},
): CallProvider {
  const dialled = () => readFileSync(network, 'utf8').split('\n').filter(Boolean);
  return {
    ...simulator,
    async place(dial) {
      await pause('before dialling');
      appendFileSync(network, `${dial.attemptId} ${dial.callId}\n`);
      await pause('after dialling');
      return { state: 'active' };
    },
    async lookUp({ attemptId }) {
      if (!keepsLog) return { state: 'unknown', error: 'No log.' };
      return dialled().some((line) => line.startsWith(attemptId))
        ? { state: 'ended', outcome: 'answered' }
        : { state: 'not_placed', error: 'Never dialled.' };
    },
  };
}

async function work({ connection, restrictRole, now, network, calls }: Order): Promise<void> {
  const config = readConfig({});
  const pool = openPool(connection, calls.length + 1);
  const runtime: Runtime = {
    config,
    database: { pool, restrictRole },
    pools: { requests: pool, worker: pool, webhooks: pool, probe: pool },
    clock: { now: () => new Date(now) },
    log: createLog('silent'),
    reactions: buildReactions([]),
    secrets: createSecrets(Buffer.alloc(32)),
    outbound: createOutbound(config),
    domains: createDomains(pool, config.publicUrl),
    whyNotCollected: () => undefined,
  };
  await Promise.all(calls.map((victim) => advance(runtime, network, victim)));
}

async function advance(runtime: Runtime, network: string, victim: Victim): Promise<void> {
  const { ref, stopAt, commitsLate } = victim;
  const provider = createNetworkProvider(network, {
    pause: (point) => (point === stopAt ? waitForDeath() : live()),
  });
  if (!commitsLate) return advanceCall(runtime, ref, () => provider);
  return runInWorkspace(runtime, createSystemActor(ref.workspaceId), async (ctx) => {
    const step = await startStep(ctx, ref.callId);
    if (step) await provider.place(step.dial);
  });
}

const live = async (): Promise<void> => {};

/** Writes a byte for each call that has reached its point. */
function waitForDeath(): Promise<void> {
  writeSync(1, '.');
  setInterval(() => {}, 1000);
  return new Promise(() => {});
}

if (import.meta.filename === process.argv[1]) await work(JSON.parse(process.argv[2] ?? '') as Order);

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createCallsApi, createTestClock } from './test-calls.ts';
import { createNetworkProvider, type Order, type Victim } from './test-worker.ts';

/**
 * No number is dialled twice, whenever a worker dies. The worker is a process that is killed with SIGKILL while several calls
 * have each reached another point; what was dialled is in a file.
 */

const clock = createTestClock();
const app = useApp({ clock });
const calls = createCallsApi(app);
const folder = mkdtempSync(join(tmpdir(), 'daybook-calls-'));
const network = join(folder, 'dialled');
afterAll(() => rmSync(folder, { recursive: true }));

const cases = {
  early: { stopAt: 'before dialling', commitsLate: false },
  late: { stopAt: 'after dialling', commitsLate: false },
  earlyForgotten: { stopAt: 'before dialling', commitsLate: false },
  lateForgotten: { stopAt: 'after dialling', commitsLate: false },
  control: { stopAt: 'after dialling', commitsLate: true },
} as const satisfies Record<string, Omit<Victim, 'ref'>>;

type Case = keyof typeof cases;
const queued = {} as Record<Case, { id: string; agentId: string }>;

beforeAll(async () => {
  writeFileSync(network, '');
  const agent = await calls.agent();
  const victims: Victim[] = [];
  for (const name of Object.keys(cases) as Case[]) {
    queued[name] = await calls.queue(agent.uuid);
    victims.push({ ...cases[name], ref: await calls.ref(queued[name].id) });
  }
  await killWorker(victims);
}, 60_000);

async function killWorker(victims: readonly Victim[]): Promise<void> {
  const order: Order = {
    connection: app.connection,
    restrictRole: app.runtime.database.restrictRole,
    now: clock.now().toISOString(),
    network,
    calls: victims,
  };
  const script = new URL('./test-worker.ts', import.meta.url).pathname;
  const worker = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => {
    worker.once('exit', (_, signal) => resolve(signal));
  });
  let waiting = 0;
  worker.stdout.on('data', (bytes: Buffer) => void (waiting += bytes.length));
  await vi.waitUntil(() => waiting === victims.length, { timeout: 50_000 });
  worker.kill('SIGKILL');
  expect(await exited).toBe('SIGKILL');
}

const dialled = (name: Case): string[] =>
  readFileSync(network, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(queued[name].id));

/** Lets other workers advance the call until it has ended, and returns it. */
async function recover(name: Case, keepsLog: boolean) {
  const call = queued[name];
  const provider = createNetworkProvider(network, { keepsLog });
  for (let round = 0; round < 4; round += 1) {
    await calls.advance(call, () => provider);
    clock.pass(11);
    await calls.expireLease(call);
  }
  return calls.read(call);
}

describe('a worker that is killed', () => {
  test('has committed the attempt, whether it has dialled or not', async () => {
    for (const name of ['early', 'late'] as const) {
      const { status, retryLogs } = await calls.read(queued[name]);
      expect({ status, retryLogs }).toMatchObject({
        status: 'in_progress',
        retryLogs: [{ attempt: 1, endedAt: null, outcome: null }],
      });
    }
    expect([dialled('early').length, dialled('late').length]).toEqual([0, 1]);
  });

  test('between commit and dialling: the provider says that nobody was dialled, and the next attempt dials once', async () => {
    const after = await recover('early', true);
    expect(dialled('early')).toHaveLength(1);
    expect(after).toMatchObject({
      status: 'completed',
      retryLogs: [{ outcome: null, error: 'Never dialled.' }, { outcome: 'answered' }],
    });
  });

  test('between dialling and recording: the provider says how it ended, and nobody dials again', async () => {
    const after = await recover('late', true);
    expect(dialled('late')).toHaveLength(1);
    expect(after).toMatchObject({ status: 'completed', retryLogs: [{ attempt: 1, outcome: 'answered' }] });
  });

  test.each([
    ['earlyForgotten', 0],
    ['lateForgotten', 1],
  ] as const)('%s by the provider: the outcome is unknown, and nobody dials again', async (name, times) => {
    const after = await recover(name, false);
    expect(dialled(name)).toHaveLength(times);
    expect(after).toMatchObject({
      status: 'failed',
      error: 'No log.',
      callLog: { outcome: 'unknown' },
      retryLogs: [{ attempt: 1 }],
    });
  });

  test('control: with the commit after the dialling, the same check finds a number dialled twice', async () => {
    expect(dialled('control')).toHaveLength(1);
    // Its transaction was rolled back, and the attempt with it.
    expect(await calls.read(queued.control)).toMatchObject({ status: 'pending', retryLogs: [] });
    await recover('control', true);
    expect(dialled('control').length).toBeGreaterThan(1);
  });
});

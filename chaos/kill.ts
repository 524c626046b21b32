import { setTimeout as pause } from 'node:timers/promises';
import {
  createDataFolder,
  isGone,
  readPostgresPid,
  removeFolders,
  startServer,
  stopAll,
  type Server,
  pollUntil,
} from '../server/test/process/daybook.ts';
import { checkWrites, retryWrites } from './check.ts';
import { computePercentile, type Scenario } from './scenario.ts';
import { startWriting, type Write } from './writers.ts';

/**
 * Kills the server, PostgreSQL or both repeatedly during writes, and checks that every acknowledged write is there and every
 * start succeeds. `--control` removes the guard behind that claim, and must fail.
 */

const victims = ['server', 'postgres', 'both'] as const;

interface Result {
  readonly kills: number;
  readonly acknowledged: number;
  readonly unknown: number;
  readonly startsMs: readonly number[];
  readonly wrong: readonly string[];
}

interface Options {
  readonly rounds: number;
  readonly control?: boolean;
  readonly log?: (line: string) => void;
}

const token = 'the-token-of-the-writers-in-the-kill-test-1';

export async function killRounds({ rounds, control = false, log = () => {} }: Options): Promise<Result> {
  const dataDir = createDataFolder();
  const variables = { DATA_DIR: dataDir, BOOTSTRAP_TOKEN: token, SEED: 'empty', LOG_LEVEL: 'silent' };
  const acknowledged: Write[] = [];
  const wrong: string[] = [];
  const startsMs: number[] = [];
  let kills = 0;
  let unknown = 0;
  let server = await startServer(variables);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const victim = victims[round % victims.length] ?? 'both';
      const writing = startWriting({ url: server.url, token }, round, { control });
      // Not before the writers are busy: a kill without writes proves nothing.
      await pollUntil(() => (writing.acknowledged.length >= 5 ? true : undefined));
      await pause(Math.random() * 400);
      if (kill(server, dataDir, victim)) kills += 1;
      await server.exit;
      await writing.stop();
      const beganMs = Date.now();
      server = await startServer(variables);
      startsMs.push(Date.now() - beganMs);
      acknowledged.push(...writing.acknowledged);
      unknown += writing.unknown.length;
      // Before the retry, which would create what is missing.
      const found = [
        ...(await checkWrites(dataDir, acknowledged)),
        ...(await retryWrites({ url: server.url, token }, writing.unknown)),
      ];
      found.push(...(await checkWrites(dataDir, [...acknowledged, ...writing.unknown])));
      acknowledged.push(...writing.unknown);
      wrong.push(...found);
      log(
        `  round ${round + 1}: killed ${victim}, ${writing.acknowledged.length} acknowledged, ${writing.unknown.length} unknown, started in ${startsMs.at(-1)} ms, ${found.length} wrong`,
      );
    }
  } finally {
    await stopAll();
    removeFolders();
  }
  return {
    kills,
    acknowledged: acknowledged.length - unknown,
    unknown,
    startsMs,
    wrong: [...new Set(wrong)],
  };
}

/** Whether the victim was alive until it was killed. A server whose PostgreSQL is killed ends by itself. */
function kill(server: Server, dataDir: string, victim: (typeof victims)[number]): boolean {
  const postgres = readPostgresPid(dataDir);
  const alive = server.child.exitCode === null && server.child.signalCode === null && !isGone(postgres);
  if (victim !== 'postgres') server.child.kill('SIGKILL');
  if (victim !== 'server') process.kill(postgres, 'SIGKILL');
  return alive;
}

export const embeddedScenario: Scenario = {
  claim: 'After kill -9 of a server, its embedded PostgreSQL or both, every acknowledged write is there.',
  control: 'writes count as acknowledged before they are committed',
  rounds: 20,
  controlRounds: 2,
  async run({ rounds, isControl, log }) {
    const result = await killRounds({ rounds, control: isControl, log });
    return {
      faults: { 'kill -9': result.kills },
      operations: { ok: result.acknowledged, refused: 0, unknown: result.unknown },
      figures: {
        'start after a kill p50 ms': computePercentile(result.startsMs, 0.5),
        'worst ms': computePercentile(result.startsMs, 1),
      },
      wrong: result.wrong,
    };
  },
};

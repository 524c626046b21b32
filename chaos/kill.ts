import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import {
  dataFolder,
  isGone,
  postgresOf,
  removeFolders,
  startServer,
  stopAll,
  type Server,
  until,
} from '../server/test/process/daybook.ts';
import { check, retry } from './check.ts';
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
  const dataDir = dataFolder();
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
      await until(() => (writing.acknowledged.length >= 5 ? true : undefined));
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
        ...(await check(dataDir, acknowledged)),
        ...(await retry({ url: server.url, token }, writing.unknown)),
      ];
      found.push(...(await check(dataDir, [...acknowledged, ...writing.unknown])));
      acknowledged.push(...writing.unknown);
      wrong.push(...found);
      log(
        `round ${round + 1}: killed ${victim}, ${writing.acknowledged.length} acknowledged, ${writing.unknown.length} unknown, started in ${startsMs.at(-1)} ms, ${found.length} wrong`,
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
  const postgres = postgresOf(dataDir);
  const alive = server.child.exitCode === null && server.child.signalCode === null && !isGone(postgres);
  if (victim !== 'postgres') server.child.kill('SIGKILL');
  if (victim !== 'server') process.kill(postgres, 'SIGKILL');
  return alive;
}

async function main(): Promise<number> {
  const options = {
    rounds: { type: 'string', default: '20' },
    control: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  const rounds = Number(values.rounds);
  const result = await killRounds({ rounds, control: values.control, log: console.log });
  const starts = result.startsMs.toSorted((a, b) => a - b);
  console.log(
    `${result.kills} kills in ${rounds} rounds; ${result.acknowledged} acknowledged, ${result.unknown} unknown and sent again; ` +
      `starts after a kill: median ${starts[Math.floor(starts.length / 2)]} ms, longest ${starts.at(-1)} ms ` +
      `(Node ${process.versions.node}, ${cpus().length} cores)`,
  );
  for (const text of result.wrong.slice(0, 20)) console.log(text);
  if (result.kills < rounds || result.acknowledged === 0) {
    console.log('Inconclusive: something was not killed, or nothing was written.');
    return 2;
  }
  console.log(result.wrong.length === 0 ? 'Nothing is wrong.' : `${result.wrong.length} things are wrong.`);
  return result.wrong.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();

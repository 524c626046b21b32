import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attachEmbedded } from '../server/src/platform/embedded/attach.ts';
import { computeDigests, type Digests } from '../server/test/digests.ts';
import {
  createDataFolder,
  launchProgram,
  readPostgresPid,
  removeFolders,
  startServer,
  stopAll,
  pollUntil,
} from '../server/test/process/daybook.ts';
import { checkWrites } from './check.ts';
import { diffDigests, measureCommand } from './measure.ts';
import type { Scenario } from './scenario.ts';
import { startWriting, type Write } from './writers.ts';

/**
 * Makes a backup of an embedded database during writes, kills server and database, and restores it into another folder: every
 * write from before the backup is there. Then kills a restore in the middle, repeats it, and compares every row.
 */

const token = 'the-token-of-the-writers-in-the-backup-test-1';

interface Options {
  /** Leaves out the backup during writes, and the killed restore. */
  readonly isShort?: boolean;
  readonly log?: (line: string) => void;
}

/** Returns what is wrong, a sentence each. */
export async function backUpAndKill({ isShort = false, log = () => {} }: Options): Promise<string[]> {
  const [dataDir, second, third] = [createDataFolder(), createDataFolder(), createDataFolder()];
  const [during, after] = [join(second, 'during.tar'), join(third, 'after.tar')];
  const variables = { DATA_DIR: dataDir, BOOTSTRAP_TOKEN: token, LOG_LEVEL: 'silent' };
  try {
    const server = await startServer(variables);
    const writing = startWriting({ url: server.url, token }, 0, {});
    await pollUntil(() => (writing.acknowledged.length >= 20 ? true : undefined));
    const before = [...writing.acknowledged];
    if (!isShort)
      log(
        `backup during writes: ${(await measureCommand({ DATA_DIR: dataDir }, 'backup', '--to', during)).text}`,
      );
    process.kill(readPostgresPid(dataDir), 'SIGKILL');
    server.child.kill('SIGKILL');
    await server.exit;
    await writing.stop();
    for (const folder of [second, third]) cpSync(join(dataDir, 'secret.key'), join(folder, 'secret.key'));

    const lost = isShort ? [] : await restoreAndCheck(second, during, before, log);
    log(
      `backup after kill -9: ${(await measureCommand({ DATA_DIR: dataDir }, 'backup', '--to', after)).text}`,
    );
    if (!isShort) await killRestore(third, after);
    log(`restore: ${(await measureCommand({ DATA_DIR: third }, 'restore', after)).text}`);
    const unequal = diffDigests(await digests(dataDir), await digests(third));
    log(unequal.length === 0 ? 'equal' : `${unequal.length} tables differ`);
    return [...lost, ...unequal];
  } finally {
    await stopAll();
    removeFolders();
  }
}

async function restoreAndCheck(
  dataDir: string,
  path: string,
  before: readonly Write[],
  log: (line: string) => void,
): Promise<string[]> {
  log(`restore: ${(await measureCommand({ DATA_DIR: dataDir }, 'restore', path)).text}`);
  const lost = await checkWrites(dataDir, before);
  log(`${before.length} writes from before the backup, ${lost.length} lost`);
  return lost;
}

/** Kills a restore, and its database, when that has begun to fill. */
async function killRestore(dataDir: string, path: string): Promise<void> {
  const { child, exit } = launchProgram('daybook', { DATA_DIR: dataDir }, { args: ['restore', path] });
  await pollUntil(() => (existsSync(join(dataDir, 'postgres', 'postmaster.pid')) ? true : undefined), 60_000);
  await pause(700);
  process.kill(readPostgresPid(dataDir), 'SIGKILL');
  child.kill('SIGKILL');
  await exit;
}

async function digests(dataDir: string): Promise<Digests> {
  const { connection, detach } = await attachEmbedded(dataDir);
  return computeDigests(connection).finally(detach);
}

export const backupScenario: Scenario = {
  claim:
    'A backup made during writes has all that was there before it, and a restore that was killed can be repeated.',
  kind: 'comparison',
  rounds: 1,
  async run({ log }) {
    const wrong = await backUpAndKill({ log });
    return { faults: { 'kill -9': 3 }, operations: { ok: 1, refused: 0, unknown: 0 }, wrong };
  },
};

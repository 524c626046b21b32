import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRelease } from '../tools/release.ts';
import type { Scenario } from './scenario.ts';

/** Unpacks a release in an empty folder, starts it with Node alone, and makes a request and a backup. */

interface Options {
  readonly withPostgres: boolean;
  readonly variables?: Record<string, string>;
}

/** Returns what is wrong, a sentence each. */
export async function tryRelease({ withPostgres, variables = {} }: Options): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-release-'));
  const home = join(folder, 'daybook');
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    ...variables,
  };
  try {
    const archive = join(folder, 'daybook.tar.gz');
    await writeRelease({ to: archive, withPostgres, level: 1 });
    mkdirSync(home);
    execFileSync('tar', ['-xzf', archive, '-C', home, '--strip-components=1']);
    const server = spawn(process.execPath, ['start.mjs'], {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = once(server, 'exit');
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk));
    const wrong: string[] = [];
    try {
      const url = await ready(server, () => output);
      if (url === undefined) return [`It did not start: ${output}`];
      for (const path of ['/readyz', '/app', '/mara-lindqvist/intro-call', '/docs'])
        if (!(await fetch(`${url}${path}`)).ok) wrong.push(`${path} does not answer.`);
      const daybook = (...args: string[]) =>
        execFileSync(process.execPath, ['daybook.mjs', ...args], { cwd: home, env, encoding: 'utf8' });
      if (!daybook('doctor').includes('migrations are applied')) wrong.push('The doctor is not content.');
      daybook('backup', '--to', join(folder, 'backup.tar'));
      if (!existsSync(join(folder, 'backup.tar'))) wrong.push('There is no backup.');
      if (!existsSync(join(home, 'sbom.json'))) wrong.push('There is no list of what is inside.');
    } finally {
      server.kill('SIGTERM');
      const [code] = (await exit) as [number | null];
      if (code !== 0) wrong.push(`It ended with ${code}.`);
    }
    return wrong;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The address of the server once it is ready; undefined when it ends before that. */
async function ready(server: ReturnType<typeof spawn>, output: () => string): Promise<string | undefined> {
  while (server.exitCode === null) {
    const url = /ready at (\S+)/.exec(output())?.[1];
    if (url) return url;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined;
}

export const releaseScenario: Scenario = {
  claim: 'A release starts in an empty folder with Node alone.',
  kind: 'comparison',
  rounds: 1,
  async run() {
    const wrong = await tryRelease({ withPostgres: true });
    return { faults: {}, operations: { ok: 1, refused: 0, unknown: 0 }, wrong };
  },
};

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a command of bench, chaos or voice with `--smoke`: a few seconds on little data, which show that it works. One that lacks a
 * program says `Not tested: ...`, and the test that runs it is skipped.
 */
export async function runSmoke(
  words: readonly string[],
  { skip }: { skip: (note?: string) => never },
): Promise<void> {
  const { stdout, stderr, code } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', ...words, '--smoke'],
    { cwd: root, maxBuffer: 2 ** 26 },
  ).then(
    ({ stdout: out, stderr: errors }) => ({ stdout: out, stderr: errors, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  const missing = /Not tested: (.*)/.exec(`${stdout}\n${stderr}`)?.[1];
  if (missing && code !== 0) skip(missing);
  expect(code, `${words.join(' ')} --smoke\n${stdout}\n${stderr}`).toBe(0);
}

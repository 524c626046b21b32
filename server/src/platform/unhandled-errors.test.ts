import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Runs a program that has installed the handlers, and says what it printed and how it ended. */
function run(body: string): { code: number | null; output: string; errors: string } {
  const program = `
    import { handleUnhandledErrors, countUnhandledRejections } from ${JSON.stringify(join(import.meta.dirname, 'unhandled-errors.ts'))};
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
    handleUnhandledErrors(createLog('info'), () => process.exit(1));
    ${body}`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code: status, output: stdout, errors: stderr };
}

test('a rejection that nobody handles is logged and counted, and the process goes on', () => {
  const { code, output, errors } = run(`
    void Promise.reject(new Error('nobody looks'));
    setTimeout(() => console.log('still here', countUnhandledRejections()), 50);`);
  expect({ code, output }).toEqual({ code: 0, output: 'still here 1\n' });
  expect(errors).toMatch(/"level":"error".*nobody looks.*"msg":"unhandled rejection"/);
});

test('an exception that nobody catches is logged, and the process stops', () => {
  const { code, output, errors } = run(`
    setTimeout(() => console.log('not reached'), 5_000);
    setTimeout(() => { throw new Error('broken off'); }, 10);`);
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toMatch(/"level":"fatal".*broken off.*"msg":"uncaught exception"/);
});

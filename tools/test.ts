import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest, type TestModule, type Vitest } from 'vitest/node';

/**
 * Runs every test. A few files with browsers or processes of their own that failed run a second time, alone: two at a time on two
 * cores, a browser may answer later than any limit expects. What fails alone as well is wrong. Every other failure counts at once.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const mayRunAgain = /^(e2e|chaos|server\/test\/process|server\/src\/calls\/sip)\//;
const maxFilesAgain = 4;

const path = (module: TestModule): string => relative(root, module.moduleId);

function failedFiles(vitest: Vitest): string[] {
  const failed = vitest.state.getTestModules().filter((module) => !module.ok());
  return [...new Set(failed.map(path))];
}

const vitest = await startVitest('test', process.argv.slice(2), { run: true });
const failed = failedFiles(vitest);
const areFew = failed.length > 0 && failed.length <= maxFilesAgain;
const isRunAgain =
  areFew && failed.every((file) => mayRunAgain.test(file)) && vitest.state.getUnhandledErrors().length === 0;
await vitest.close();
if (isRunAgain) {
  process.stdout.write(`\nFailed beside other tests, run again alone: ${failed.join(', ')}\n`);
  process.exitCode = 0;
  const again = await startVitest('test', failed, { run: true, maxWorkers: 1 });
  await again.close();
}

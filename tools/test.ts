import { startVitest, type TestModule } from 'vitest/node';
import {
  formatReport,
  listFailures,
  listNotTested,
  measureFiles,
  getRelativePath,
  writeReport,
  type Rerun,
  type TestReport,
} from './test-report.ts';

/**
 * Runs the tests of a tier, all of them or those whose paths contain one of the words that follow. A few files with browsers or processes
 * of their own that failed run a second time, alone: beside others, a browser may answer later than any limit expects. What fails alone
 * as well is wrong. Every other failure counts at once.
 */

const projects = {
  first: ['unit', 'system'],
  more: ['more'],
  smoke: ['smoke'],
  all: ['unit', 'system', 'more'],
};
const canRunAgain = /^(e2e|chaos|server\/test\/process|server\/src\/calls\/sip)\//;
const maxFilesAgain = 4;

interface Outcome {
  readonly modules: readonly TestModule[];
  readonly failed: readonly TestModule[];
  readonly hasOtherErrors: boolean;
}

async function run(filters: readonly string[], options: { maxWorkers?: number } = {}): Promise<Outcome> {
  const vitest = await startVitest('test', [...filters], { run: true, project: projects[tier], ...options });
  const modules = vitest.state.getTestModules();
  const failed = modules.filter((module) => !module.ok());
  const hasOtherErrors = vitest.state.getUnhandledErrors().length > 0;
  await vitest.close();
  return { modules, failed, hasOtherErrors };
}

function areWorthARerun({ failed, hasOtherErrors }: Outcome): boolean {
  const areFew = failed.length > 0 && failed.length <= maxFilesAgain;
  return areFew && !hasOtherErrors && failed.every((module) => canRunAgain.test(getRelativePath(module)));
}

async function runAgain(failed: readonly TestModule[]): Promise<Rerun[]> {
  const files = failed.map(getRelativePath);
  process.stdout.write(`\nFailed beside other tests, run again alone: ${files.join(', ')}\n`);
  process.exitCode = 0;
  const again = await run(files, { maxWorkers: 1 });
  const stillFailed = new Set(again.failed.map(getRelativePath));
  return failed.map((module) => {
    const file = getRelativePath(module);
    return { file, failures: listFailures(module), passed: !stillFailed.has(file) };
  });
}

const [given, ...filters] = process.argv.slice(2);
const tier = given as keyof typeof projects;
const startedAt = new Date();
const outcome = await run(filters);
const reruns = areWorthARerun(outcome) ? await runAgain(outcome.failed) : [];
const report: TestReport = {
  tier,
  startedAt: startedAt.toISOString(),
  seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
  files: measureFiles(outcome.modules),
  notTested: listNotTested(outcome.modules),
  reruns,
};
process.stdout.write(formatReport(report));
if (filters.length === 0) writeReport(report);

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** Why tests are skipped, such as a program that is missing. */
    notTested?: string | undefined;
  }
}

/** What a run of `tools/test.ts` leaves in `test-results`, for people and for CI. */
export interface TestReport {
  readonly tier: string;
  readonly startedAt: string;
  readonly seconds: number;
  /** How long each file took, in seconds. */
  readonly files: Readonly<Record<string, number>>;
  /** What was skipped, and why. */
  readonly notTested: readonly string[];
  readonly reruns: readonly Rerun[];
}

/** A file that failed beside others and ran again alone. */
export interface Rerun {
  readonly file: string;
  readonly failures: readonly string[];
  readonly passed: boolean;
}

const root = fileURLToPath(new URL('..', import.meta.url));
export const resultsFolder = join(root, 'test-results');
const shownFiles = 20;

export const getRelativePath = (module: TestModule): string => relative(root, module.moduleId);

export function measureFiles(modules: readonly TestModule[]): Record<string, number> {
  const seconds = (module: TestModule): number => {
    const { collectDuration, duration } = module.diagnostic();
    return Math.round((collectDuration + duration) / 100) / 10;
  };
  const measured = modules.map((module) => [getRelativePath(module), seconds(module)] as const);
  return Object.fromEntries(measured.toSorted(([, one], [, other]) => other - one));
}

/** One line for each reason. A test without one is named itself. */
export function listNotTested(modules: readonly TestModule[]): string[] {
  const lines = modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((test) => {
      const result = test.result();
      const note = result.state === 'skipped' ? result.note : undefined;
      return test.meta().notTested ?? note ?? `${getRelativePath(module)} > ${test.fullName}`;
    }),
  );
  return [...new Set(lines)];
}

export function listFailures(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map((test) => {
    const [line = ''] = (test.result().errors?.[0]?.message ?? '').split('\n');
    return `${test.fullName}: ${line}`;
  });
  return tests.length > 0 ? tests : module.errors().map(({ message }) => message.split('\n')[0] ?? '');
}

export function formatReport({ files, notTested, reruns }: TestReport): string {
  const slowest = Object.entries(files)
    .slice(0, shownFiles)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const again = reruns.flatMap(({ file, failures, passed }) => [
    `Failed beside others, and ${passed ? 'passed' : 'failed again'} alone: ${file}`,
    ...failures.map((failure) => `  ${failure}`),
  ]);
  return [
    '',
    'Slowest files:',
    ...slowest,
    ...again,
    ...notTested.map((line) => `Not tested: ${line}`),
    '',
  ].join('\n');
}

export function writeReport(report: TestReport): void {
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, `${report.tier}.json`), `${JSON.stringify(report, undefined, 2)}\n`);
}

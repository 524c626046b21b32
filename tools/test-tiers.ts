import { listUnitTests } from './unit-tests.ts';

/**
 * `npm test` runs the files of `unit` and `system` within ten minutes on two cores, `npm run test:more` those of `more`, and
 * `npm run test:smoke` those of `smoke`. The path of a file shows where it belongs: `more` are the folders below, and every
 * `*.more.test.ts` (docs/decisions/0156-tests-in-tiers.md).
 */
export interface TestTiers {
  readonly unit: readonly string[];
  readonly system: readonly string[];
  readonly more: readonly string[];
  /** Every command of bench, chaos and voice, for a few seconds each. */
  readonly smoke: readonly string[];
}

const moreFolders = ['bench', 'chaos', 'e2e', 'server/test/process', 'voice'];
/** A short journey for each area, in a browser. */
const smokeFolder = 'e2e/smoke';

export function sortIntoTiers(files: ReadonlyMap<string, string>): TestTiers {
  const tests = [...files.keys()].filter((path) => /\.test\.tsx?$/.test(path));
  const areUnits = new Set(listUnitTests(files));
  const first = tests.filter((path) => !isMore(path));
  return {
    unit: first.filter((path) => areUnits.has(path)),
    system: first.filter((path) => !areUnits.has(path)),
    more: tests.filter((path) => isMore(path) && !isSmoke(path)),
    smoke: tests.filter(isSmoke),
  };
}

const isSmoke = (path: string): boolean => /^(bench|chaos|voice)\/smoke\.test\.ts$/.test(path);

function isMore(path: string): boolean {
  if (/\.more\.test\.tsx?$/.test(path)) return true;
  const isIn = (folder: string): boolean => path.startsWith(`${folder}/`);
  return moreFolders.some(isIn) && !isIn(smokeFolder);
}

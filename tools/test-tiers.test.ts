import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';
import { readTree } from './boundaries.ts';
import { sortIntoTiers } from './test-tiers.ts';
import { importSearch } from './unit-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = readTree(root);
const tiers = sortIntoTiers(files);

test('every test file is in exactly one tier, and Vitest runs it there', () => {
  const all = [...files.keys()].filter((path) => /\.test\.tsx?$/.test(path)).toSorted();
  const included = Object.fromEntries(
    (config.test?.projects ?? []).map((project) => {
      const { name, include } = (project as { test: { name: string; include: string[] } }).test;
      return [name, include];
    }),
  );
  expect(included).toEqual(tiers);
  expect(Object.values(included).flat().toSorted()).toEqual(all);
});

test.each([
  ['server/src/notes/routes.test.ts', 'system'],
  ['server/src/notes/routes.more.test.ts', 'more'],
  ['server/test/process/start.test.ts', 'more'],
  ['e2e/smoke/booking.test.ts', 'system'],
  ['e2e/booking.test.ts', 'more'],
  ['chaos/backup.test.ts', 'more'],
  ['voice/packets.test.ts', 'more'],
  ['voice/smoke.test.ts', 'smoke'],
])('the path shows the tier: %s is in %s', (path, tier) => {
  const found = sortIntoTiers(new Map([[path, "import pg from 'pg';\n"]]));
  expect(found).toEqual({ unit: [], system: [], more: [], smoke: [], [tier]: [path] });
});

test('npm test needs no program of Debian', () => {
  const needsDebian = importSearch(
    files,
    ({ target }) => target.kind === 'file' && target.path === 'server/test/debian.ts',
  );
  expect(tiers.more.filter(needsDebian).length).toBeGreaterThan(5);
  expect([...tiers.unit, ...tiers.system].filter(needsDebian)).toEqual([]);
});

test('every area of the dashboard has a short journey in npm test', () => {
  const areas = readdirSync(join(root, 'dashboard/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['kit', 'platform'].includes(entry.name))
    .map(({ name }) => `e2e/smoke/${name}.test.ts`);
  expect(areas.length).toBeGreaterThan(10);
  expect(areas.filter((path) => !files.has(path))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listMissingVariants, readLock } from './lock.ts';

const { allowScripts, engines } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { allowScripts: Record<string, boolean>; engines: { node: string } };

test('the lockfile lists every variant of every native package, so that it installs on every platform', () => {
  const missing = [...listMissingVariants(readLock()).keys()];
  expect(missing, 'Run `npm run lock` and commit package-lock.json.').toEqual([]);
});

test('the lockfile names no registry, so that it works with any', () => {
  const addresses = Object.values(readLock().packages).map(({ resolved }) => resolved ?? '');
  expect(addresses.filter((address) => address.includes('://'))).toEqual([]);
});

test('a missing variant is found, with the platform that its name contains', () => {
  const packages = {
    'node_modules/tool': {
      optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', '@tool/darwin-arm64': '1.2.3' },
    },
    'node_modules/@tool/darwin-arm64': { version: '1.2.3' },
  };
  expect([...listMissingVariants({ packages })]).toEqual([
    [
      'node_modules/@tool/linux-x64-musl',
      { version: '1.2.3', os: ['linux'], cpu: ['x64'], libc: ['musl'], optional: true },
    ],
  ]);
});

test('every locked package runs on the oldest Node that package.json names, so that npm ci prints no warnings', () => {
  const tooNew = Object.entries(readLock().packages).filter(
    ([, { engines: needs }]) => !runsOn(engines.node.replace('>=', ''), needs?.node ?? '*'),
  );
  expect(tooNew.map(([path, { engines: needs }]) => `${path} needs Node ${needs?.node}`)).toEqual([]);
});

test.each([
  ['>=20', true],
  ['>= 10.x', true],
  ['^20.19.0 || >=22.12.0', true],
  ['^18 || 20.*', true],
  ['*', true],
  ['>=20.20', false],
  ['>=22', false],
  ['^18 || >=21.1', false],
])('a package that needs Node %s runs on 20.19: %s', (range, runs) => {
  expect(runsOn('20.19', range)).toBe(runs);
});

test('package.json refuses every install script by name', () => {
  const scripts = Object.entries(readLock().packages).filter(([, entry]) => entry.hasInstallScript);
  const names = scripts.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])));
});

/** Whether a version is in a range such as `>=20` or `^18 || 20.*`: all that packages use for Node. */
function runsOn(version: string, range: string): boolean {
  const [major = 0, minor = 0] = numbers(version);
  return range.split('||').some((alternative) => {
    const [fromMajor = 0, fromMinor = 0] = numbers(alternative);
    const atLeast = major > fromMajor || (major === fromMajor && minor >= fromMinor);
    return atLeast && (major === fromMajor || /^\s*(>=|\*)/.test(alternative));
  });
}

const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

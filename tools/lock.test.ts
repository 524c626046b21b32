import { expect, test } from 'vitest';
import { missingVariants, readLock } from './lock.ts';

test('the lockfile names every platform of every native package, so that it installs on all of them', () => {
  const missing = [...missingVariants(readLock()).keys()];
  expect(missing, 'Run `npm run lock` and commit package-lock.json.').toEqual([]);
});

test('the lockfile names no address to download from, so that any registry serves', () => {
  const addresses = Object.values(readLock().packages).map(({ resolved }) => resolved ?? '');
  expect(addresses.filter((address) => address.includes('://'))).toEqual([]);
});

test('a variant that is missing is found, with the platform that its name tells', () => {
  const packages = {
    'node_modules/tool': {
      optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', '@tool/darwin-arm64': '1.2.3' },
    },
    'node_modules/@tool/darwin-arm64': { version: '1.2.3' },
  };
  expect([...missingVariants({ packages })]).toEqual([
    [
      'node_modules/@tool/linux-x64-musl',
      { version: '1.2.3', os: ['linux'], cpu: ['x64'], libc: ['musl'], optional: true },
    ],
  ]);
});

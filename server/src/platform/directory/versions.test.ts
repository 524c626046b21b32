import { expect, test } from 'vitest';
import { areCompatible, compareVersions, programVersion } from './versions.ts';

test.each([
  ['0.1.0', '0.1.7', true],
  ['0.1.0', '0.2.0', true],
  ['0.3.0', '0.2.9', true],
  ['0.1.9', '0.3.0', false],
  ['0.3.0', '0.1.0', false],
  ['1.9.2', '2.0.0', true],
  ['1.9.2', '2.1.0', false],
  ['1.0.0', '3.0.0', false],
  ['0.9.0', '0.10.0', true],
  ['0.2.0-beta.1', '0.2.0', true],
])('%s and %s may work on the same data: %s', (a, b, isCompatible) => {
  expect(areCompatible(a, b)).toBe(isCompatible);
  expect(areCompatible(b, a)).toBe(isCompatible);
});

test('versions are compared by their numbers', () => {
  const sorted = ['0.9.0', '0.10.0', '0.10.1', '1.0.0'];
  expect([...sorted].reverse().sort(compareVersions)).toEqual(sorted);
  expect(compareVersions(programVersion, programVersion)).toBe(0);
});

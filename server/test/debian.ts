import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { canTraverse } from '../src/platform/embedded/folders.ts';

/**
 * Programs of Debian that tests run. Those of the machine are used where there are some. Others are downloaded and unpacked into a folder of
 * the repository, without root: nothing is installed, changed or removed (docs/decisions/0157-tests-install-nothing.md).
 */
export interface DebianProgram {
  /** What is run, by name. */
  readonly commands: readonly string[];
  /** What Debian calls it. */
  readonly packages: readonly string[];
  /** What is tested with it. */
  readonly purpose: string;
  /** It refuses to run as root, and runs as nobody instead. */
  readonly isForOthers?: boolean;
}

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../.cache/debian', import.meta.url));
const nobody = { uid: 65_534, gid: 65_534 };
const failureMs = 10 * 60_000;
const listsMs = 24 * 3_600_000;

/** Lets commands be run by their names. Undefined, or what is not tested without them, and why. */
export async function provideProgram({
  commands,
  packages,
  purpose,
  isForOthers = false,
}: DebianProgram): Promise<string | undefined> {
  addToPath('/usr/sbin');
  if (commands.every(isOnPath)) return undefined;
  try {
    const folder = await unpackPackages(packages);
    if (isForOthers && process.getuid?.() === 0 && !canTraverse(folder, nobody))
      throw new Error('it does not run as root, and other users may not enter this repository.');
    writeLaunchers(folder, commands);
    addToPath(join(folder, 'launchers'));
    return undefined;
  } catch (error) {
    return `${purpose}, because ${(error as Error).message}`;
  }
}

/** Where a file of a package is: on the machine, or unpacked. */
export function locateFile(path: string): string {
  const unpacked = existsSync(cache) ? readdirSync(cache).map((name) => join(cache, name, path)) : [];
  return [path, ...unpacked].find((each) => existsSync(each)) ?? path;
}

/** The folder of packages and of all they depend on that the machine lacks. */
export async function unpackPackages(packages: readonly string[]): Promise<string> {
  const [name = ''] = packages;
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`the machine has neither ${name} nor apt-get.`);
  mkdirSync(cache, { recursive: true });
  const failure = join(cache, `${name}.failed`);
  if (isRecent(failure, failureMs)) throw new Error(readFileSync(failure, 'utf8'));
  const temporary = mkdtempSync(join(cache, '.unpack-'));
  try {
    for (const file of await download(packages, temporary)) await run('dpkg', ['-x', file, temporary]);
    renameSync(temporary, folder);
    return folder;
  } catch (error) {
    // Another test file was faster.
    if (existsSync(folder)) return folder;
    const reason = whyNotDownloaded(name, error as { stderr?: string; message: string });
    writeFileSync(failure, reason);
    throw new Error(reason, { cause: error });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The lists of packages are our own, too, and what apt keeps. One at a time uses them. */
async function download(packages: readonly string[], folder: string): Promise<string[]> {
  const [lists, archives] = [join(cache, '.lists'), join(cache, '.archives')];
  for (const each of [lists, archives]) mkdirSync(join(each, 'partial'), { recursive: true });
  const own = [`Dir::State::Lists=${lists}`, `Dir::Cache=${cache}`, `Dir::Cache::archives=${archives}`];
  const options = [...own, 'APT::Sandbox::User=', 'Debug::NoLocking=1'].flatMap((each) => ['-o', each]);
  const apt = (...words: string[]) =>
    run('flock', [join(cache, '.lock'), 'apt-get', '-q', ...options, ...words], { cwd: folder });
  if (!isRecent(join(lists, 'updated'), listsMs)) {
    await apt('update');
    writeFileSync(join(lists, 'updated'), '');
  }
  const { stdout } = await apt('install', '--simulate', '--no-install-recommends', ...packages);
  const wanted = [...stdout.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)]
    .filter(([, name = '']) => !name.startsWith('libc6'))
    .map(([, name, version]) => `${name}=${version}`);
  await apt('download', ...wanted);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(folder, name));
}

function whyNotDownloaded(name: string, error: { stderr?: string; message: string }): string {
  const [line = error.message] = /^E: .*/m.exec(error.stderr ?? '') ?? [];
  return `${name} could not be downloaded (${line.split('\n')[0]}).`;
}

/** Scripts that run the commands with their own libraries. Other programs do not see these. */
function writeLaunchers(folder: string, commands: readonly string[]): void {
  const launchers = join(folder, 'launchers');
  mkdirSync(launchers, { recursive: true });
  const libraries = ['usr/lib', 'lib']
    .map((each) => join(folder, each))
    .filter((each) => existsSync(each))
    .flatMap((each) => readdirSync(each).map((name) => join(each, name)))
    .filter((each) => each.endsWith('-linux-gnu'));
  const variables = {
    LD_LIBRARY_PATH: libraries.join(':'),
    PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
    SASL_PATH: [...libraries, ...libraries.map((each) => join('/usr/lib', basename(each)))]
      .map((each) => join(each, 'sasl2'))
      .join(':'),
    ESPEAK_DATA_PATH: libraries[0] ?? '',
  };
  for (const command of commands) {
    const program = ['usr/bin', 'usr/sbin', 'bin', 'sbin']
      .map((each) => join(folder, each, command))
      .find((each) => existsSync(each));
    if (!program) throw new Error(`its packages have no ${command}.`);
    const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
    const text = ['#!/bin/sh', ...lines, `exec '${program}' "$@"`, ''].join('\n');
    writeFileSync(join(launchers, command), text, { mode: 0o755 });
  }
}

function addToPath(folder: string): void {
  if (!pathFolders().includes(folder)) process.env['PATH'] = [...pathFolders(), folder].join(delimiter);
}

const isOnPath = (command: string): boolean =>
  pathFolders().some((folder) => existsSync(join(folder, command)));

const pathFolders = (): string[] => (process.env['PATH'] ?? '').split(delimiter);

const isRecent = (path: string, maxMs: number): boolean =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < maxMs;

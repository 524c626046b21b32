import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = join(root, 'server/dist/assets');
const manifest = join(outdir, 'manifest.json');
const sources = ['booking/src', 'booking/package.json', 'contract/src/zone-names.gen.ts', 'tools/assets.mjs'];

/** What browsers load: the public pages' script and style, each named after its content, so that it may be kept for ever. */
const entries = {
  'booking.js': 'booking/src/island/main.tsx',
  'booking.css': 'booking/src/styles/page.css',
  'frame.js': 'booking/src/embed/inside.ts',
  'embed.js': 'booking/src/embed/host.ts',
  'docs.js': 'booking/src/embed/docs.ts',
};

export async function buildAssetsIfStale() {
  const newest = Math.max(...sources.map((path) => newestIn(join(root, path))));
  if (newest > (statSync(manifest, { throwIfNoEntry: false })?.mtimeMs ?? 0)) await buildAssets();
}

/** What tests call before the first of them runs. */
export async function setup() {
  await buildAssetsIfStale();
}

export async function buildAssets() {
  const { build } = await import('esbuild');
  mkdirSync(outdir, { recursive: true });
  const names = {};
  for (const [name, entry] of Object.entries(entries)) {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      write: false,
      // Pages of others name it without type=module.
      format: name === 'embed.js' ? 'iife' : 'esm',
      target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
      jsx: 'automatic',
      jsxImportSource: 'preact',
      legalComments: 'none',
      charset: 'utf8',
      logLevel: 'silent',
    });
    const { contents } = outputFiles[0];
    const hash = createHash('sha256').update(contents).digest('hex').slice(0, 12);
    const file = name.replace('.', `-${hash}.`);
    names[name] = file;
    if (!existsSync(join(outdir, file))) put(join(outdir, file), contents);
  }
  put(manifest, JSON.stringify(names));
}

/** Renamed into place: a server may be reading it at this moment. */
function put(path, contents) {
  const temporary = `${path}.${process.pid}.${Date.now()}`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

function newestIn(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildAssets();
  for (const name of readdirSync(outdir))
    console.log(basename(name), readFileSync(join(outdir, name)).length);
}

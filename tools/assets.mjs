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
const sources = [
  'booking/src',
  'booking/package.json',
  'client/src',
  'contract/src/zone-names.gen.ts',
  'dashboard/src',
  'dashboard/package.json',
  'tools/assets.mjs',
];

/** What browsers load. Each file is named by the hash of its content, so that browsers may cache it for ever. */
const entries = {
  'booking.js': 'booking/src/island/main.tsx',
  'booking.css': 'booking/src/styles/page.css',
  'frame.js': 'booking/src/embed/inside.ts',
  'embed.js': 'booking/src/embed/host.ts',
  'docs.js': 'booking/src/embed/docs.ts',
  'passkeys.js': 'booking/src/island/passkeys.ts',
  'dashboard.js': 'dashboard/src/main.tsx',
  'dashboard.css': 'dashboard/src/kit/dashboard.css',
  'icon.svg': 'booking/src/images/icon.svg',
  'icon.png': 'booking/src/images/icon.png',
  'preview.png': 'booking/src/images/preview.png',
};

export async function buildAssetsIfStale() {
  const newest = Math.max(...sources.map((path) => newestIn(join(root, path))));
  if (newest > (statSync(manifest, { throwIfNoEntry: false })?.mtimeMs ?? 0)) await buildAssets();
}

/** Called by vitest before the first test. */
export async function setup() {
  await buildAssetsIfStale();
}

export async function buildAssets() {
  const { build } = await import('esbuild');
  mkdirSync(outdir, { recursive: true });
  const names = {};
  for (const [name, entry] of Object.entries(entries)) {
    const { outputFiles } = await build(settings(name, entry));
    names[name] = store(name, outputFiles);
  }
  put(manifest, JSON.stringify(names));
}

/** Builds, and again whenever a source changes, until the returned function is called. Errors go to the terminal. */
export async function watchAssets(from = entries, to = outdir, logLevel = 'warning') {
  const { context } = await import('esbuild');
  mkdirSync(to, { recursive: true });
  const names = {};
  const contexts = await Promise.all(
    Object.entries(from).map(([name, entry]) => {
      const onEnd = ({ outputFiles = [] }) => {
        if (outputFiles.length === 0) return;
        names[name] = store(name, outputFiles, to);
        if (Object.keys(names).length === Object.keys(from).length)
          put(join(to, 'manifest.json'), JSON.stringify(names));
      };
      const plugins = [{ name: 'manifest', setup: (build) => build.onEnd(onEnd) }];
      return context({ ...settings(name, entry), logLevel, plugins });
    }),
  );
  for (const each of contexts) {
    await each.rebuild().catch(() => {}); // The terminal has the error, and the next change another try.
    await each.watch();
  }
  return () => Promise.all(contexts.map((each) => each.dispose()));
}

function settings(name, entry) {
  return {
    absWorkingDir: root,
    entryPoints: [{ in: entry, out: name.replace(/\.\w+$/, '') }],
    bundle: true,
    minify: true,
    write: false,
    // Pages of others name it without type=module.
    format: name === 'embed.js' ? 'iife' : 'esm',
    target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: isSplit(name) ? 'react' : 'preact',
    ...(isSplit(name) && { splitting: true, entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]' }),
    legalComments: 'none',
    charset: 'utf8',
    loader: { '.svg': 'copy', '.png': 'copy' },
    outdir,
    logLevel: 'silent',
  };
}

/** The dashboard is one script for each area; the files name each other, so esbuild puts the hashes into their names. */
const isSplit = (name) => name === 'dashboard.js';

/** Writes files under names that hold the hash of their content, and returns the name of the entry's. */
function store(name, outputFiles, folder = outdir) {
  const files = outputFiles.map(({ path, contents }) => [
    isSplit(name) ? basename(path) : hashedName(name, contents),
    contents,
  ]);
  for (const [file, contents] of files) {
    if (!existsSync(join(folder, file))) put(join(folder, file), contents);
  }
  return files.find(([file]) => file.startsWith(name.replace(/\.\w+$/, '-')))[0];
}

function hashedName(name, contents) {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 12);
  return name.replace('.', `-${hash}.`);
}

/** Written beside and renamed, since a server may be reading the old one. */
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

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
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guideFolders, guideIndex } from './guide-index.mjs';

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
  'tools/guide-index.mjs',
  ...guideFolders,
];

/** Of the public pages, and so of the dashboard. */
const languages = ['en', 'de', 'fr', 'es', 'pt', 'ar'];

/** What browsers load. Each file is named by the hash of its content, so that browsers may cache it for ever. */
const entries = {
  'booking.js': 'booking/src/island/main.tsx',
  'booking.css': 'booking/src/styles/page.css',
  'frame.js': 'booking/src/embed/inside.ts',
  'embed.js': 'booking/src/embed/host.ts',
  'embedding.js': 'booking/src/embed/docs.ts',
  'docs.js': 'booking/src/island/docs.ts',
  'docs.css': 'booking/src/styles/docs.css',
  'passkeys.js': 'booking/src/island/passkeys.ts',
  'upload.js': 'booking/src/island/upload.ts',
  'slot-picker.js': 'booking/src/island/slot-picker.ts',
  'slot-picker.css': 'booking/src/styles/slot-picker.css',
  'dashboard.js': 'dashboard/src/main.tsx',
  ...Object.fromEntries(
    languages.map((language) => [`words-${language}.js`, `dashboard/src/platform/words/${language}.ts`]),
  ),
  'dashboard.css': 'dashboard/src/kit/dashboard.css',
  'areas.css': 'dashboard/src/kit/areas.css',
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
  const files = {};
  for (const group of groupsOf(entries)) Object.assign(files, store(group, await build(settings(group))));
  put(manifest, JSON.stringify(files));
}

/** Builds, and again whenever a source changes, until the returned function is called. Errors go to the terminal. */
export async function watchAssets(from = entries, to = outdir, logLevel = 'warning') {
  const { context } = await import('esbuild');
  mkdirSync(to, { recursive: true });
  const files = {};
  const contexts = await Promise.all(
    groupsOf(from).map((group) => {
      const onEnd = (result) => {
        if (!result.outputFiles?.length) return;
        Object.assign(files, store(group, result, to));
        if (Object.keys(from).every((name) => name in files))
          put(join(to, 'manifest.json'), JSON.stringify(files));
      };
      const { plugins, ...rest } = settings(group);
      const written = { name: 'manifest', setup: (build) => build.onEnd(onEnd) };
      return context({ ...rest, logLevel, plugins: [...plugins, written] });
    }),
  );
  for (const each of contexts) {
    await each.rebuild().catch(() => {}); // The terminal has the error, and the next change another try.
    await each.watch();
  }
  return () => Promise.all(contexts.map((each) => each.dispose()));
}

/** The dashboard and its words are split into one script for each area, which share what they import. */
const isSplit = (name) => name === 'dashboard.js' || name.startsWith('words-');

/** What is built in one go. */
function groupsOf(all) {
  const names = Object.keys(all);
  const alone = names.filter((name) => !isSplit(name)).map((name) => [name]);
  const split = names.filter(isSplit);
  return [...alone, ...(split.length > 0 ? [split] : [])].map((group) =>
    Object.fromEntries(group.map((name) => [name, all[name]])),
  );
}

function settings(group) {
  const [name] = Object.keys(group);
  return {
    absWorkingDir: root,
    entryPoints: Object.entries(group).map(([out, entry]) => ({ in: entry, out: stemOf(out) })),
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    // Pages of others name it without type=module.
    format: ['embed.js', 'slot-picker.js'].includes(name) ? 'iife' : 'esm',
    target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: isSplit(name) ? 'react' : 'preact',
    ...(isSplit(name) && { splitting: true, entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]' }),
    legalComments: 'none',
    charset: 'utf8',
    loader: { '.svg': 'copy', '.png': 'copy' },
    plugins: [
      otherLanguages,
      guideIndex,
      ...(group['dashboard.js'] ? [laterScripts(group['dashboard.js'])] : []),
    ],
    outdir,
    logLevel: 'silent',
  };
}

/** React Aria brings its words in 34 languages; ours is one of six. */
const otherLanguages = {
  name: 'other languages',
  setup(build) {
    build.onLoad({ filter: /[\\/]intl[\\/](?:\w+[\\/])?[a-z]{2}-[A-Z]{2}\.m?js$/ }, ({ path }) =>
      languages.includes(basename(path).slice(0, 2)) ? undefined : { contents: 'export default {};' },
    );
  },
};

/**
 * Every script that is loaded later also names the program, which is there by then. So all that the program imports is shared by
 * the same scripts, and esbuild puts it into one file instead of forty, which compress worse and take a request each.
 */
function laterScripts(program) {
  const namespace = 'later';
  return {
    name: 'later scripts',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
        kind === 'dynamic-import' ? { path: relative(root, join(resolveDir, path)), namespace } : undefined,
      );
      build.onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: `import './${program}'; export * from './${path}';`,
        resolveDir: root,
      }));
    },
  };
}

const stemOf = (name) => name.replace(/\.\w+$/, '');

/** Writes files under names that hold the hash of their content. Returns for each script its file and those it imports. */
function store(group, { outputFiles, metafile }, folder = outdir) {
  const [first] = Object.keys(group);
  const files = outputFiles.map(({ path, contents }) => [
    isSplit(first) ? basename(path) : hashedName(first, contents),
    contents,
  ]);
  for (const [file, contents] of files) {
    if (!existsSync(join(folder, file))) put(join(folder, file), contents);
  }
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const entries = Object.keys(group).map((name) => {
    const [file] = files.find(([each]) => each.startsWith(`${stemOf(name)}-`));
    return [name, file];
  });
  // What is loaded later goes by the path of its source.
  const later = [...outputs].flatMap(([file, { entryPoint }]) =>
    isSplit(first) && entryPoint?.startsWith('later:') ? [[entryPoint.slice('later:'.length), file]] : [],
  );
  return Object.fromEntries(
    [...entries, ...later].map(([name, file]) => [name, [...importedBy(file, outputs)]]),
  );
}

/** A file and what it imports from the start, so that a browser may load all at once. */
function importedBy(file, outputs, found = new Set()) {
  found.add(file);
  for (const { path, kind } of outputs.get(file)?.imports ?? []) {
    if (kind === 'import-statement' && !found.has(basename(path))) importedBy(basename(path), outputs, found);
  }
  return found;
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

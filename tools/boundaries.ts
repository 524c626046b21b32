import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameRule } from './name-rules.ts';
import { reasonRule } from './lint-reasons.ts';
import { listSliceCycles, sliceRules } from './slice-rules.ts';
import { listStaleTables, tableRule } from './table-rules.ts';
import { parseImports, findMatches, stripComments, type Source, type Violation } from './sources.ts';
import { textRule } from './text-rules.ts';

/**
 * Which files may import which, over the whole repository, as ARCHITECTURE.md describes it. `npm run lint` runs it, and
 * boundaries.test.ts feeds each rule a violation.
 */

export function listViolations(files: ReadonlyMap<string, string>): Violation[] {
  const sources = [...files].map(([path, text]) => ({ path, text, imports: parseImports(path, text) }));
  const rules = [
    workspaceRule,
    plainDataRule,
    pagesRule,
    sharedWithPagesRule,
    packageRule,
    purityRule,
    barrelRule,
    nameRule,
    reasonRule,
    textRule,
    ...sliceRules,
    tableRule,
  ];
  return [
    ...sources.flatMap((file) => rules.flatMap((rule) => rule(file))),
    ...cycles(sources),
    ...listSliceCycles(sources),
    ...listStaleTables(sources),
  ];
}

interface Area {
  /** Folders that it may import from; its own is always among them. */
  readonly folders: readonly string[];
  /** Packages that it may import; Node's own modules are called `node`. */
  readonly packages: 'any' | readonly string[];
  readonly instead: string;
}

const tests = ['server/test', 'engine/fixtures'];
const product = ['contract', 'engine', 'seeds', 'client', 'server', 'booking'];

/** The first folder that matches decides. A folder that is not listed may import anything, and none may import it. */
const areas: readonly (readonly [string, Area])[] = [
  [
    'engine/src',
    { folders: [], packages: [], instead: 'The engine is pure: pass what it needs as an argument.' },
  ],
  ['engine/fixtures', { folders: ['engine'], packages: 'any', instead: 'Fixtures know the engine only.' }],
  [
    'contract',
    { folders: [], packages: ['zod'], instead: 'The contract describes the wire with zod and nothing else.' },
  ],
  ['client', { folders: ['contract'], packages: [], instead: 'The client is the contract plus fetch.' }],
  [
    'booking',
    {
      folders: ['contract'],
      packages: 'any',
      instead: 'Public pages know the wire only, through the types and plain data of contract.',
    },
  ],
  [
    'dashboard',
    {
      folders: ['client', 'contract', 'booking'],
      packages: 'any',
      instead: 'The dashboard has no private API: go through client.',
    },
  ],
  [
    'cli/src',
    {
      folders: ['client', 'contract'],
      packages: 'any',
      instead: 'Commands go through client, as anyone would.',
    },
  ],
  ['seeds', { folders: [], packages: [], instead: 'Seeds are plain data; the server makes rows of them.' }],
  [
    'server/src',
    {
      folders: ['contract', 'engine', 'seeds', 'booking'],
      packages: 'any',
      instead: 'The server uses contract, engine, seeds and what booking renders; move what it needs there.',
    },
  ],
  ['server/test', { folders: product, packages: 'any', instead: 'Test support knows the product only.' }],
];

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || /\/test-[^/]+\.ts$/.test(path);

function areaOf(path: string): readonly [string, Area] | undefined {
  return areas.find(([folder]) => path.startsWith(`${folder}/`));
}

/** engine imports nothing; contract only zod; client only contract; and so on down the table. */
function workspaceRule(file: Source): Violation[] {
  const [home, area] = areaOf(file.path) ?? [];
  if (!home || !area) return [];
  return file.imports.flatMap(({ target, typeOnly, specifier, line }) => {
    if (target.kind !== 'file') return [];
    const folders = [home, ...area.folders, ...(isTest(file.path) ? tests : [])];
    const allowed = folders.some((folder) => target.path.startsWith(`${folder}/`));
    // Schemas would make pages for visitors too large; plain data does not.
    const typesOnly = home === 'booking' && target.path.startsWith('contract/') && !isPlainData(target.path);
    if (allowed && (!typesOnly || typeOnly)) return [];
    const what = allowed
      ? `${home} may take only types from contract`
      : `${home} may not import ${specifier}`;
    return [{ rule: 'workspace', path: file.path, line, message: `${what}. ${area.instead}` }];
  });
}

const isPlainData = (path: string): boolean => /\.(gen|data)\.ts$/.test(path);

/** Plain data of the contract goes to browsers, so it must not bring schemas along. */
function plainDataRule(file: Source): Violation[] {
  if (!file.path.startsWith('contract/') || !isPlainData(file.path)) return [];
  const message = 'A .data.ts or .gen.ts file of contract imports nothing: pages load it in the browser.';
  return file.imports.map(({ line }) => ({ rule: 'plain-data', path: file.path, line, message }));
}

/** Code for browsers is no part of the server. Only what people read uses booking: pages, and mail in the same words. */
function pagesRule(file: Source): Violation[] {
  if (!file.path.startsWith('server/src/')) return [];
  const isForPeople = /^server\/src\/(pages|account-pages|mail|docs)\//.test(file.path);
  return file.imports.flatMap(({ target, specifier, line }) => {
    if (target.kind !== 'file' || !target.path.startsWith('booking/')) return [];
    if (isForPeople && !/^booking\/src\/(island|embed)\//.test(target.path)) return [];
    const message = `${specifier} is for the slices pages, account-pages, docs and mail, and island and embed are for browsers only. Add to the public.ts of pages what you need.`;
    return [{ rule: 'pages', path: file.path, line, message }];
  });
}

/** The dashboard writes dates and zones, corrects colours and makes passkeys as the public pages do; what renders those pages stays theirs. */
function sharedWithPagesRule(file: Source): Violation[] {
  if (!file.path.startsWith('dashboard/')) return [];
  const isShared =
    /^booking\/src\/(calendar|color|date-keys|locale|month-times|passkey|zones|zone-search|words\/words)\.ts$/;
  return file.imports.flatMap(({ target, specifier, line }) => {
    if (target.kind !== 'file' || !target.path.startsWith('booking/') || isShared.test(target.path))
      return [];
    const message = `${specifier} belongs to the public pages. The dashboard shares their calendar, months, colours, locale, passkeys and zones only.`;
    return [{ rule: 'shared', path: file.path, line, message }];
  });
}

function packageRule(file: Source): Violation[] {
  const [home, area] = areaOf(file.path) ?? [];
  if (!home || !area || area.packages === 'any' || isTest(file.path)) return [];
  const allowed = area.packages;
  return file.imports.flatMap(({ target, specifier, line }) => {
    if (target.kind === 'file' || allowed.includes(target.kind === 'node' ? 'node' : target.name)) return [];
    return [
      {
        rule: 'package',
        path: file.path,
        line,
        message: `${home} may not import ${specifier}. ${area.instead}`,
      },
    ];
  });
}

/** The engine has no clock, no environment and no randomness: the same input always gives the same output. */
function purityRule(file: Source): Violation[] {
  if (!file.path.startsWith('engine/src/') || isTest(file.path)) return [];
  return findMatches(file, /\b(Date\.now|new Date\(\)|process\.|performance\.|Intl\.|Math\.random)/g).map(
    ({ line, text }) => ({
      rule: 'purity',
      path: file.path,
      line,
      message: `The engine may not use ${text}. Take the time or the setting as an argument.`,
    }),
  );
}

/** A file that only re-exports hides where things are; a slice's public.ts is the one exception. */
function barrelRule(file: Source): Violation[] {
  const all = findMatches(file, /^export \* from/gm).map(({ line }) => ({
    rule: 'barrel',
    path: file.path,
    line,
    message: '`export *` opens everything. Name what others may use.',
  }));
  if (/^server\/src\/(?:[^/]+\/){1,2}public\.ts$/.test(file.path) || all.length > 0) return all;
  const rest = stripComments(file.text).replaceAll(
    /^(import|export)\b[^'"`;()]*\bfrom\s*['"][^'"]+['"];?/gm,
    '',
  );
  const onlyReexports = file.imports.some(({ reexport }) => reexport) && rest.trim() === '';
  const message = 'This file only re-exports. Delete it and import from the files that hold the code.';
  return onlyReexports ? [{ rule: 'barrel', path: file.path, line: 1, message }] : [];
}

/** Types may import each other in a cycle, since they are erased at run time; code may not. */
function cycles(files: readonly Source[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: Violation[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const from = trail.indexOf(path);
    if (from !== -1) return void found.push(cycleAt([...trail.slice(from), path]));
    if (done.has(path)) return;
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (target.kind === 'file' && !typeOnly) visit(target.path, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of byPath.keys()) visit(path, []);
  return found;
}

function cycleAt(trail: readonly string[]): Violation {
  const message = `Imports form a cycle: ${trail.join(' -> ')}. Move what both need into a file below them.`;
  return { rule: 'cycle', path: trail[0] ?? '', line: 1, message };
}

const ignored = new Set(['node_modules', 'dist', 'data', 'coverage']);

/** Every source file below a folder, by its path from there. */
export function readTree(root: string): Map<string, string> {
  const read = (folder: string): [string, string][] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): [string, string][] => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return ignored.has(entry.name) || entry.name.startsWith('.') ? [] : read(path);
      return /\.[mc]?[jt]sx?$/.test(entry.name) ? [[path, readFileSync(join(root, path), 'utf8')]] : [];
    });
  return new Map(read('.'));
}

function main(): void {
  const found = listViolations(readTree(fileURLToPath(new URL('..', import.meta.url))));
  for (const { path, line, message } of found) console.error(`${path}:${line} ${message}`);
  process.exitCode = found.length === 0 ? 0 : 1;
}

if (import.meta.filename === process.argv[1]) main();

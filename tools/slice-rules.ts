import { findMatches, type Rule, type Source, type Violation } from './sources.ts';

/** The rules inside the server: platform below, slices above it, and what each kind of file in a slice may do. */

interface Part {
  /** `platform`, a slice's name, or `root` for the files that assemble the program. */
  readonly name: string;
  /** The nested slice inside of it, such as `records` in `crm`; undefined for the files of the slice itself. */
  readonly nested: string | undefined;
  /** What the file is, by the last part of its name: `users.store.ts` is a `store`. */
  readonly kind: string;
  readonly isTest: boolean;
}

/** Folders that assemble a program of their own, like the files beside them. */
const rootFolders = ['operator', 'router'];

function partOf(path: string): Part | undefined {
  const match = /^server\/src\/(?:([^/]+)\/)?(?:([^/]+)\/)?(?:.*\/)?([^/]+)\.tsx?$/.exec(path);
  if (!match) return undefined;
  const [, top = 'root', folder, base = ''] = match;
  const name = rootFolders.includes(top) ? 'root' : top;
  const isTest = base.endsWith('.test') || base.startsWith('test-');
  const nested = name === 'platform' || name === 'root' ? undefined : folder;
  return { name, nested, kind: base.split('.').at(-1) ?? '', isTest };
}

function isSlice(part: Part | undefined): part is Part {
  return part !== undefined && part.name !== 'root' && part.name !== 'platform';
}

/**
 * Platform imports no slice; a slice imports another only through its public.ts; the files of the root assemble them. The
 * same holds between the nested slices of a slice, whose own files assemble those.
 */
const layers: Rule = (file) => {
  const from = partOf(file.path);
  if (!from) return [];
  return file.imports.flatMap(({ target, line, specifier }) => {
    const to = target.kind === 'file' ? partOf(target.path) : undefined;
    const message = to && findImportProblem(from, to, file.path, specifier);
    return message ? [{ rule: 'layers', path: file.path, line, message }] : [];
  });
};

const wiring = ['routes', 'jobs', 'public', 'events'];

function findImportProblem(from: Part, to: Part, path: string, specifier: string): string | undefined {
  if (to.name === 'platform') return undefined;
  if (from.name === to.name) return findNestedImportProblem(from, to, specifier);
  if (to.name === 'root') {
    if (from.isTest) return undefined;
    return `${specifier} assembles the program and may not be imported by its parts. Take what you need as an argument.`;
  }
  if (from.name === 'platform') {
    return `platform may not import the slice ${to.name}. Let the slice pass in a function, or move this to the slice.`;
  }
  if (to.kind === 'public' && !to.nested) return undefined;
  if (path === 'server/src/slices.ts' && !to.nested) {
    if (wiring.includes(to.kind)) return undefined;
    return `slices.ts takes endpoints, jobs, events and public functions of a slice. Export ${specifier} from one of those.`;
  }
  return `${specifier} is the inside of the slice ${to.name}. Import from its public.ts, and add there what is missing.`;
}

/** Between the nested slices of one slice. Tests may import from all of them. */
function findNestedImportProblem(from: Part, to: Part, specifier: string): string | undefined {
  if (from.isTest || from.nested === to.nested) return undefined;
  if (!to.nested) {
    return `${specifier} assembles ${to.name} and may not be imported by ${from.name}/${from.nested}. Take what you need as an argument, or publish an event.`;
  }
  if (to.kind === 'public') return undefined;
  if (!from.nested && from.kind === to.kind && wiring.includes(to.kind)) return undefined;
  return `${specifier} is the inside of ${to.name}/${to.nested}. Import from its public.ts, and add there what is missing.`;
}

/** SQL stands in store.ts, so that all queries of a slice can be read in one place. */
const storeOnly: Rule = (file) => {
  const part = partOf(file.path);
  if (!isSlice(part) || part.isTest || part.kind === 'store') return [];
  const message =
    'SQL stands in store.ts (or NOUN.store.ts). Write a function there and call it; import row types from it.';
  const imports = file.imports.filter(({ target, typeOnly }) =>
    target.kind === 'package'
      ? ['kysely', 'pg'].includes(target.name)
      : target.kind === 'file' && !typeOnly && /platform\/db\/(transaction|kysely)\.ts$/.test(target.path),
  );
  const uses = findMatches(file, /\b(ctx|tx)\.db\b|\bpool\.query\b/g);
  return [...imports, ...uses].map(({ line }) => ({ rule: 'store', path: file.path, line, message }));
};

/** view.ts serializes rows; whatever it shows must have been loaded before. */
const viewQueriesNothing: Rule = (file) => {
  const part = partOf(file.path);
  if (!isSlice(part) || part.kind !== 'view') return [];
  const message = 'view.ts makes no query and awaits nothing. Load what it shows in store.ts and pass it in.';
  return [
    ...valueImportsOf(file, /\/(?:[^/]+\.)?store\.ts$/),
    ...findMatches(file, /\b(async|await)\b/g),
  ].map(({ line }) => ({
    rule: 'view',
    path: file.path,
    line,
    message,
  }));
};

/** rules.ts decides from its arguments alone, so that a decision can be tested without a database or a clock. */
const rulesArePure: Rule = (file) => {
  const part = partOf(file.path);
  if (!isSlice(part) || part.kind !== 'rules') return [];
  const message =
    'rules.ts decides from its arguments alone. Load rows and take the time before, and pass them in.';
  const found = [
    ...file.imports.filter(
      ({ target }) => target.kind === 'file' && /platform\/(context|clock|db\/.*)\.ts$/.test(target.path),
    ),
    ...file.imports.filter(({ target }) => target.kind === 'node'),
    ...valueImportsOf(file, /\/(?:[^/]+\.)?store\.ts$/),
    ...findMatches(file, /\b(async|await)\b/g),
  ];
  return found.map(({ line }) => ({ rule: 'rules', path: file.path, line, message }));
};

/** The time of a request is ctx.now: one instant for all that it does, and one that a test can set. */
const oneClock: Rule = (file) => {
  const part = partOf(file.path);
  if (!isSlice(part) || part.isTest) return [];
  return findMatches(file, /\bDate\.now\(|\bnew Date\(\)/g).map(({ line, text }) => ({
    rule: 'clock',
    path: file.path,
    line,
    message: `${text}) reads the clock of the machine. Use ctx.now, or the runtime's clock.`.replace(
      '))',
      ')',
    ),
  }));
};

/** A WorkspaceId is proof that the caller belongs there; a cast would forge it. */
const provenWorkspace: Rule = (file) => {
  const part = partOf(file.path);
  if (!part || part.name === 'platform' || part.isTest) return [];
  return findMatches(file, /\bas WorkspaceId\b/g).map(({ line }) => ({
    rule: 'workspace-id',
    path: file.path,
    line,
    message: 'Only platform makes a WorkspaceId. Take it from ctx, or from a row.',
  }));
};

function valueImportsOf(file: Source, path: RegExp): { line: number }[] {
  return file.imports.filter(
    ({ target, typeOnly }) => target.kind === 'file' && !typeOnly && path.test(target.path),
  );
}

/**
 * Slices form floors, and so do the nested slices of each: none may import one that imports it, directly or through others, not even
 * for a type.
 */
export function listSliceCycles(files: readonly Source[]): Violation[] {
  const imports = new Map<string, Map<string, Violation>>();
  for (const file of files) {
    for (const { target, line, specifier } of file.imports) {
      const crossing = target.kind === 'file' && crossingOf(file.path, target.path);
      if (!crossing) continue;
      const message = `${specifier} closes a cycle of slices. Move what both need below them, take it as an argument, or publish an event.`;
      const own = imports.get(crossing.from) ?? new Map<string, Violation>();
      own.set(crossing.to, { rule: 'slice-cycle', path: file.path, line, message });
      imports.set(crossing.from, own);
    }
  }
  const reaches = (from: string, wanted: string, seen: Set<string>): boolean => {
    if (from === wanted) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(imports.get(from)?.keys() ?? [])].some((next) => reaches(next, wanted, seen));
  };
  return [...imports].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, violation]) => (reaches(to, from, new Set()) ? [violation] : [])),
  );
}

/** The two slices, or nested slices of one slice, between which an import leads; undefined if it stays in one. */
function crossingOf(path: string, target: string): { from: string; to: string } | undefined {
  const from = partOf(path);
  const to = partOf(target);
  if (!isSlice(from) || !isSlice(to) || from.isTest) return undefined;
  if (from.name !== to.name) return { from: from.name, to: to.name };
  if (!from.nested || !to.nested || from.nested === to.nested) return undefined;
  return { from: `${from.name}/${from.nested}`, to: `${to.name}/${to.nested}` };
}

export const sliceRules: readonly Rule[] = [
  layers,
  storeOnly,
  viewQueriesNothing,
  rulesArePure,
  oneClock,
  provenWorkspace,
];

import { posix } from 'node:path';

/** What the boundary rules work on: a file with its text and imports, and the violations they report. */

/** One import or re-export of a source file. */
export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Erased at run time: `import type`, or nothing but `type` names in the braces. */
  readonly typeOnly: boolean;
  readonly reexport: boolean;
  /** What it refers to: a file of this repository, a package, or one of Node's own modules. */
  readonly target: Target;
}

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'node' };

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export interface Violation {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  /** What is wrong, and what to do instead. */
  readonly message: string;
}

export type Rule = (file: Source) => Violation[];

const fromStatement = /^[ \t]*(import|export)\s+(type\s+)?([^'"`;()]*?)\s*\bfrom\s*['"]([^'"\n]+)['"]/gm;
const sideEffect = /^[ \t]*import\s+['"]([^'"\n]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** Every import of a file, found by a pattern, since TypeScript 7 has no parser that could be called. */
export function parseImports(path: string, source: string): Import[] {
  const at = (index: number) => source.slice(0, index).split('\n').length;
  const make = (specifier: string, index: number, typeOnly: boolean, reexport: boolean): Import => ({
    specifier,
    line: at(index),
    typeOnly,
    reexport,
    target: resolve(path, specifier),
  });
  return [
    ...[...source.matchAll(fromStatement)].map(
      ({ 1: verb, 2: type, 3: names = '', 4: specifier = '', index }) =>
        make(specifier, index, type !== undefined || onlyTypes(names), verb === 'export'),
    ),
    ...[...source.matchAll(sideEffect)].map(({ 1: specifier = '', index }) =>
      make(specifier, index, false, false),
    ),
    ...[...source.matchAll(dynamic)].map(({ 1: specifier = '', index }) =>
      make(specifier, index, false, false),
    ),
  ];
}

function onlyTypes(names: string): boolean {
  const inside = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  const listed = inside?.split(',').map((name) => name.trim()) ?? [];
  return listed.length > 0 && listed.every((name) => name === '' || name.startsWith('type '));
}

function resolve(path: string, specifier: string): Target {
  if (specifier.startsWith('.')) {
    return { kind: 'file', path: posix.normalize(posix.join(posix.dirname(path), specifier)) };
  }
  if (specifier.startsWith('node:')) return { kind: 'node' };
  const ours = /^@daybook\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (ours) return { kind: 'file', path: `${ours[1]}/src/${ours[2] ?? 'index'}.ts` };
  const parts = specifier.split('/');
  return { kind: 'package', name: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/') };
}

/** Where a pattern occurs in the code of a file, comments left out. */
export function findMatches(file: Source, pattern: RegExp): { line: number; text: string }[] {
  const code = stripComments(file.text);
  return [...code.matchAll(pattern)].map((match) => ({
    line: code.slice(0, match.index).split('\n').length,
    text: match[0],
  }));
}

/** Comments become spaces, so that line numbers stay the same. */
export function stripComments(text: string): string {
  const blank = (comment: string): string => comment.replaceAll(/[^\n]/g, ' ');
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/(?<=^|\s)\/\/.*$/gm, blank);
}

import { tables } from '../server/src/tables.ts';
import { stripComments, type Source, type Violation } from './sources.ts';

/**
 * Who may write and who may read which table, as `server/src/tables.ts` declares it: only its owner writes a table, and every other
 * slice that reads it is listed. Holds for SQL and for queries by Kysely; tests may do as they like.
 */

type Verb = 'reads' | 'writes';

const statements: readonly (readonly [Verb, RegExp])[] = [
  ['writes', /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?"?(\w+)/gi],
  ['writes', /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g],
  ['reads', /\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?"?(\w+)/gi],
  ['reads', /\.(?:selectFrom|(?:inner|left|right|full|cross)Join|from|using)\(\s*['"`](\w+)/g],
];

/** Moves whole workspaces and databases, with every table in them. */
const transfer = 'server/src/platform/transfer/';

interface Use {
  readonly slice: string;
  readonly verb: Verb;
  readonly table: string;
  readonly line: number;
}

function usesIn({ path, text }: Source): Use[] {
  const slice = /^server\/src\/(?:([^/]+)\/)?[^/]/.exec(path)?.[1] ?? 'root';
  const isLeftOut = !path.startsWith('server/src/') || path.startsWith(transfer);
  if (isLeftOut || /\.test\.tsx?$|\/test-[^/]+\.ts$|\.gen\.ts$/.test(path)) return [];
  const code = stripComments(text);
  return statements.flatMap(([verb, pattern]) =>
    [...code.matchAll(pattern)]
      .filter(({ 1: table = '' }) => Object.hasOwn(tables, table))
      .map(({ 1: table = '', index }) => ({
        slice,
        verb,
        table,
        line: code.slice(0, index).split('\n').length,
      })),
  );
}

export function tableRule(file: Source): Violation[] {
  return usesIn(file).flatMap(({ slice, verb, table, line }) => {
    const { owner, readers } = tables[table] ?? { owner: '', readers: [] };
    if (slice === owner || (verb === 'reads' && readers.includes(slice))) return [];
    const message =
      verb === 'writes'
        ? `${table} belongs to ${owner}, which alone writes it. Call a function of its public.ts.`
        : `${slice} is not among the readers of ${table}. Call a function of ${owner}, or list ${slice} in server/src/tables.ts.`;
    return [{ rule: 'table', path: file.path, line, message }];
  });
}

const declaration = 'server/src/tables.ts';
const schema = 'server/src/platform/db/schema.gen.ts';

/** Over the whole tree: a table that nobody owns, one that is gone, and a reader that reads no more. */
export function listStaleTables(files: readonly Source[]): Violation[] {
  const { text } = files.find(({ path }) => path === schema) ?? {};
  if (text === undefined || !files.some(({ path }) => path === declaration)) return [];
  const existing = [...(/export interface DB \{(.*?)\n\}/s.exec(text)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)];
  const names = new Set(existing.map(({ 1: name = '' }) => name));
  const uses = files.flatMap(usesIn);
  const isRead = (table: string, slice: string): boolean =>
    uses.some((use) => use.table === table && use.slice === slice);
  const messages = [
    ...[...names].filter((name) => !Object.hasOwn(tables, name)).map((name) => `No slice owns ${name}.`),
    ...Object.entries(tables).flatMap(([name, { readers }]) => [
      ...(names.has(name) ? [] : [`There is no table ${name}.`]),
      ...readers.filter((slice) => !isRead(name, slice)).map((slice) => `${slice} does not read ${name}.`),
    ]),
  ];
  return messages.map((message) => ({ rule: 'table', path: declaration, line: 1, message }));
}

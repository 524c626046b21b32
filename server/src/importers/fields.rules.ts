import type { LeftOutList } from './left-out.ts';

/** What becomes of a field: `taken`, or why it is not imported. */
interface Fate {
  readonly field: string;
  readonly why: string;
}

export type FieldTable = (path: string) => Fate;

const taken = 'taken';
export const unknownField = 'Daybook doesn’t know this field.';
/** Of what every product has of its own. */
export const ownOfDaybook = 'Daybook has its own.';

/** A table from lists of paths, by what becomes of them. A path stands for everything below it, unless that is listed too. */
export function buildFieldTable(paths: Readonly<Record<string, string>>): FieldTable {
  const listed = new Map<string, string>();
  for (const [why, list] of Object.entries(paths))
    for (const path of list.split(/\s+/)) listed.set(path, why);
  const known = new Map<string, Fate>();
  return (path) => {
    const fate = known.get(path) ?? fateIn(listed, path);
    known.set(path, fate);
    return fate;
  };
}

/** The longest part of a path that is listed decides. What is not known is named as a whole. */
function fateIn(listed: ReadonlyMap<string, string>, path: string): Fate {
  const keys = path.split('.');
  const parts = keys.map((_, index) => keys.slice(0, index + 1).join('.'));
  const found = parts.findLast((part) => listed.has(part));
  if (found !== undefined) return { field: found, why: listed.get(found) ?? '' };
  const isAbove = (part: string) => [...listed.keys()].some((other) => other.startsWith(`${part}.`));
  return { field: parts.find((part) => !isAbove(part)) ?? path, why: unknownField };
}

/** Adds each field of an object that holds something and is not taken. */
export function reportFields(
  object: unknown,
  table: FieldTable,
  { kind, name }: { readonly kind: string; readonly name: string },
  leftOut: LeftOutList,
): void {
  const fates = new Map(pathsIn(object).map((path) => [table(path).field, table(path).why]));
  for (const [field, why] of fates) if (why !== taken) leftOut.add({ kind, field, why, name });
}

/** Where an object holds something. Nothing is lost with a value that says no. */
function pathsIn(value: unknown, path = ''): string[] {
  if (value === undefined || value === null || value === '' || value === false || value === 0) return [];
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, path));
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, inside]) =>
    pathsIn(inside, path === '' ? key : `${path}.${key}`),
  );
}

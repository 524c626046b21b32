import type { AnyRoute } from '../contract/src/route.ts';
import { groups, isRoute, routes } from '../contract/src/routes.ts';

/** What the client knows of the contract: a table of operations for running, and their types for compiling. */

/** What tells the methods apart. */
const methodLetters = { GET: 'G', POST: 'P', PUT: 'U', PATCH: 'A', DELETE: 'D' } as const;

/**
 * A line for each operation below its tag: a letter for the method, name, path, where the value lies (`.` is `resource`). Sorted, and
 * without a path that the line before has too; one that only goes on begins with `+`. It is sent to browsers, and what is alike side by
 * side compresses well.
 */
export function generateOperations(declared: ReadonlyMap<string, AnyRoute> = routes): string {
  const byTag = new Map<string, [string, AnyRoute][]>();
  for (const [name, route] of declared)
    byTag.set(route.tag, [...(byTag.get(route.tag) ?? []), [name, route]]);
  const groupsOfLines = [...byTag].map(([tag, operations]) => `#${tag}\n${linesOf(operations).join('\n')}`);
  return `// Made by \`npm run generate\` from the contract.
export const operations = \`${groupsOfLines.toSorted().join('\n')}\`;
`;
}

function linesOf(operations: readonly [string, AnyRoute][]): string[] {
  const keyOf = ([, { method, path }]: readonly [string, AnyRoute]): string => `${path} ${method}`;
  const sorted = operations.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return sorted.map(([name, { method, path, returns }], index) =>
    [
      `${methodLetters[method]}${name}`,
      ...shortenPath(path, sorted[index - 1]?.[1].path),
      returns.at === 'resource' ? '.' : returns.at,
    ].join(' '),
  );
}

function shortenPath(path: string, before: string | undefined): string[] {
  if (path === before) return [];
  return [before !== undefined && path.startsWith(`${before}/`) ? `+${path.slice(before.length + 1)}` : path];
}

export function generateContract(): string {
  const lines = Object.entries(groups).flatMap(([file, group]) =>
    Object.entries(group)
      .filter(isRoute)
      .map(([name]) => `  readonly ${name}: typeof import('@daybook/contract/${file}').${name};`),
  );
  lines.sort();
  return `// Made by \`npm run generate\` from the contract.
export interface Contract {
${lines.join('\n')}
}
`;
}

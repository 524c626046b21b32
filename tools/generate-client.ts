import type { AnyRoute } from '../contract/src/route.ts';
import { groups, isRoute, routes } from '../contract/src/routes.ts';

/** What the client knows of the contract: a table of operations for running, and their types for compiling. */

/** `method|path|tag|where the value lies`, short enough to be sent to a browser as it is. */
export function operationsSource(declared: ReadonlyMap<string, AnyRoute> = routes): string {
  const lines = [...declared].map(
    ([name, { method, path, tag, returns }]) => `  ${name}: '${[method, path, tag, returns.at].join('|')}',`,
  );
  // Sorted, since the order in which a module lists its exports depends on how it was loaded.
  lines.sort();
  return `// Made by \`npm run generate\` from the contract.
export const operations: Readonly<Record<string, string>> = {
${lines.join('\n')}
};
`;
}

export function contractSource(): string {
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

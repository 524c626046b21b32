import type { CellAddress } from './lookups.ts';

/**
 * Where a new workspace is created: in an open cell of the wanted region, which the more often gets one the more it has to spare. Not
 * always in the emptiest, which would get all of them until its load has grown.
 */
export function choosePlace(
  cells: readonly CellAddress[],
  region: string | undefined,
  random = Math.random,
): CellAddress | undefined {
  const open = cells.filter((cell) => cell.isOpen && (region === undefined || cell.region === region));
  const spare = open.map((cell) => Math.max(cell.spare, 0));
  const total = spare.reduce((sum, each) => sum + each, 0);
  // All are full: people can still sign up, and `daybook cells` tells the operator.
  if (total === 0) return open[Math.floor(random() * open.length)];
  let place = random() * total;
  return open.find((_, index) => (place -= spare[index] ?? 0) < 0) ?? open.at(-1);
}

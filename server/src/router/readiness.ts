import type { CellState, Cells } from './forward.ts';
import type { Lookups } from './lookups.ts';

interface RouterReadiness {
  readonly status: 'ready' | 'not ready';
  readonly directory: 'ok' | 'unreachable';
  readonly cells: Readonly<Record<string, CellState>>;
}

/** Ready as long as one cell is: requests to the others get 503, and no other router would serve them better. */
export async function checkReadiness(lookups: Lookups, cells: Cells): Promise<RouterReadiness> {
  const known = await lookups.listCells().catch(() => []);
  const states = await Promise.all(known.map(async (cell) => [cell.name, await cells.check(cell)] as const));
  return {
    status: states.some(([, state]) => state === 'ready') ? 'ready' : 'not ready',
    directory: lookups.isReachable() ? 'ok' : 'unreachable',
    cells: Object.fromEntries(states),
  };
}

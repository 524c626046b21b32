import type { CellAddress, Lookups } from './lookups.ts';

interface RouterReadiness {
  readonly status: 'ready' | 'not ready';
  readonly directory: 'ok' | 'unreachable';
  readonly cells: Readonly<Record<string, 'ready' | 'not ready' | 'unreachable'>>;
}

/** Ready as long as one cell is: those of the others get 503, and no other router would serve them better. */
export async function checkReadiness(lookups: Lookups): Promise<RouterReadiness> {
  const known = await lookups.listCells().catch(() => []);
  const states = await Promise.all(known.map(async (cell) => [cell.name, await checkCell(cell)] as const));
  return {
    status: states.some(([, state]) => state === 'ready') ? 'ready' : 'not ready',
    directory: lookups.isReachable() ? 'ok' : 'unreachable',
    cells: Object.fromEntries(states),
  };
}

async function checkCell({ url }: CellAddress): Promise<'ready' | 'not ready' | 'unreachable'> {
  try {
    const { ok } = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
    return ok ? 'ready' : 'not ready';
  } catch {
    return 'unreachable';
  }
}

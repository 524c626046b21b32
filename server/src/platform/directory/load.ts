import type { Log } from '../log.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import type { Directory } from './directory.ts';

/** What the workspaces of a cell ask of it, counted in each process and added up in the directory. */
export interface LoadCounter {
  /** A request, or a job of the workspace. */
  countRequest(id: WorkspaceId): void;
  countBookings(id: WorkspaceId, count: number): void;
  /** What was counted since the last time. */
  take(): readonly Load[];
}

interface Load {
  readonly id: WorkspaceId;
  requests: number;
  bookings: number;
}

export function createLoadCounter(): LoadCounter {
  let loads = new Map<WorkspaceId, Load>();
  const find = (id: WorkspaceId): Load => {
    const known = loads.get(id);
    if (known) return known;
    const fresh: Load = { id, requests: 0, bookings: 0 };
    loads.set(id, fresh);
    return fresh;
  };
  return {
    countRequest(id) {
      find(id).requests += 1;
    },
    countBookings(id, count) {
      find(id).bookings += count;
    },
    take() {
      const taken = [...loads.values()];
      loads = new Map();
      return taken;
    },
  };
}

/** Over which the rates are averaged, in seconds. A day, since workspaces that rest at night are no reason to move others. */
export const cellSeconds = 300;
export const workspaceSeconds = 86_400;

/** Of one statement to the directory, which has two seconds. */
const batchSize = 2_000;

/** Adds what this process has counted. Order of rows: two processes that add to the same ones wait for each other. */
export async function reportLoad({ pool, cell, load }: Directory): Promise<void> {
  const loads = load.take();
  const sum = (field: 'requests' | 'bookings') => loads.reduce((total, each) => total + each[field], 0);
  await pool.query(
    `insert into directory.cell_load as l (cell, requests, bookings)
     select name, $2::float8 * 60 / ${cellSeconds}, $3::float8 * 60 / ${cellSeconds} from directory.cell where name = $1
     on conflict (cell) do update set ${addRates(cellSeconds)}`,
    [cell, sum('requests'), sum('bookings')],
  );
  for (let from = 0; from < loads.length; from += batchSize) {
    const batch = loads.slice(from, from + batchSize);
    await pool.query(
      `insert into directory.workspace_load as l (workspace_id, requests, bookings)
       select workspace_id, n.requests * 60 / ${workspaceSeconds}, n.bookings * 60 / ${workspaceSeconds}
       from unnest($1::uuid[], $2::float8[], $3::float8[]) as n (workspace_id, requests, bookings)
       join directory.workspace_cell w using (workspace_id) order by workspace_id
       on conflict (workspace_id) do update set ${addRates(workspaceSeconds)}`,
      [batch.map(({ id }) => id), batch.map(({ requests }) => requests), batch.map((each) => each.bookings)],
    );
  }
}

const addRates = (seconds: number): string => `
  requests = directory.decay(l.requests, l.counted_at, ${seconds}) + excluded.requests,
  bookings = directory.decay(l.bookings, l.counted_at, ${seconds}) + excluded.bookings, counted_at = now()`;

const everyMs = 60_000;

/** What was counted while the directory is down is lost: it only makes a cell look idle for a while. */
export function startLoadReports(directory: Directory, log: Log): () => Promise<void> {
  const report = (): Promise<void> =>
    reportLoad(directory).catch((error: unknown) => log.warn({ err: error }, 'load not reported'));
  const timer = setInterval(() => void report(), everyMs);
  return async () => {
    clearInterval(timer);
    await report();
  };
}

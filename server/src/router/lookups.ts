import type { Pool } from '../platform/db/connect.ts';
import { hashName, readCode } from '../platform/directory/codes.ts';
import { cellSeconds } from '../platform/directory/load.ts';
import type { Log } from '../platform/log.ts';
import { createLruCache } from '../platform/lru-cache.ts';
import type { Key } from './choose.ts';

export interface CellAddress {
  readonly name: string;
  readonly url: string;
  readonly isOpen: boolean;
  readonly region: string;
  /** Requests a minute that it could handle beside those of now. */
  readonly spare: number;
}

/** The cells of a key, and how old this answer is. */
export interface LookupAnswer {
  readonly cells: readonly string[];
  readonly askedAtMs: number;
}

/** What the directory says, from memory where possible. An old answer is harmless: a cell refuses what it does not own. */
export interface Lookups {
  /** Undefined when the directory knows none. Throws when nobody knows, since the directory does not answer. */
  find(key: Key): Promise<LookupAnswer | undefined>;
  /** The same, asked anew. */
  refresh(key: Key): Promise<LookupAnswer | undefined>;
  listCells(): Promise<readonly CellAddress[]>;
  isReachable(): boolean;
}

/**
 * After `freshMs`, an answer is still used while the directory is asked again. That only spares a request its way through a cell which
 * answers "not mine", so it is rare: otherwise many routers ask the directory more than they answer (`bench/cells.ts`). An email address
 * may get an account in a further cell, which no answer of the others tells.
 */
export const cachePolicy = { maxEntries: 200_000, freshMs: 3_600_000, freshEmailMs: 30_000 };
/** A name may be claimed at any moment. */
const freshUnknownMs = 1_000;
/** For this long a directory that does not answer isn't asked again where an old answer will do. */
const pauseMs = 1_000;

interface Entry extends LookupAnswer {
  refreshing?: Promise<unknown>;
}

export function createLookups(pool: Pool, log: Log): Lookups {
  const entries = createLruCache<Entry>(cachePolicy.maxEntries);
  const asking = new Map<string, Promise<Entry>>();
  let pausedUntilMs = 0;

  const query = async <Row extends object>(question: Question): Promise<Row[]> => {
    try {
      const { rows } = await pool.query<Row>({ ...question, values: [...question.values] });
      pausedUntilMs = 0;
      return rows;
    } catch (error) {
      if (pausedUntilMs === 0) log.warn({ err: error }, 'directory not reached');
      pausedUntilMs = Date.now() + pauseMs;
      throw error;
    }
  };

  /** Requests of the same key at the same moment share one question. */
  const ask = (name: string, question: () => Promise<Entry>): Promise<Entry> => {
    const underWay = asking.get(name);
    if (underWay) return underWay;
    const asked = question().finally(() => asking.delete(name));
    asking.set(name, asked);
    return asked;
  };

  const askKey = (key: Key): Promise<Entry> => {
    const [name = '', code] = namesOf(key);
    return ask(name, async () => {
      const rows = await query<{ cell: string; by_code: boolean }>(questionOf(key));
      const byCode = rows.filter((row) => row.by_code);
      const chosen = byCode.length > 0 ? byCode : rows;
      const entry: Entry = { cells: chosen.map(({ cell }) => cell), askedAtMs: Date.now() };
      entries.set(code !== undefined && byCode.length > 0 ? code : name, entry);
      return entry;
    });
  };

  const find = async (key: Key): Promise<LookupAnswer | undefined> => {
    const names = namesOf(key);
    const known = names.map((name) => entries.get(name)).find((entry) => entry && entry.cells.length > 0);
    const ageMs = Date.now() - (known?.askedAtMs ?? 0);
    const { freshMs, freshEmailMs } = cachePolicy;
    if (known && ageMs < (key.kind === 'email' ? freshEmailMs : freshMs)) return known;
    if (known) {
      if (Date.now() > pausedUntilMs) askKey(key).catch(() => undefined);
      return known;
    }
    const unknown = entries.get(names[0] ?? '');
    if (unknown && Date.now() - unknown.askedAtMs < freshUnknownMs) return undefined;
    return withCells(await askKey(key));
  };

  let cells: readonly CellAddress[] = [];
  let cellsAskedAtMs = 0;
  const askCells = async (): Promise<void> => {
    cells = await query<CellAddress>({
      name: 'cells',
      text: `select name, url, state = 'open' as "isOpen", region,
        capacity - coalesce(directory.weigh(directory.decay(requests, counted_at, ${cellSeconds}),
          directory.decay(bookings, counted_at, ${cellSeconds})), 0) as spare
        from directory.cell c left join directory.cell_load l on l.cell = c.name order by name`,
      values: [],
    });
    cellsAskedAtMs = Date.now();
  };
  let refreshingCells: Promise<void> | undefined;
  const refreshCells = (): Promise<void> =>
    (refreshingCells ??= askCells().finally(() => {
      refreshingCells = undefined;
    }));

  return {
    find,
    refresh: async (key) => withCells(await askKey(key)),
    async listCells() {
      const isOld = Date.now() - cellsAskedAtMs > freshUnknownMs && Date.now() > pausedUntilMs;
      const refreshed = isOld || cells.length === 0 ? refreshCells() : undefined;
      if (cells.length === 0) await refreshed;
      else refreshed?.catch(() => undefined);
      return cells;
    },
    isReachable: () => pausedUntilMs === 0,
  };
}

const withCells = (entry: Entry): LookupAnswer | undefined => (entry.cells.length > 0 ? entry : undefined);

/** Under which an answer is kept: a secret with a code shares that of its workspace. */
function namesOf({ kind, value }: Key): readonly string[] {
  return kind === 'secret' ? [`secret ${hashName(value)}`, `code ${readCode(value)}`] : [`${kind} ${value}`];
}

const ofName = `select distinct w.cell, false as by_code from directory.name n
  join directory.workspace_cell w using (workspace_id)`;

/** Its name lets a connection plan the statement once: planning takes several times as long as the look-up. */
interface Question {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

function questionOf({ kind, value }: Key): Question {
  switch (kind) {
    case 'workspace':
      return {
        name: kind,
        text: `select cell, false as by_code from directory.workspace_cell where workspace_id = $1`,
        values: [value],
      };
    case 'secret':
      return {
        name: kind,
        text: `select cell, true as by_code from directory.workspace_cell where code = $1
          union all ${ofName} where n.kind = 'secret' and n.value = $2`,
        values: [readCode(value), hashName(value)],
      };
    default:
      return {
        name: 'name',
        text: `${ofName} where n.kind = $1 and n.value = $2`,
        values: [kind, kind === 'email' ? hashName(value) : value],
      };
  }
}

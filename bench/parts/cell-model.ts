/** What many cells ask of their routers and their directory, from what single requests cost. */

export interface Assumptions {
  /** CPU time of a request, in ms. */
  readonly router: number;
  readonly booking: number;
  readonly page: number;
  readonly api: number;
  /** Requests for each booking. */
  readonly pages: number;
  readonly apis: number;
  /** For each booking a second. */
  readonly workspaces: number;
  /** Of a cell, and the share of each that is planned for. */
  readonly cores: number;
  readonly load: number;
  /** Seconds. */
  readonly fresh: number;
  readonly probe: number;
  readonly hasAffinity: boolean;
  readonly maxEntries: number;
}

/** CPU time of the directory for a look-up, and for a list of 1,000 cells. */
export interface DirectoryCosts {
  readonly lookupMs: number;
  readonly listMs: number;
}

export const slugsPerWorkspace = 5;
/** PostgreSQL on one machine of this size; beyond it, standbys answer the questions of routers. */
export const directoryCores = 4;

export interface Plan {
  readonly cells: number;
  readonly workspaces: number;
  readonly bookings: number;
  readonly requests: number;
  /** Processes of one core. */
  readonly routers: number;
  readonly lookups: number;
  readonly directoryCores: number;
  readonly limit: string;
}

export interface KeyGroup {
  readonly keys: number;
  readonly rate: number;
}

export function createModel(assumed: Assumptions, costs: DirectoryCosts) {
  const bookingMs = assumed.booking + assumed.pages * assumed.page + assumed.apis * assumed.api;
  const requestsPerBooking = 1 + assumed.pages + assumed.apis;
  const bookingsPerCell = (assumed.cores * 1000 * assumed.load) / bookingMs;

  function computePlan(cells: number): Plan {
    const bookings = cells * bookingsPerCell;
    const workspaces = Math.round(bookings * assumed.workspaces);
    const requests = bookings * requestsPerBooking;
    // Each probe of a router's readiness costs it a request to every cell.
    const probesMs = (cells / assumed.probe) * assumed.router;
    const routers = Math.max(2, Math.ceil((requests * assumed.router) / (1000 * assumed.load - probesMs)));
    const lookups = assumed.hasAffinity
      ? computeLookups(workspaces, requests, assumed.fresh, routers)
      : routers * computeLookups(workspaces, requests / routers, assumed.fresh, 1);
    const directoryMs = lookups * costs.lookupMs + routers * costs.listMs * (cells / 1000);
    const probesPerCell = routers / assumed.probe;
    const limits = [
      [directoryMs / 1000 / directoryCores, 'directory'],
      [probesMs / (1000 * assumed.load), 'readiness, at the routers'],
      [(probesPerCell * assumed.page) / (assumed.cores * 1000 * assumed.load), 'readiness, at the cells'],
    ] as const;
    const [share, name] = limits.toSorted(([a], [b]) => b - a)[0] ?? [0, ''];
    const limit = `${name} (${(share * 100).toFixed(1)} %)`;
    return {
      cells,
      workspaces,
      bookings,
      requests,
      routers,
      lookups,
      directoryCores: directoryMs / 1000,
      limit,
    };
  }

  /**
   * Questions a second of the caches of some routers that share the keys. A key with `rate` requests a second is asked for once in `fresh`
   * seconds and the time until its next request, so `rate / (1 + rate * fresh)`.
   */
  function computeLookups(workspaces: number, requests: number, fresh: number, caches: number): number {
    const keys = [...listKeys(workspaces, requests)];
    const kept = Math.min(fresh, computeKeptSeconds(keys, caches * assumed.maxEntries));
    return keys.reduce((sum, { keys: size, rate }) => sum + (size * rate) / (1 + rate * kept), 0);
  }

  /** How long the cache keeps a key that isn't asked for again, before others evict it (the approximation of Che and others). */
  function computeKeptSeconds(keys: readonly KeyGroup[], entries: number): number {
    const countWithin = (seconds: number) =>
      keys.reduce((sum, { keys: size, rate }) => sum + size * (1 - Math.exp(-rate * seconds)), 0);
    let [low, high] = [0, 1e7];
    if (countWithin(high) <= entries) return Infinity;
    for (let step = 0; step < 60; step += 1) {
      const middle = (low + high) / 2;
      if (countWithin(middle) < entries) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Workspaces are of very different size (Zipf): the second has half the requests of the first, the third a third. */
  function* listKeys(workspaces: number, requests: number): Generator<KeyGroup> {
    const harmonic = Math.log(workspaces) + 0.5772;
    const [byCode, bySlug] = [1 + assumed.apis, assumed.pages].map((part) => part / requestsPerBooking) as [
      number,
      number,
    ];
    for (let rank = 1; rank <= workspaces;) {
      // Those of nearly the same size together.
      const next = Math.max(rank + 1, Math.floor(rank * 1.02));
      const size = Math.min(next, workspaces + 1) - rank;
      const own = requests / (harmonic * (rank + (size - 1) / 2));
      yield { keys: size, rate: own * byCode };
      yield { keys: size * slugsPerWorkspace, rate: (own * bySlug) / slugsPerWorkspace };
      rank = next;
    }
  }

  return { bookingMs, requestsPerBooking, bookingsPerCell, computePlan, computeLookups, listKeys };
}

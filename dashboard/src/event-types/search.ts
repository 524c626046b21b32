import { findChoice, omitEmpty, readText } from '../platform/address.ts';
import { parseState, type StateSearch } from '../platform/state-filter.ts';

/** Which pages are listed, as it stands in the address. */
export interface PageSearch extends StateSearch {
  /** The slug of the colleague or team whose pages are listed. */
  readonly user?: string;
  readonly team?: string;
  readonly scope?: 'all';
  readonly q?: string;
}

export function parsePageSearch(raw: Readonly<Record<string, unknown>>): PageSearch {
  return omitEmpty({
    user: readText(raw['user']),
    team: readText(raw['team']),
    scope: findChoice(['all'], raw['scope']),
    q: readText(raw['q']),
    ...parseState(raw),
  });
}

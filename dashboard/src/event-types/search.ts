import { findChoice, omitEmpty, readText } from '../platform/address.ts';

/** Which pages are listed, as it stands in the address. */
export interface PageSearch {
  /** The slug of the colleague or team whose pages are listed. */
  readonly user?: string;
  readonly team?: string;
  readonly scope?: 'all';
  readonly q?: string;
}

export function parsePageSearch({ user, team, scope, q }: Readonly<Record<string, unknown>>): PageSearch {
  return omitEmpty({
    user: readText(user),
    team: readText(team),
    scope: findChoice(['all'], scope),
    q: readText(q),
  });
}

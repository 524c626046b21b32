import { findChoice, omitEmpty, readText } from '../platform/address.ts';

/** What the list of absences shows, as it stands in the address. */

export interface AbsenceSearch {
  /** The address of the colleague whose absences are listed. */
  readonly user?: string;
  readonly when?: 'past';
}

export function parseAbsenceSearch(raw: Readonly<Record<string, unknown>>): AbsenceSearch {
  return omitEmpty({ user: readText(raw['user']), when: findChoice(['past'], raw['when']) });
}

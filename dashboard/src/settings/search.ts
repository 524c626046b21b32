import { findChoice, omitEmpty, readText } from '../platform/address.ts';

export const roles = ['owner', 'admin', 'user'] as const;

/** Which people are listed, as it stands in the address. */
export interface PeopleSearch {
  readonly q?: string;
  readonly show?: 'inactive';
  readonly role?: (typeof roles)[number];
}

export function parsePeopleSearch(raw: Readonly<Record<string, unknown>>): PeopleSearch {
  return omitEmpty({
    q: readText(raw['q']),
    show: findChoice(['inactive'], raw['show']),
    role: findChoice(roles, raw['role']),
  });
}

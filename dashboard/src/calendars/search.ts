import { omitEmpty, readDate, readText } from '../platform/address.ts';

/** What the page of calendars shows, as it stands in the address. */
export interface CalendarsSearch {
  /** The address of the colleague whose calendars are shown. */
  readonly user?: string;
  /** The first day of the busy times. */
  readonly from?: string;
}

export function parseCalendarsSearch({ user, from }: Readonly<Record<string, unknown>>): CalendarsSearch {
  return omitEmpty({ user: readText(user), from: readDate(from) });
}

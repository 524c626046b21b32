import { buildBookedPlace, listPlaceLines } from '@daybook/booking/place';
import type { Words } from '@daybook/booking/words/words';
import type { Ctx } from '../platform/context.ts';
import type { BookingRow } from './bookings.store.ts';
import { buildOwnUrl } from './view.ts';

/** What an invitee's calendar says of an event beside its time. */
export interface CalendarEntry {
  readonly place: string;
  readonly details: string;
  /** The invitee's own page. */
  readonly url: string;
}

export function buildCalendarEntry(ctx: Ctx, row: BookingRow, words: Words): CalendarEntry {
  const hosts = row.hosts.map(({ name }) => name);
  const url = buildOwnUrl(ctx, row);
  const place = listPlaceLines(words, buildBookedPlace(row.location_type, row.location_details), {
    ...row,
    hosts,
    joinUrl: row.location_join_url,
  }).join(', ');
  const details = [hosts.join(', '), row.location_join_url, `${words.booking.manage}: ${url}`]
    .filter(Boolean)
    .join('\n');
  return { place, details, url };
}

/** Links that open a web calendar with the event filled in. The page itself loads nothing from there. */
export function buildCalendarLinks(
  row: BookingRow,
  { place, details }: CalendarEntry,
): { google: string; outlook: string } {
  const start = row.starts_at.slice(0, 19);
  const end = row.ends_at.slice(0, 19);
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: row.title,
    dates: `${basicFormat(start)}/${basicFormat(end)}`,
    details,
    location: place,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: row.title,
    startdt: `${start}Z`,
    enddt: `${end}Z`,
    body: details,
    location: place,
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google.toString()}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}`,
  };
}

function basicFormat(time: string): string {
  return `${time.replaceAll(/[-:]/g, '')}Z`;
}

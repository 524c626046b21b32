import type { BookingRow } from './store.ts';

/** Addresses that open a calendar of the web with the event filled in. They are followed on a click, never loaded. */
export function calendarLinks(row: BookingRow): { google: string; outlook: string } {
  const text = [row.hosts.map(({ name }) => name).join(', '), row.joinUrl].filter(Boolean).join('\n');
  const place = [row.locationType, row.location.address].filter(Boolean).join(', ');
  const start = row.startsAt.slice(0, 19);
  const end = row.endsAt.slice(0, 19);
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: row.title,
    dates: `${basic(start)}/${basic(end)}`,
    details: text,
    location: place,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: row.title,
    startdt: `${start}Z`,
    enddt: `${end}Z`,
    body: text,
    location: place,
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google.toString()}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}`,
  };
}

function basic(time: string): string {
  return `${time.replaceAll(/[-:]/g, '')}Z`;
}

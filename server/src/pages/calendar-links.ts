import type { BookingRow } from './store.ts';

/** Links that open a web calendar with the event filled in. The page itself loads nothing from there. */
export function calendarLinks(row: BookingRow): { google: string; outlook: string } {
  const details = [row.hosts.map(({ name }) => name).join(', '), row.joinUrl].filter(Boolean).join('\n');
  const place = [row.locationType, row.location.address].filter(Boolean).join(', ');
  const start = row.startsAt.slice(0, 19);
  const end = row.endsAt.slice(0, 19);
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

import { juniperHistory } from '../../../seeds/juniper-history.ts';
import { juniper } from '../../../seeds/juniper.ts';
import type { Ctx } from '../platform/context.ts';
import { setJoinUrl } from '../scheduled-events/public.ts';
import { bookSlot } from './book-slot.ts';
import { formatLocal, getToday, listWorkdays, toTime } from './days.ts';
import { findDemoPages } from './store.ts';

const { clients, upcoming } = juniperHistory;

/** Bookings of the next working days, made as visitors make them: with emails, a delivery that fails, and runs of workflows. */
export async function addUpcoming(ctx: Ctx): Promise<void> {
  const pages = await findDemoPages(ctx);
  const days = listWorkdays(getToday(ctx, juniper.timezone), 5, 1);
  for (const [index, { page, client, inDays, at }] of upcoming.entries()) {
    const found = pages.get(page);
    if (!found) continue;
    const { name, email, timeZone, topic } = clients[client];
    const earliest = toTime(days[inDays - 1] ?? 0, at, found.hosts[0]?.timezone ?? juniper.timezone);
    const { date, clock } = formatLocal(earliest, timeZone);
    const booked = await bookSlot(ctx, {
      page,
      eventTypeId: found.id,
      date,
      from: clock,
      timeZone,
      answers: page.endsWith('-call') ? [topic] : [],
      booking: { name, email, ...placeOf(page) },
    });
    // The demo has no provider of video calls: the host has sent the links, except for the last.
    const hasLink = !page.endsWith('/consultation') && index < upcoming.length - 1;
    const joinUrl = `https://meet.juniper.example/room-${index + 1}`;
    if (booked && hasLink) await setJoinUrl(ctx, { eventId: booked.eventId, joinUrl });
  }
}

const studio = { address: 'Weserstraße 12, 12047 Berlin', details: 'Second courtyard, ring twice.' };

function placeOf(page: string) {
  if (page.endsWith('/consultation'))
    return { location: 'IN_PERSON', locationOptions: studio, phone: '+12125550171' };
  if (page.endsWith('/kick-off')) return { location: 'MICROSOFT_TEAMS' };
  return { location: page.endsWith('/open-studio') ? 'ZOOM' : 'GOOGLE_MEET' };
}

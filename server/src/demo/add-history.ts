import { juniperHistory } from '../../../seeds/juniper-history.ts';
import { juniper } from '../../../seeds/juniper.ts';
import { recordCancellations, recordMeetings, recordNoShows, recordNotes } from '../crm/public.ts';
import { recordNote } from '../notes/public.ts';
import { createVisitorActor } from '../platform/auth/actor.ts';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { importBooking, type ImportedEvent } from '../scheduled-events/public.ts';
import { getToday, listWorkdays, toTime } from './days.ts';
import { findDemoPages, type DemoHost, type DemoPage } from './store.ts';

const { clients, notes, cancellations } = juniperHistory;

const dayMs = 86_400_000;
/** Of 90 days. */
const workdays = 63;
const clocks = ['09:30', '11:00', '13:30', '15:00', '16:30'] as const;
const leadDays = [2, 5, 1, 9, 3, 14, 4] as const;
const pageOrder = [
  'mara-lindqvist/intro-call',
  'discovery/discovery-call',
  'mara-lindqvist/consultation',
  'discovery/discovery-call',
  'mara-lindqvist/intro-call',
  'aiko-tanaka/open-studio',
  'discovery/kick-off',
] as const;

interface PastMeeting {
  readonly page: string;
  readonly startsAt: Date;
  /** Counts meetings: what happened in each follows from it. */
  readonly number: number;
  readonly client: number;
  readonly hosts: readonly DemoHost[];
  readonly bookedAt?: Date;
}

/** The meetings of the last 90 days, those of today, and some of the next days that were booked in the last ones. */
export async function addHistory(ctx: Ctx): Promise<void> {
  const pages = await findDemoPages(ctx);
  const imported: ImportedMeeting[] = [];
  const meetings = [
    ...listPastMeetings(ctx, pages),
    ...listToday(ctx, pages),
    ...listBookedEarlier(ctx, pages),
  ];
  for (const meeting of meetings) {
    const page = pages.get(meeting.page);
    if (page) imported.push(await importMeeting(ctx, page, meeting));
  }
  await recordInCrm(ctx, imported);
}

/** One or two on every working day. */
function listPastMeetings(ctx: Ctx, pages: ReadonlyMap<string, DemoPage>): PastMeeting[] {
  const days = listWorkdays(getToday(ctx, juniper.timezone), workdays, -1);
  const slots = days.flatMap((day, index) => (index % 3 === 1 ? [{ day }] : [{ day }, { day }]));
  return slots.flatMap(({ day }, number) => {
    const page = pageOrder[number % pageOrder.length] ?? pageOrder[0];
    const hosts = chooseHosts(page, pages.get(page), number);
    const [host] = hosts;
    if (!host) return [];
    const startsAt = toTime(day, clocks[number % clocks.length] ?? clocks[0], host.timezone);
    return [{ page, startsAt, number, client: (number * 5) % clients.length, hosts }];
  });
}

/** On a weekend the studio has its first event only. */
function listToday(ctx: Ctx, pages: ReadonlyMap<string, DemoPage>): PastMeeting[] {
  const today = getToday(ctx, juniper.timezone);
  const isWorkday = listWorkdays(today - 1, 1, 1)[0] === today;
  return juniperHistory.today.slice(0, isWorkday ? undefined : 1).map(({ page, client, at }) => ({
    page,
    client,
    startsAt: toTime(today, at, juniper.timezone),
    number: 0,
    // Mara's day: she is signed in.
    hosts: (pages.get(page)?.hosts ?? []).slice(0, 1),
  }));
}

/** Discovery calls of Mara's colleagues. */
function listBookedEarlier(ctx: Ctx, pages: ReadonlyMap<string, DemoPage>): PastMeeting[] {
  const page = 'discovery/discovery-call';
  const [, ...colleagues] = pages.get(page)?.hosts ?? [];
  return listWorkdays(getToday(ctx, juniper.timezone), 8, 1).flatMap((day, index) => {
    const host = colleagues[index % colleagues.length];
    if (!host) return [];
    const startsAt = toTime(day, index % 2 === 0 ? '13:00' : '10:30', host.timezone);
    const bookedAt = new Date(ctx.now.getTime() - (1 + ((index * 4) % 9)) * dayMs);
    return [{ page, startsAt, bookedAt, number: 0, client: (index * 3 + 2) % clients.length, hosts: [host] }];
  });
}

function chooseHosts(address: string, page: DemoPage | undefined, number: number): readonly DemoHost[] {
  const all = page?.hosts ?? [];
  const one = all[number % all.length];
  return address === 'discovery/discovery-call' && one ? [one] : all;
}

interface ImportedMeeting extends ImportedEvent {
  readonly bookedAt: Date;
  readonly endsAt: Date;
  readonly note: string | undefined;
  readonly isCancelled: boolean;
  readonly isNoShow: boolean;
}

async function importMeeting(ctx: Ctx, page: DemoPage, meeting: PastMeeting): Promise<ImportedMeeting> {
  const { startsAt, number, client, hosts } = meeting;
  const isOver = startsAt.getTime() + page.duration * 60_000 < ctx.now.getTime();
  const isCancelled = number % 11 === 7;
  const isNoShow = number % 13 === 5 && !isCancelled;
  const lead = (leadDays[number % leadDays.length] ?? 2) * dayMs + 4_020_000;
  const bookedAt = meeting.bookedAt ?? new Date(startsAt.getTime() - lead);
  const endsAt = new Date(startsAt.getTime() + page.duration * 60_000);
  const isGroup = meeting.page.endsWith('/open-studio');
  const invited = isGroup ? [0, 3, 7].map((offset) => (client + offset) % clients.length) : [client];
  const event = await importBooking(ctx, {
    eventTypeId: page.id,
    title: page.title,
    hostIds: hosts.map(({ id }) => id),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    seats: isGroup ? 8 : 1,
    location: locationOf(meeting),
    invitees: invited.map((index) => inviteeOf(meeting, index, bookedAt, { isCancelled, isNoShow })),
  });
  const note = isOver && !isCancelled && number % 5 === 2 ? notes[number % notes.length] : undefined;
  return { ...event, bookedAt, endsAt, note, isCancelled, isNoShow };
}

function locationOf({ page, number }: PastMeeting) {
  if (page.endsWith('/consultation'))
    return { type: 'IN_PERSON', address: 'Weserstraße 12, 12047 Berlin' } as const;
  return { type: 'GOOGLE_MEET', joinUrl: `https://meet.juniper.example/room-${100 + number}` } as const;
}

function inviteeOf(
  { page, number, startsAt }: PastMeeting,
  index: number,
  bookedAt: Date,
  { isCancelled, isNoShow }: { readonly isCancelled: boolean; readonly isNoShow: boolean },
) {
  const { name, email, timeZone, topic } = clients[index] ?? clients[0];
  const isPaid = page.endsWith('/consultation') && !isCancelled;
  return {
    name,
    email,
    timezone: timeZone,
    language: 'en',
    phone: null,
    guests: [],
    answers: page.endsWith('/intro-call')
      ? [{ question: 'What would you like to talk about?', answer: topic }]
      : [],
    utm: (number % 4 === 0 ? { utm_source: 'newsletter' } : {}) as Record<string, string>,
    customQueryParams: {},
    payment: isPaid
      ? { state: 'paid' as const, amount: '120.00', currency: 'EUR', paidAt: formatWireTime(bookedAt) }
      : null,
    bookedAt: bookedAt.toISOString(),
    noShow: isNoShow,
    cancelled: isCancelled
      ? {
          at: new Date(startsAt.getTime() - dayMs / 2).toISOString(),
          by: name,
          byHost: false,
          reason: cancellations[number % cancellations.length] ?? null,
        }
      : undefined,
  };
}

/** Invitees become people with timelines, as of when each thing happened. */
async function recordInCrm(ctx: Ctx, imported: readonly ImportedMeeting[]): Promise<void> {
  const about = (meetings: readonly ImportedMeeting[], at: (meeting: ImportedMeeting) => Date) =>
    meetings.flatMap((meeting) =>
      meeting.inviteeIds.map((inviteeId) =>
        happened(at(meeting), { eventId: meeting.eventId, inviteeId, meeting: meeting.meeting }),
      ),
    );
  const booked = (meeting: ImportedMeeting): Date => meeting.bookedAt;
  const ended = (meeting: ImportedMeeting): Date => meeting.endsAt;
  const visitor: Ctx = { ...ctx, actor: createVisitorActor(ctx.workspaceId, '127.0.0.1') };
  await recordMeetings(visitor, about(imported, booked));
  await recordCancellations(
    visitor,
    about(
      imported.filter(({ isCancelled }) => isCancelled),
      booked,
    ),
  );
  const missed = about(
    imported.filter(({ isNoShow }) => isNoShow),
    ended,
  );
  await recordNoShows(
    ctx,
    missed.map((event) => ({ ...event, payload: { ...event.payload, noShow: true } })),
  );
  const written = [];
  for (const { note, eventId, endsAt, meeting } of imported) {
    if (note === undefined) continue;
    const noteUuid = await recordNote(ctx, { eventId, memberId: meeting.hostIds[0] ?? '', note });
    written.push(happened(endsAt, { eventId, noteUuid }));
  }
  await recordNotes(ctx, written);
}

const happened = <P>(at: Date, payload: P) => ({
  id: generateUuid(),
  publishedAt: formatWireTime(at),
  happenedAt: formatWireTime(at),
  payload,
});

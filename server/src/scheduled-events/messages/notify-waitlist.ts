import { floorToMinute } from '@daybook/engine/dates';
import { findPageBranding, type PageBranding } from '../../event-types/public.ts';
import {
  commonWordsIn,
  createReader,
  formatTimeRange,
  formatZone,
  neutralizeName,
  queueNotices,
  type Notice,
} from '../../mail/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import { buildSchedulingUrl, buildWaitlistUrl } from '../../platform/urls.ts';
import { getZone } from '../../platform/zones.ts';
import { findEntries, type WaitlistRow } from '../waitlist/public.ts';
import { eventWordsIn } from './event.words.ts';
import { waitlistWordsIn, type WaitlistWords } from './notify-waitlist.words.ts';
import { findAwaitedEvents, type AwaitedEvent } from './store.ts';

type About = readonly PublishedEvent<{ readonly entryId: string; readonly eventId: string }>[];

/** With a link to leave the list. */
export function sendWaitlistJoinedEmails(ctx: Ctx, events: About): Promise<void> {
  return mailEach(ctx, events, () => true, 'joined');
}

/** To those who did not leave by themselves. People who have a seat now get the email of a booking. */
export function sendWaitlistLeftEmails(ctx: Ctx, events: About): Promise<void> {
  return mailEach(ctx, events, ({ status }) => status === 'removed' || status === 'closed', 'ended');
}

async function mailEach(
  ctx: Ctx,
  events: About,
  isFor: (entry: WaitlistRow) => boolean,
  kind: 'joined' | 'ended',
): Promise<void> {
  const rows = await findEntries(
    ctx,
    events.map(({ payload }) => payload.entryId),
  );
  const awaited = await findAwaitedEvents(
    ctx,
    rows.map(({ event_id }) => event_id),
  );
  const pages = await findPageBranding(
    ctx,
    [...awaited.values()].map(({ event_type_id }) => event_type_id),
  );
  const notices = rows.filter(isFor).flatMap((row) => {
    const event = awaited.get(row.event_id);
    const page = event && pages.get(event.event_type_id);
    return event && page ? [noticeOf(ctx, row, event, page, kind)] : [];
  });
  await queueNotices(ctx, notices);
}

function noticeOf(
  ctx: Ctx,
  { id, email, seats, booking }: WaitlistRow,
  event: AwaitedEvent,
  page: PageBranding,
  kind: 'joined' | 'ended',
): Notice {
  const { organization, logo, color } = page;
  const language = booking.language ?? 'en';
  const reader = createReader(language);
  const { what, when } = commonWordsIn[reader.language];
  const words = waitlistWordsIn[reader.language];
  const zone = getZone(booking.timeZone);
  const start = floorToMinute(Date.parse(event.starts_at));
  const end = floorToMinute(Date.parse(event.ends_at));
  return {
    kind: 'waitlist',
    dedupeKey: `waitlist ${id} ${kind}`,
    aboutId: id,
    ...{ organization, logo, color, language },
    to: { name: neutralizeName(booking.name), email },
    subject: `${words[kind]}: ${event.title}`,
    heading: words[kind],
    facts: [
      { label: what, value: event.title },
      { label: when, value: `${formatTimeRange(reader, zone, start, end)}\n${formatZone(zone, start)}` },
      ...(seats > 1 ? [{ label: eventWordsIn[reader.language].labels.seats, value: String(seats) }] : []),
      { label: words.next, value: kind === 'joined' ? words.joinedNext : words.endedNext },
    ],
    actions:
      kind === 'joined' ? [{ label: words.see, href: buildWaitlistUrl(ctx, id) }] : againOn(ctx, page, words),
  };
}

function againOn(ctx: Ctx, { slug, owner }: PageBranding, { bookAgain }: WaitlistWords): Notice['actions'] {
  return slug === null ? [] : [{ label: bookAgain, href: buildSchedulingUrl(ctx, owner, slug) }];
}

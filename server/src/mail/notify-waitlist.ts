import { floorToMinute } from '@daybook/engine/dates';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { generateUuid } from '../platform/ids.ts';
import { buildImageUrl, buildSchedulingUrl, buildWaitlistUrl } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { findEntries, type WaitlistRow } from '../scheduled-events/public.ts';
import type { Content } from './compose.ts';
import { formatTimeRange, createReader, formatZone } from './dates.ts';
import { neutralizeName } from './neutralize.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages, type NewMessage } from './store.ts';
import { waitlistWordsIn } from './waitlist.words.ts';
import { findAwaitedEvents, type AwaitedEvent } from './waitlists.store.ts';
import { wordsIn } from './words.ts';

type About = readonly PublishedEvent<{ readonly entryId: string; readonly eventId: string }>[];

/** With a link to leave the list. */
export function sendWaitlistJoinedEmails(ctx: Ctx, events: About): Promise<void> {
  return mailEach(ctx, events, () => true, 'joined');
}

/** To those who did not leave by themselves. Whoever has a seat now gets the mail of a booking. */
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
  const messages = rows.filter(isFor).flatMap((row): NewMessage[] => {
    const event = awaited.get(row.event_id);
    if (!event) return [];
    return [
      {
        id: generateUuid(),
        dedupe_key: `waitlist ${row.id} ${kind}`,
        kind: 'waitlist',
        // What is about somebody is found by it when they are erased.
        event_id: row.id,
        member_id: null,
        to_email: row.email,
        content_sealed: ctx.secrets.seal(JSON.stringify(contentOf(ctx, row, event, kind))),
      },
    ];
  });
  await enqueueSending(ctx, await insertMessages(ctx, messages));
}

function contentOf(ctx: Ctx, row: WaitlistRow, event: AwaitedEvent, kind: 'joined' | 'ended'): Content {
  const { booking } = row;
  const reader = createReader(booking.language ?? 'en');
  const { labels, greeting, footer } = wordsIn[reader.language];
  const words = waitlistWordsIn[reader.language];
  const zone = getZone(booking.timeZone);
  const [start, end] = [event.starts_at, event.ends_at].map((time) => floorToMinute(Date.parse(time))) as [
    number,
    number,
  ];
  const name = neutralizeName(booking.name);
  const { href, label } = actionOf(ctx, row, event, kind, words);
  const letter: Message = {
    language: reader.language,
    organization: event.organization,
    logoUrl: buildImageUrl(ctx, event.logo),
    color: event.color,
    heading: words[kind],
    greeting: greeting(name),
    facts: [
      { label: labels.what, value: event.title },
      {
        label: labels.when,
        value: `${formatTimeRange(reader, zone, start, end)}\n${formatZone(zone, start)}`,
      },
      ...(row.seats > 1 ? [{ label: labels.seats, value: String(row.seats) }] : []),
      { label: words.next, value: kind === 'joined' ? words.joinedNext : words.endedNext },
    ],
    actions: href === null ? [] : [{ label, href }],
    footer: footer(event.organization),
  };
  return {
    from: event.organization,
    to: { name, email: row.email },
    replyTo: null,
    subject: `${words[kind]}: ${event.title}`,
    text: renderText(letter),
    html: renderHtml(letter),
    invitation: null,
  };
}

function actionOf(
  ctx: Ctx,
  { id }: WaitlistRow,
  { slug, ownerSlug, isTeam }: AwaitedEvent,
  kind: 'joined' | 'ended',
  words: { readonly see: string; readonly bookAgain: string },
): { href: string | null; label: string } {
  if (kind === 'joined') return { href: buildWaitlistUrl(ctx, id), label: words.see };
  const href = slug === null ? null : buildSchedulingUrl(ctx, { slug: ownerSlug, isTeam }, slug);
  return { href, label: words.bookAgain };
}

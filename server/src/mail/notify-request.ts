import { floorToMinute } from '@daybook/engine/dates';
import { getFullName } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { generateUuid } from '../platform/ids.ts';
import { buildImageUrl, buildRequestUrl, buildSchedulingUrl } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { findRequests, sealRequestToken, type RequestRow } from '../scheduled-events/public.ts';
import type { Content } from './compose.ts';
import { formatTimeRange, createReader, formatStart, formatZone, type Reader } from './dates.ts';
import type { MailParty } from './ics.ts';
import { neutralize, neutralizeName } from './neutralize.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { requestWordsIn, type RequestWords } from './request.words.ts';
import { findRequestPages, type RequestPage } from './requests.store.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages, type NewMessage } from './store.ts';
import { wordsIn } from './words.ts';

type About = readonly PublishedEvent<{ readonly requestId: string }>[];

/** To the hosts, who decide, and to whoever made the request. */
export function sendRequestedEmails(ctx: Ctx, events: About): Promise<void> {
  return mailEach(ctx, events, (request) => [
    toInvitee(request, (words, said) => ({
      heading: words.received,
      facts: [
        { label: words.keptUntil, value: said.until },
        { label: words.next, value: words.receivedNext },
      ],
      action: { label: words.see, href: buildRequestUrl(ctx, sealRequestToken(ctx, request.id)) },
    })),
    ...toHosts(request, (words, said, hostId) => ({
      heading: words.asked(said.name),
      facts: [{ label: words.until, value: said.until }],
      action: { label: words.answer, href: buildRequestUrl(ctx, sealRequestToken(ctx, request.id, hostId)) },
    })),
  ]);
}

/** How it ended, to those who do not know it. A confirmed one is a booking, of which everybody gets mail. */
export function sendRequestClosedEmails(ctx: Ctx, events: About): Promise<void> {
  return mailEach(ctx, events, (request, page) => {
    const again = (words: RequestWords) =>
      page.slug === null
        ? undefined
        : {
            label: words.bookAgain,
            href: buildSchedulingUrl(ctx, { slug: page.ownerSlug, isTeam: page.isTeam }, page.slug),
          };
    switch (request.status) {
      case 'declined':
        return [
          toInvitee(request, (words) => ({
            heading: words.declined,
            facts: [{ label: words.next, value: words.declinedNext }],
            action: again(words),
          })),
        ];
      case 'expired':
        return [
          toInvitee(request, (words) => ({
            heading: words.expired,
            facts: [{ label: words.next, value: words.expiredNext }],
            action: again(words),
          })),
          ...toHosts(request, (words, said) => ({
            heading: words.unanswered(said.name),
            facts: [{ label: words.next, value: words.hostExpiredNext }],
          })),
        ];
      case 'withdrawn':
        return toHosts(request, (words, said) => ({ heading: words.withdrawn(said.name), facts: [] }));
      default:
        return [];
    }
  });
}

interface News {
  readonly heading: string;
  readonly facts: Message['facts'];
  readonly action?: Message['actions'][number] | undefined;
}

/** What a message says in words of its reader. */
interface RequestTexts {
  readonly name: string;
  readonly until: string;
}

interface Draft {
  readonly to: MailParty;
  readonly replyTo: MailParty | null;
  readonly reader: Reader;
  readonly facts: Message['facts'];
  readonly news: News;
}

function toInvitee(request: RequestRow, newsOf: (words: RequestWords, said: RequestTexts) => News): Draft {
  const { booking, email } = request;
  const reader = createReader(booking.language ?? 'en');
  const said = saidOf(request, reader, booking.timeZone);
  const words = wordsIn[reader.language];
  const [host] = request.hosts;
  return {
    to: { name: said.name, email },
    replyTo: host ? { name: getFullName(host), email: host.email } : null,
    reader,
    facts: [
      ...timeFacts(request, reader, booking.timeZone),
      { label: words.labels.hosts, value: request.hosts.map(getFullName).join(', ') },
      ...(request.reason ? [{ label: words.labels.reason, value: request.reason }] : []),
    ],
    news: newsOf(requestWordsIn[reader.language], said),
  };
}

function toHosts(
  request: RequestRow,
  newsOf: (words: RequestWords, said: RequestTexts, hostId: string) => News,
): Draft[] {
  const { booking, email } = request;
  return request.hosts
    .filter(({ is_active: isActive }) => isActive)
    .map((host) => {
      const reader = createReader(host.language);
      const { labels } = wordsIn[reader.language];
      const said = saidOf(request, reader, host.timezone);
      return {
        to: { name: getFullName(host), email: host.email },
        replyTo: { name: said.name, email },
        reader,
        facts: [
          ...timeFacts(request, reader, host.timezone),
          { label: labels.invitee, value: said.name },
          { label: labels.email, value: email },
          ...(booking.phone ? [{ label: labels.phone, value: neutralize(booking.phone) }] : []),
          ...(booking.guests?.length ? [{ label: labels.guests, value: booking.guests.join(', ') }] : []),
          ...request.answers.map(({ question, answer }) => ({ label: question, value: neutralize(answer) })),
        ],
        news: newsOf(requestWordsIn[reader.language], said, host.id),
      };
    });
}

function saidOf({ booking, expires_at: expiresAt }: RequestRow, reader: Reader, zone: string): RequestTexts {
  const until = formatStart(reader, getZone(zone), floorToMinute(Date.parse(expiresAt)));
  return { name: neutralizeName(booking.name), until };
}

function timeFacts(request: RequestRow, reader: Reader, zoneName: string): Message['facts'] {
  const { labels } = wordsIn[reader.language];
  const zone = getZone(zoneName);
  const start = floorToMinute(Date.parse(request.starts_at));
  const end = floorToMinute(Date.parse(request.ends_at));
  return [
    { label: labels.what, value: request.title },
    { label: labels.when, value: `${formatTimeRange(reader, zone, start, end)}\n${formatZone(zone, start)}` },
  ];
}

/** Requests that were erased meanwhile get no mail. */
async function mailEach(
  ctx: Ctx,
  events: About,
  draftsOf: (request: RequestRow, page: RequestPage) => Draft[],
): Promise<void> {
  const rows = await findRequests(
    ctx,
    events.map(({ payload }) => payload.requestId),
  );
  const requests = new Map(rows.map((row) => [row.id, row]));
  const pages = await findRequestPages(
    ctx,
    rows.map((row) => row.event_type_id),
  );
  const messages = events.flatMap(({ id, payload }): NewMessage[] => {
    const request = requests.get(payload.requestId);
    const page = request && pages.get(request.event_type_id);
    if (!request || !page) return [];
    return draftsOf(request, page).map((draft) => ({
      id: generateUuid(),
      dedupe_key: `request ${id} ${draft.to.email}`,
      kind: 'request',
      // What is about somebody is found by it when they are erased.
      event_id: request.id,
      member_id: null,
      to_email: draft.to.email,
      content_sealed: ctx.secrets.seal(JSON.stringify(contentOf(ctx, page, draft))),
    }));
  });
  await enqueueSending(ctx, await insertMessages(ctx, messages));
}

function contentOf(
  ctx: Ctx,
  { organization, logo, color }: RequestPage,
  { to, replyTo, reader: { language }, facts, news }: Draft,
): Content {
  const letter: Message = {
    language,
    organization,
    logoUrl: buildImageUrl(ctx, logo),
    color,
    heading: news.heading,
    greeting: wordsIn[language].greeting(to.name),
    facts: [...facts, ...news.facts],
    actions: news.action ? [news.action] : [],
    footer: wordsIn[language].footer(organization),
  };
  return {
    from: organization,
    to,
    replyTo,
    subject: `${news.heading}: ${facts[0]?.value ?? ''}`,
    text: renderText(letter),
    html: renderHtml(letter),
    invitation: null,
  };
}

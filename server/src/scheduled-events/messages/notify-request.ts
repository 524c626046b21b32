import { floorToMinute } from '@daybook/engine/dates';
import { findPageBranding, type PageBranding } from '../../event-types/public.ts';
import {
  commonWordsIn,
  createReader,
  formatStart,
  formatTimeRange,
  formatZone,
  neutralize,
  neutralizeName,
  queueNotices,
  type Reader,
  type Notice,
} from '../../mail/public.ts';
import { getFullName } from '../../members/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import { buildRequestUrl, buildSchedulingUrl } from '../../platform/urls.ts';
import { getZone } from '../../platform/zones.ts';
import { findRequests, sealRequestToken, type RequestRow } from '../requests/public.ts';
import { eventWordsIn } from './event.words.ts';
import { requestWordsIn, type RequestWords } from './notify-request.words.ts';

type About = readonly PublishedEvent<{ readonly requestId: string }>[];

/** To the hosts, who decide, and to the invitee who made the request. */
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
            href: buildSchedulingUrl(ctx, page.owner, page.slug),
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
  readonly facts: Notice['facts'];
  readonly action?: Notice['actions'][number] | undefined;
}

/** What a message says in words of its reader. */
interface RequestTexts {
  readonly name: string;
  readonly until: string;
}

interface Draft extends Required<Pick<Notice, 'to' | 'replyTo' | 'language' | 'facts'>> {
  readonly news: News;
}

function toInvitee(request: RequestRow, newsOf: (words: RequestWords, said: RequestTexts) => News): Draft {
  const { booking, email } = request;
  const language = booking.language ?? 'en';
  const reader = createReader(language);
  const said = saidOf(request, reader, booking.timeZone);
  const { labels } = eventWordsIn[reader.language];
  const [host] = request.hosts;
  return {
    to: { name: said.name, email },
    replyTo: host ? { name: getFullName(host), email: host.email } : null,
    language,
    facts: [
      ...timeFacts(request, reader, booking.timeZone),
      { label: labels.hosts, value: request.hosts.map(getFullName).join(', ') },
      ...(request.reason ? [{ label: labels.reason, value: request.reason }] : []),
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
      const { labels } = eventWordsIn[reader.language];
      const said = saidOf(request, reader, host.timezone);
      return {
        to: { name: getFullName(host), email: host.email },
        replyTo: { name: said.name, email },
        language: host.language,
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

function timeFacts(request: RequestRow, reader: Reader, zoneName: string): Notice['facts'] {
  const { what, when } = commonWordsIn[reader.language];
  const zone = getZone(zoneName);
  const start = floorToMinute(Date.parse(request.starts_at));
  const end = floorToMinute(Date.parse(request.ends_at));
  return [
    { label: what, value: request.title },
    { label: when, value: `${formatTimeRange(reader, zone, start, end)}\n${formatZone(zone, start)}` },
  ];
}

/** Requests that were erased meanwhile get no mail. */
async function mailEach(
  ctx: Ctx,
  events: About,
  draftsOf: (request: RequestRow, page: PageBranding) => Draft[],
): Promise<void> {
  const rows = await findRequests(
    ctx,
    events.map(({ payload }) => payload.requestId),
  );
  const requests = new Map(rows.map((row) => [row.id, row]));
  const pages = await findPageBranding(
    ctx,
    rows.map((row) => row.event_type_id),
  );
  const notices = events.flatMap(({ id, payload }): Notice[] => {
    const request = requests.get(payload.requestId);
    const page = request && pages.get(request.event_type_id);
    if (!request || !page) return [];
    const { organization, logo, color } = page;
    return draftsOf(request, page).map(({ to, replyTo, language, facts, news }) => ({
      kind: 'request',
      dedupeKey: `request ${id} ${to.email}`,
      aboutId: request.id,
      ...{ organization, logo, color, to, replyTo, language },
      subject: `${news.heading}: ${facts[0]?.value ?? ''}`,
      heading: news.heading,
      facts: [...facts, ...news.facts],
      actions: news.action ? [news.action] : [],
    }));
  });
  await queueNotices(ctx, notices);
}

import { minuteFloor } from '@daybook/engine/dates';
import type { Ctx } from '../platform/context.ts';
import type { Published } from '../platform/events.ts';
import { newUuid } from '../platform/ids.ts';
import { eventUrl, imageUrl } from '../platform/urls.ts';
import { zoneNamed } from '../platform/zones.ts';
import { calendarWordsIn } from './calendar.words.ts';
import { findEntry, findFailingConnection, type OwnerFacts } from './calendars.store.ts';
import type { Content } from './compose.ts';
import { rangeText, readerOf } from './dates.ts';
import { htmlOf, textOf, type Letter } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { wordsIn } from './words.ts';

/** Mails whose calendar it is that it can not be read: once for each time that it begins to fail. */
export async function mailCalendarFailing(
  ctx: Ctx,
  events: readonly Published<{ readonly connectionId: string }>[],
): Promise<void> {
  for (const { payload } of events) {
    const facts = await findFailingConnection(ctx, payload.connectionId);
    if (!facts) continue;
    const words = wordsFor(facts);
    await mailOwner(ctx, facts, {
      key: `failing ${payload.connectionId} ${facts.failingSince}`,
      heading: words.failing,
      facts: [
        { label: words.labels.account, value: facts.account },
        ...(facts.error ? [{ label: words.labels.reason, value: facts.error }] : []),
        {
          label: words.labels.next,
          value: facts.state === 'needs_sign_in' ? words.signInAdvice : words.failingAdvice,
        },
      ],
    });
  }
}

interface AboutEntry {
  readonly eventId: string;
  readonly hostId: string;
}

/** A booking that was moved in the host's calendar stays where it was. */
export function mailMoveRefused(
  ctx: Ctx,
  events: readonly Published<AboutEntry & { readonly reason: string }>[],
): Promise<void> {
  return mailEntries(ctx, events, ({ reason }, words) => ({
    heading: words.movedBack,
    facts: [
      { label: words.labels.reason, value: reason },
      { label: words.labels.next, value: words.movedBackAdvice },
    ],
  }));
}

/** A booking that was declined in the host's calendar stands. */
export function mailEntryDeclined(ctx: Ctx, events: readonly Published<AboutEntry>[]): Promise<void> {
  return mailEntries(ctx, events, (_, words) => ({
    heading: words.declined,
    facts: [{ label: words.labels.next, value: words.declinedAdvice }],
  }));
}

async function mailEntries<A extends AboutEntry>(
  ctx: Ctx,
  events: readonly Published<A>[],
  newsOf: (payload: A, words: Words) => Omit<News, 'key'>,
): Promise<void> {
  for (const { id, payload } of events) {
    const facts = await findEntry(ctx, payload.eventId, payload.hostId);
    if (!facts) continue;
    const words = wordsFor(facts);
    const { heading, facts: said } = newsOf(payload, words);
    const { owner, title, startsAt, endsAt } = facts;
    const [start, end] = [minuteFloor(Date.parse(startsAt)), minuteFloor(Date.parse(endsAt))];
    const when = rangeText(readerOf(owner.language), zoneNamed(owner.timezone), start, end);
    await mailOwner(ctx, facts, {
      key: `entry ${id}`,
      heading,
      facts: [{ label: words.labels.what, value: title }, { label: words.labels.when, value: when }, ...said],
      action: { label: wordsIn[readerOf(owner.language).language].see, href: eventUrl(ctx, payload.eventId) },
    });
  }
}

type Words = (typeof calendarWordsIn)['en'];

const wordsFor = ({ owner }: OwnerFacts) => calendarWordsIn[readerOf(owner.language).language];

interface News {
  /** What makes it another message than the last one. */
  readonly key: string;
  readonly heading: string;
  readonly facts: Letter['facts'];
  readonly action?: Letter['actions'][number];
}

async function mailOwner(ctx: Ctx, facts: OwnerFacts, news: News): Promise<void> {
  const message = {
    id: newUuid(),
    dedupe_key: `calendar ${facts.owner.id} ${news.key}`,
    kind: 'calendar',
    event_id: null,
    member_id: null,
    to_email: facts.owner.email,
    content_sealed: ctx.secrets.seal(JSON.stringify(contentOf(ctx, facts, news))),
  };
  await enqueueSending(ctx, await insertMessages(ctx, [message]));
}

function contentOf(
  ctx: Ctx,
  { organization, logo, color, owner: { name, email, language: tag } }: OwnerFacts,
  { heading, facts, action }: News,
): Content {
  const { language } = readerOf(tag);
  const letter: Letter = {
    language,
    organization,
    logoUrl: imageUrl(ctx, logo),
    color: color ?? '57606a',
    heading,
    greeting: wordsIn[language].greeting(name),
    facts,
    actions: action ? [action] : [],
    footer: wordsIn[language].footer(organization),
  };
  return {
    from: organization,
    to: { name, email },
    replyTo: null,
    subject: heading,
    text: textOf(letter),
    html: htmlOf(letter),
    invitation: null,
  };
}

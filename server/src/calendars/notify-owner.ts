import { floorToMinute } from '@daybook/engine/dates';
import { commonWordsIn, createReader, formatTimeRange, queueNotices, type Notice } from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { buildEventUrl } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { findEntry, findFailingConnection, type OwnerFacts } from './notify-owner.store.ts';
import { calendarWordsIn } from './notify-owner.words.ts';

/** Emails the owner of a calendar that it can’t be synced: once for each time that it begins to fail. */
export async function sendCalendarFailingEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly connectionId: string }>[],
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
export function sendMoveRejectedEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<AboutEntry & { readonly reason: string }>[],
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
export function sendEntryDeclinedEmail(
  ctx: Ctx,
  events: readonly PublishedEvent<AboutEntry>[],
): Promise<void> {
  return mailEntries(ctx, events, (_, words) => ({
    heading: words.declined,
    facts: [{ label: words.labels.next, value: words.declinedAdvice }],
  }));
}

async function mailEntries<A extends AboutEntry>(
  ctx: Ctx,
  events: readonly PublishedEvent<A>[],
  newsOf: (payload: A, words: Words) => Omit<News, 'key'>,
): Promise<void> {
  for (const { id, payload } of events) {
    const facts = await findEntry(ctx, payload.eventId, payload.hostId);
    if (!facts) continue;
    const words = wordsFor(facts);
    const { heading, facts: said } = newsOf(payload, words);
    const { owner, title, startsAt, endsAt } = facts;
    const [start, end] = [floorToMinute(Date.parse(startsAt)), floorToMinute(Date.parse(endsAt))];
    const when = formatTimeRange(createReader(owner.language), getZone(owner.timezone), start, end);
    await mailOwner(ctx, facts, {
      key: `entry ${id}`,
      heading,
      facts: [{ label: words.labels.what, value: title }, { label: words.labels.when, value: when }, ...said],
      action: {
        label: commonWordsIn[createReader(owner.language).language].seeEvent,
        href: buildEventUrl(ctx, payload.eventId),
      },
    });
  }
}

type Words = (typeof calendarWordsIn)['en'];

const wordsFor = ({ owner }: OwnerFacts) => calendarWordsIn[createReader(owner.language).language];

interface News {
  /** What makes it another message than the last one. */
  readonly key: string;
  readonly heading: string;
  readonly facts: Notice['facts'];
  readonly action?: Notice['actions'][number];
}

function mailOwner(
  ctx: Ctx,
  { organization, logo, color, owner: { id, name, email, language } }: OwnerFacts,
  { key, heading, facts, action }: News,
): Promise<void> {
  return queueNotices(ctx, [
    {
      kind: 'calendar',
      dedupeKey: `calendar ${id} ${key}`,
      ...{ organization, logo, language, heading, facts },
      color: color ?? '57606a',
      to: { name, email },
      subject: heading,
      actions: action ? [action] : [],
    },
  ]);
}

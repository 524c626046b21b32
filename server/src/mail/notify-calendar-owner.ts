import type { Ctx } from '../platform/context.ts';
import type { Published } from '../platform/events.ts';
import { newUuid } from '../platform/ids.ts';
import { imageUrl } from '../platform/urls.ts';
import { calendarWordsIn } from './calendar.words.ts';
import { findFailingConnection, type OwnerFacts } from './calendars.store.ts';
import type { Content } from './compose.ts';
import { readerOf } from './dates.ts';
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

const wordsFor = ({ owner }: OwnerFacts) => calendarWordsIn[readerOf(owner.language).language];

interface News {
  /** What makes it another message than the last one. */
  readonly key: string;
  readonly heading: string;
  readonly facts: Letter['facts'];
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
  { heading, facts }: News,
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
    actions: [],
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

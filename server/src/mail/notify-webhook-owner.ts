import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { generateUuid } from '../platform/ids.ts';
import { buildImageUrl } from '../platform/urls.ts';
import type { Content } from './compose.ts';
import { createReader } from './dates.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { webhookWordsIn } from './webhook.words.ts';
import { findWebhookFacts, type WebhookFacts } from './webhooks.store.ts';
import { wordsIn } from './words.ts';

interface About {
  readonly webhookId: string;
  readonly memberId: string;
}

type Words = (typeof webhookWordsIn)['en'];

interface News {
  /** What makes it another message than the last one about this webhook. */
  readonly state: string;
  readonly heading: string;
  readonly facts: Message['facts'];
}

/** Mails whose webhook it is, or the workspace's owners once they are gone, that nothing arrives. */
export function sendWebhookFailingEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<About & { readonly hours: number }>[],
): Promise<void> {
  return mailEach(ctx, events, ({ hours }, words, { failingSince }) => ({
    state: `failing ${failingSince} ${hours}`,
    heading: words.failing(hours),
    facts: [{ label: words.labels.next, value: words.failingAdvice }],
  }));
}

export function sendWebhookDisabledEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<About & { readonly reason: string }>[],
): Promise<void> {
  return mailEach(ctx, events, ({ reason }, words, { disabledAt }) => ({
    state: `disabled ${disabledAt}`,
    heading: words.disabled,
    facts: [
      { label: words.labels.reason, value: reason },
      { label: words.labels.next, value: words.disabledAdvice },
    ],
  }));
}

/** Tells owners and admins that a webhook of the organization has lost its creator. */
export function sendWebhookPassedEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<About & { readonly reason: 'deactivated' | 'demoted' }>[],
): Promise<void> {
  return mailEach(ctx, events, ({ reason }, words, { passedAt, creator }) => ({
    state: `passed ${passedAt}`,
    heading: words.passed,
    facts: [
      { label: words.labels.reason, value: words.passedReason[reason](creator) },
      { label: words.labels.next, value: words.passedAdvice },
    ],
  }));
}

/** One after the other: few webhooks fail. */
async function mailEach<A extends About>(
  ctx: Ctx,
  events: readonly PublishedEvent<A>[],
  newsOf: (payload: A, words: Words, facts: WebhookFacts) => News,
): Promise<void> {
  for (const { payload } of events) {
    const { webhookId, memberId } = payload;
    const facts = await findWebhookFacts(ctx, webhookId, memberId);
    if (!facts) continue;
    const messages = facts.recipients.map((recipient) => {
      const news = newsOf(payload, webhookWordsIn[createReader(recipient.language).language], facts);
      return {
        id: generateUuid(),
        dedupe_key: `webhook ${webhookId} ${recipient.id} ${news.state}`,
        kind: 'webhook',
        event_id: null,
        member_id: null,
        to_email: recipient.email,
        content_sealed: ctx.secrets.seal(JSON.stringify(contentOf(ctx, facts, recipient, news))),
      };
    });
    await enqueueSending(ctx, await insertMessages(ctx, messages));
  }
}

function contentOf(
  ctx: Ctx,
  { organization, logo, color, callbackUrl }: WebhookFacts,
  recipient: WebhookFacts['recipients'][number],
  news: News,
): Content {
  const { language } = createReader(recipient.language);
  const letter: Message = {
    language,
    organization,
    logoUrl: buildImageUrl(ctx, logo),
    color: color ?? '57606a',
    heading: news.heading,
    greeting: wordsIn[language].greeting(recipient.name),
    facts: [{ label: webhookWordsIn[language].labels.address, value: callbackUrl }, ...news.facts],
    actions: [],
    footer: wordsIn[language].footer(organization),
  };
  return {
    from: organization,
    to: { name: recipient.name, email: recipient.email },
    replyTo: null,
    subject: `${news.heading}: ${new URL(callbackUrl).host}`,
    text: renderText(letter),
    html: renderHtml(letter),
    invitation: null,
  };
}

import { createReader, queueNotices, type Notice } from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { findWebhookFacts, type WebhookFacts } from './notify-owner.store.ts';
import { webhookWordsIn } from './notify-owner.words.ts';

interface About {
  readonly webhookId: string;
  readonly memberId: string;
}

type Words = (typeof webhookWordsIn)['en'];

interface News {
  /** What makes it another message than the last one about this webhook. */
  readonly state: string;
  readonly heading: string;
  readonly facts: Notice['facts'];
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
    const { organization, logo, color, callbackUrl } = facts;
    const notices = facts.recipients.map(({ id, name, email, language }): Notice => {
      const words = webhookWordsIn[createReader(language).language];
      const { state, heading, facts: said } = newsOf(payload, words, facts);
      return {
        kind: 'webhook',
        dedupeKey: `webhook ${webhookId} ${id} ${state}`,
        ...{ organization, logo, language, heading },
        color: color ?? '57606a',
        to: { name, email },
        subject: `${heading}: ${new URL(callbackUrl).host}`,
        facts: [{ label: words.labels.address, value: callbackUrl }, ...said],
        actions: [],
      };
    });
    await queueNotices(ctx, notices);
  }
}

import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import type { Content } from './compose.ts';
import { readerOf } from './dates.ts';
import { htmlOf, textOf, type Letter } from './render.ts';
import { sendMail } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { webhookWordsIn } from './webhook.words.ts';
import { findWebhookFacts, type WebhookFacts } from './webhooks.store.ts';
import { wordsIn } from './words.ts';

interface About {
  readonly webhookId: string;
  readonly memberId: string;
}

/** Tells whose webhook it is, or the workspace's owners once they are gone, that nothing arrives. */
export async function mailWebhookFailing(ctx: Ctx, about: About & { hours: number }): Promise<void> {
  await tell(ctx, about, (facts, words) => ({
    state: `failing ${facts.failingSince} ${about.hours}`,
    heading: words.failing(about.hours),
    facts: [{ label: words.labels.next, value: words.failingAdvice }],
  }));
}

export async function mailWebhookDisabled(ctx: Ctx, about: About & { reason: string }): Promise<void> {
  await tell(ctx, about, (facts, words) => ({
    state: `disabled ${facts.disabledAt}`,
    heading: words.disabled,
    facts: [
      { label: words.labels.reason, value: about.reason },
      { label: words.labels.next, value: words.disabledAdvice },
    ],
  }));
}

interface News {
  readonly state: string;
  readonly heading: string;
  readonly facts: Letter['facts'];
}

async function tell(
  ctx: Ctx,
  { webhookId, memberId }: About,
  newsOf: (facts: WebhookFacts, words: (typeof webhookWordsIn)['en']) => News,
): Promise<void> {
  const facts = await findWebhookFacts(ctx, webhookId, memberId);
  const ids = await insertMessages(
    ctx,
    (facts?.recipients ?? []).map((recipient) => {
      const news = newsOf(facts as WebhookFacts, webhookWordsIn[readerOf(recipient.language).language]);
      return {
        id: newUuid(),
        dedupe_key: `webhook ${webhookId} ${recipient.id} ${news.state}`,
        kind: 'webhook',
        event_id: null,
        member_id: null,
        to_email: recipient.email,
        content_sealed: ctx.secrets.seal(JSON.stringify(contentOf(facts as WebhookFacts, recipient, news))),
      };
    }),
  );
  if (ids.length > 0) await ctx.enqueue(sendMail, { workspaceId: ctx.workspaceId, ids });
}

function contentOf(
  { organization, callbackUrl }: WebhookFacts,
  recipient: WebhookFacts['recipients'][number],
  news: News,
): Content {
  const { language } = readerOf(recipient.language);
  const letter: Letter = {
    language,
    organization,
    color: '57606a',
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
    text: textOf(letter),
    html: htmlOf(letter),
    invitation: null,
  };
}

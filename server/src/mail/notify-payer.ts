import { formatMoney } from '@daybook/booking/locale';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { generateUuid } from '../platform/ids.ts';
import { buildImageUrl } from '../platform/urls.ts';
import type { Content } from './compose.ts';
import { createReader } from './dates.ts';
import { neutralizeName } from './neutralize.ts';
import { paymentWordsIn } from './payment.words.ts';
import { findInviteePayer, findLatePayer, type PayerFacts } from './payments.store.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { wordsIn } from './words.ts';

/** Mail about money, to whoever paid it. The receipt of a payment stands in the confirmation. */

export async function sendRefundEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly inviteeId: string; readonly amount: string }>[],
): Promise<void> {
  for (const { id, payload } of events) {
    const facts = await findInviteePayer(ctx, payload.inviteeId);
    if (facts) await mailPayer(ctx, id, { ...facts, amount: payload.amount }, 'refunded');
  }
}

export async function sendTooLateEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly paymentId: string }>[],
): Promise<void> {
  for (const { id, payload } of events) {
    const facts = await findLatePayer(ctx, payload.paymentId);
    if (facts) await mailPayer(ctx, id, facts, 'tooLate');
  }
}

async function mailPayer(
  ctx: Ctx,
  id: string,
  facts: PayerFacts,
  kind: 'refunded' | 'tooLate',
): Promise<void> {
  const message = {
    id: generateUuid(),
    dedupe_key: `payment ${id}`,
    kind: 'payment',
    event_id: facts.event_id,
    member_id: null,
    to_email: facts.email,
    content_sealed: ctx.secrets.seal(JSON.stringify(contentOf(ctx, facts, kind))),
  };
  await enqueueSending(ctx, await insertMessages(ctx, [message]));
}

function contentOf(ctx: Ctx, facts: PayerFacts, kind: 'refunded' | 'tooLate'): Content {
  const { organization, email } = facts;
  const { language, locale } = createReader(facts.language);
  const words = paymentWordsIn[language];
  const name = neutralizeName(facts.name);
  const letter: Message = {
    language,
    organization,
    logoUrl: buildImageUrl(ctx, facts.logo),
    color: facts.color ?? '3f4754',
    heading: words[kind],
    greeting: wordsIn[language].greeting(name || email),
    facts: [
      { label: words.labels.what, value: facts.title },
      { label: words.labels.amount, value: formatMoney(locale, facts.amount, facts.currency) },
      { label: words.labels.next, value: words[`${kind}Advice`] },
    ],
    actions: [],
    footer: wordsIn[language].footer(organization),
  };
  return {
    from: organization,
    to: { name, email },
    replyTo: null,
    subject: `${words[kind]}: ${facts.title}`,
    text: renderText(letter),
    html: renderHtml(letter),
    invitation: null,
  };
}

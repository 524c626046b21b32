import { moneyText } from '@daybook/booking/locale';
import type { Ctx } from '../platform/context.ts';
import type { Published } from '../platform/events.ts';
import { newUuid } from '../platform/ids.ts';
import { imageUrl } from '../platform/urls.ts';
import type { Content } from './compose.ts';
import { readerOf } from './dates.ts';
import { neutralizeName } from './neutralize.ts';
import { paymentWordsIn } from './payment.words.ts';
import { findInviteePayer, findLatePayer, type PayerFacts } from './payments.store.ts';
import { htmlOf, textOf, type Letter } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { wordsIn } from './words.ts';

/** Mail about money, to whoever paid it. The receipt of a payment stands in the confirmation. */

export async function mailRefunded(
  ctx: Ctx,
  events: readonly Published<{ readonly inviteeId: string; readonly amount: string }>[],
): Promise<void> {
  for (const { id, payload } of events) {
    const facts = await findInviteePayer(ctx, payload.inviteeId);
    if (facts) await mailPayer(ctx, id, { ...facts, amount: payload.amount }, 'refunded');
  }
}

export async function mailTooLate(
  ctx: Ctx,
  events: readonly Published<{ readonly paymentId: string }>[],
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
    id: newUuid(),
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
  const { language, locale } = readerOf(facts.language);
  const words = paymentWordsIn[language];
  const name = neutralizeName(facts.name);
  const letter: Letter = {
    language,
    organization,
    logoUrl: imageUrl(ctx, facts.logo),
    color: facts.color ?? '3f4754',
    heading: words[kind],
    greeting: wordsIn[language].greeting(name || email),
    facts: [
      { label: words.labels.what, value: facts.title },
      { label: words.labels.amount, value: moneyText(locale, facts.amount, facts.currency) },
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
    text: textOf(letter),
    html: htmlOf(letter),
    invitation: null,
  };
}

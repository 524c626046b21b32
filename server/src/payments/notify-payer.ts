import { findPageBranding } from '../event-types/public.ts';
import { createReader, formatMoney, neutralizeName, queueNotices } from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { findInvitations } from '../scheduled-events/public.ts';
import { paymentWordsIn } from './notify-payer.words.ts';
import { findPayment } from './store.ts';

/** Emails about money, to the invitee who paid it. The receipt of a payment is in the confirmation. */

/** Who paid, and for what. */
interface Payer {
  readonly eventTypeId: string;
  readonly eventId: string | null;
  /** The page's, if undefined. */
  readonly title?: string;
  readonly name: string;
  readonly email: string;
  readonly language: string;
  readonly amount: string;
  readonly currency: string;
}

export async function sendRefundEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly inviteeId: string; readonly amount: string }>[],
): Promise<void> {
  for (const { id, payload } of events) {
    const payer = await findInviteePayer(ctx, payload.inviteeId);
    if (payer) await mailPayer(ctx, id, { ...payer, amount: payload.amount }, 'refunded');
  }
}

/** Undefined for someone who was erased. */
async function findInviteePayer(ctx: Ctx, inviteeId: string): Promise<Omit<Payer, 'amount'> | undefined> {
  const row = (await findInvitations(ctx, [inviteeId])).get(inviteeId);
  if (!row?.payment || row.erased_at !== null) return undefined;
  const { event_type_id: eventTypeId, event_id: eventId, title, full_name: name, email, language } = row;
  return { eventTypeId, eventId, title, name, email, language, currency: row.payment.currency };
}

export async function sendTooLateEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly paymentId: string }>[],
): Promise<void> {
  for (const { id, payload } of events) {
    const payment = await findPayment(ctx, payload.paymentId);
    if (!payment || payment.email === null) continue;
    const { event_type_id: eventTypeId, email, booking, amount, currency } = payment;
    const [name, language] = [booking?.name ?? '', booking?.language ?? 'en'];
    const payer = { eventTypeId, eventId: null, name, email, language, amount, currency };
    await mailPayer(ctx, id, payer, 'tooLate');
  }
}

async function mailPayer(ctx: Ctx, id: string, payer: Payer, kind: 'refunded' | 'tooLate'): Promise<void> {
  const { eventTypeId, eventId, email, language, amount, currency } = payer;
  const page = (await findPageBranding(ctx, [eventTypeId])).get(eventTypeId);
  if (!page) return;
  const { organization, logo, color } = page;
  const { title = page.title } = payer;
  const reader = createReader(language);
  const words = paymentWordsIn[reader.language];
  await queueNotices(ctx, [
    {
      kind: 'payment',
      dedupeKey: `payment ${id}`,
      aboutId: eventId,
      ...{ organization, logo, color, language },
      to: { name: neutralizeName(payer.name), email },
      subject: `${words[kind]}: ${title}`,
      heading: words[kind],
      facts: [
        { label: words.labels.what, value: title },
        { label: words.labels.amount, value: formatMoney(reader, amount, currency) },
        { label: words.labels.next, value: words[`${kind}Advice`] },
      ],
      actions: [],
    },
  ]);
}

import type { LinkFacts } from '../../event-types/public.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateEventId, generateLinkToken } from '../../platform/ids.ts';
import { buildPayment, type Payment, type insertInvitee } from '../core/public.ts';
import type { Answer } from './rules.ts';
import type { PageDetails } from './page-details.store.ts';
import type { Booking } from './validate-booking.ts';

/** What is known of an invitee beside their booking. */
export interface BookingTerms {
  readonly answers: readonly Answer[];
  readonly link: Pick<LinkFacts, 'id' | 'price'> | undefined;
  /** The price that was shown when it was requested, null for none; else that of the link or of the page. */
  readonly agreedPrice?: string | null;
  readonly isConfirmed: boolean;
  readonly paid?: Payment | undefined;
  readonly seriesId?: string;
}

/** An invitee who has no event yet. */
export type NewInvitee = Omit<Parameters<typeof insertInvitee>[1], 'event_id'>;

export function buildInvitee(
  ctx: Ctx,
  details: PageDetails,
  booking: Booking,
  { answers, link, agreedPrice = getPrice(details, link), isConfirmed, paid, seriesId }: BookingTerms,
): NewInvitee {
  const key = generateLinkToken() + ctx.secrets.code(ctx.workspaceId);
  const payment = paid ?? buildPayment(agreedPrice, details.currency);
  return {
    id: generateEventId(),
    salutation: booking.salutation ?? null,
    full_name: booking.name,
    email: booking.email,
    email_confirmed: isConfirmed,
    phone: booking.phone ?? null,
    timezone: booking.timeZone,
    language: booking.language ?? 'en',
    guests: booking.guests && booking.guests.length > 0 ? booking.guests : null,
    seats: booking.seats ?? 1,
    answers: answers.length > 0 ? JSON.stringify(answers) : null,
    utm: JSON.stringify(booking.utm ?? {}),
    custom_query_params: JSON.stringify(asText(booking.customQueryParams ?? {})),
    payment: payment && JSON.stringify(payment),
    link_id: link?.id ?? null,
    series_id: seriesId ?? null,
    key_hash: hashSecret(key),
    key_sealed: ctx.secrets.seal(key),
  };
}

export function getPrice(
  { price }: Pick<PageDetails, 'price'>,
  link: Pick<LinkFacts, 'price'> | undefined,
): string | null {
  return link?.price ?? price;
}

function asText(params: Record<string, string | number | boolean>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
}

import { countAll, readCount, type Counter } from '../identity/public.ts';
import type { Ctx } from '../platform/context.ts';
import { tooManyBookings } from '../platform/problems.ts';

/**
 * Bounds on the mail that bookings cause (docs/decisions/0049). A visitor may name anyone as invitee or guest, so that what
 * is counted are the people who get mail. Cancelling is never refused: there is one for each booking.
 */

const day = 24 * 60;

/** People a day, at the usual RATE_LIMIT. Whoever raises it raises these in proportion; nothing lowers them. */
const visitorLimits = { visitor: 100, recipient: 10, page: 1500 };
const tokenLimits = { recipient: 600 };
const usualRate = { perAddress: 300, perToken: 6000 };

/** People an hour beyond which visitors of a page must prove that an address is theirs. */
const unusual = 60;

/** Counts those whom a booking or a move reaches by mail. Throws 429 when that is too many for one day. */
export async function countMail(ctx: Ctx, eventTypeId: string, emails: readonly string[]): Promise<void> {
  const people = [...new Set(emails.map((email) => email.toLowerCase()))];
  const counters = people.length > 0 ? countersOf(ctx, eventTypeId, people) : [];
  if (counters.length === 0) return;
  const waitSeconds = await countAll(ctx, counters);
  if (waitSeconds > 0) throw tooManyBookings(waitSeconds);
}

/** Whether more people than usual get mail from a page. */
export async function isUnusuallyBusy(ctx: Ctx, eventTypeId: string): Promise<boolean> {
  if (ctx.rateLimit === 'off') return false;
  const limit = scaled(unusual, ctx.rateLimit.perAddress / usualRate.perAddress);
  return (await readCount(ctx, hourOf(eventTypeId))) >= limit;
}

function countersOf({ actor, rateLimit }: Ctx, eventTypeId: string, emails: readonly string[]): Counter[] {
  if (rateLimit === 'off' || actor.kind === 'system') return [];
  if (actor.kind !== 'visitor') {
    const limit = scaled(tokenLimits.recipient, rateLimit.perToken / usualRate.perToken);
    return emails.map((email) => ({ whose: `mail by token to ${email}`, amount: 1, limit, minutes: day }));
  }
  const factor = rateLimit.perAddress / usualRate.perAddress;
  const amount = emails.length;
  return [
    { whose: `mail by ${actor.id}`, amount, limit: scaled(visitorLimits.visitor, factor), minutes: day },
    { whose: `mail of ${eventTypeId}`, amount, limit: scaled(visitorLimits.page, factor), minutes: day },
    { whose: hourOf(eventTypeId), amount, limit: Number.POSITIVE_INFINITY, minutes: 60 },
    ...emails.map((email) => ({
      whose: `mail to ${email}`,
      amount: 1,
      limit: scaled(visitorLimits.recipient, factor),
      minutes: day,
    })),
  ];
}

function hourOf(eventTypeId: string): string {
  return `mail of ${eventTypeId} in an hour`;
}

function scaled(limit: number, factor: number): number {
  return Math.ceil(limit * Math.max(1, factor));
}

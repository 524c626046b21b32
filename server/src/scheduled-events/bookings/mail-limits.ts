import { countAll, readCount, type Counter } from '../../identity/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { normalizeMailbox } from '../../platform/mailbox.ts';
import { tooManyBookings } from '../../platform/problems.ts';

/**
 * Bounds on the mail that bookings cause (docs/decisions/0049). A visitor may name anyone as invitee or guest, so that what
 * is counted are the people who get mail. Cancelling is never refused: there is one for each booking.
 */

const day = 24 * 60;

/**
 * A day, at the usual RATE_LIMIT: bookings and moves, guests, mails to one person, people. Raising it raises these in
 * proportion; nothing lowers them. An office behind one address can book; what an attacker needs are guests.
 */
const visitorLimits = { bookings: 300, guests: 60, recipient: 20, page: 1500 };
const tokenLimits = { recipient: 600 };
const usualRate = { perAddress: 300, perToken: 6000 };

/** People an hour beyond which visitors of a page must prove that an address is theirs. */
const unusual = 60;

/** Counts those whom a booking or a move reaches by mail. Throws 429 when that is too many for one day. */
export async function countMail(
  ctx: Ctx,
  eventTypeId: string,
  invitees: readonly string[],
  guests: readonly string[] = [],
): Promise<void> {
  const people = new Set([...invitees, ...guests].map((email) => email.toLowerCase()));
  const counters = countersOf(ctx, eventTypeId, [...people], guests.length).filter(
    ({ amount }) => amount > 0,
  );
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

function countersOf(
  { actor, rateLimit }: Ctx,
  eventTypeId: string,
  emails: readonly string[],
  guests: number,
): Counter[] {
  if (rateLimit === 'off' || actor.kind === 'system') return [];
  const mailboxes = countMailboxes(emails);
  if (actor.kind !== 'visitor') {
    const limit = scaled(tokenLimits.recipient, rateLimit.perToken / usualRate.perToken);
    return mailboxes.map(([mailbox, amount]) => ({
      whose: `mail by token to ${mailbox}`,
      amount,
      limit,
      minutes: day,
    }));
  }
  const factor = rateLimit.perAddress / usualRate.perAddress;
  const amount = emails.length;
  return [
    {
      whose: `bookings by ${actor.id}`,
      amount: 1,
      limit: scaled(visitorLimits.bookings, factor),
      minutes: day,
    },
    {
      whose: `guests by ${actor.id}`,
      amount: guests,
      limit: scaled(visitorLimits.guests, factor),
      minutes: day,
    },
    { whose: `mail of ${eventTypeId}`, amount, limit: scaled(visitorLimits.page, factor), minutes: day },
    { whose: hourOf(eventTypeId), amount, limit: Number.POSITIVE_INFINITY, minutes: 60 },
    ...mailboxes.map(([mailbox, mails]) => ({
      whose: `mail to ${mailbox}`,
      amount: mails,
      limit: scaled(visitorLimits.recipient, factor),
      minutes: day,
    })),
  ];
}

/** How many of the addresses lead to each mailbox: `ines+1@elm.example` is one of `ines@elm.example`. */
function countMailboxes(emails: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const email of emails) {
    const mailbox = normalizeMailbox(email);
    counts.set(mailbox, (counts.get(mailbox) ?? 0) + 1);
  }
  return [...counts];
}

function hourOf(eventTypeId: string): string {
  return `mail of ${eventTypeId} in an hour`;
}

function scaled(limit: number, factor: number): number {
  return Math.ceil(limit * Math.max(1, factor));
}

import { newEventType } from '@daybook/contract/event-types';
import { email as emailField, timeZone } from '@daybook/contract/fields';
import { recordCancellations, recordMeetings } from '../crm/public.ts';
import { createEventType } from '../event-types/public.ts';
import { findMemberByEmail } from '../members/public.ts';
import { wireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import type { Published } from '../platform/events.ts';
import { newUuid } from '../platform/ids.ts';
import { recordBooking, type Recorded } from '../scheduled-events/public.ts';
import type { BookingIn } from './contents.ts';
import { attempt, CannotMove, type Progress } from './progress.ts';
import { findMovedIn, findPageBySlug, insertMovedIn } from './store.ts';

/** Writes down bookings that were made elsewhere. */
export async function addBookings(
  ctx: Ctx,
  source: string,
  batch: readonly BookingIn[],
  progress: Progress,
): Promise<void> {
  const origin = { source, kind: 'booking' } as const;
  const known = await findMovedIn(
    ctx,
    origin,
    batch.map(({ sourceId }) => sourceId),
  );
  const written: { readonly given: BookingIn; readonly recorded: Recorded }[] = [];
  for (const given of batch) {
    if (known.has(given.sourceId)) {
      progress.count('bookings', 'found');
      continue;
    }
    await attempt(ctx, progress, `Booking ${given.title} at ${given.startsAt}`, async () => {
      const recorded = await addBooking(ctx, source, given, progress);
      await insertMovedIn(ctx, { ...origin, sourceId: given.sourceId }, recorded.eventId);
      known.set(given.sourceId, recorded.eventId);
      written.push({ given, recorded });
      progress.count('bookings', 'added');
    });
  }
  await tellCrm(ctx, written);
}

/** As long as titles and names may be here. */
const longestText = 200;

async function addBooking(ctx: Ctx, source: string, given: BookingIn, progress: Progress): Promise<Recorded> {
  const hosts = [];
  for (const email of new Set(given.hostEmails)) hosts.push(await demandMember(ctx, email));
  const [first] = hosts;
  const [start, end] = [Date.parse(given.startsAt), Date.parse(given.endsAt)];
  if (!first || !(start < end)) throw new CannotMove('It has no host, or does not end after it begins.');
  const pages = given.pageSourceId
    ? await findMovedIn(ctx, { source, kind: 'page' }, [given.pageSourceId])
    : undefined;
  const recorded = await recordBooking(ctx, {
    eventTypeId: pages?.get(given.pageSourceId ?? '') ?? (await pageOfOthers(ctx, first)),
    title: given.title.slice(0, longestText),
    hostIds: hosts.map(({ id }) => id),
    startsAt: wireTime(new Date(start)),
    endsAt: wireTime(new Date(end)),
    location: given.location,
    invitees: given.invitees.map((invitee) => ({
      name: (invitee.name || invitee.email).slice(0, longestText),
      email: emailField.parse(invitee.email),
      timezone: zoneOr(invitee.timezone, first.timezone),
      phone: invitee.phone || null,
      guests: (invitee.guests ?? []).flatMap((guest) => emailField.safeParse(guest).data ?? []),
      answers: invitee.answers ?? [],
      bookedAt: timeOf(invitee.bookedAt),
      noShow: invitee.noShow ?? false,
      cancelled: invitee.cancelled && {
        at: timeOf(invitee.cancelled.at) ?? wireTime(ctx.now),
        by: invitee.cancelled.by ?? null,
        byHost: invitee.cancelled.byHost,
        reason: invitee.cancelled.reason ?? null,
      },
    })),
  });
  const busy = hosts.filter(({ id }) => recorded.busyHostIds.includes(id)).map(({ email }) => email);
  if (busy.length > 0)
    progress.clashes.push(
      `${given.title} at ${given.startsAt}: ${busy.join(', ')} has another booking then.`,
    );
  return recorded;
}

const timeOf = (text: string | undefined): string | undefined =>
  text && !Number.isNaN(Date.parse(text)) ? wireTime(new Date(text)) : undefined;

const othersSlug = 'taken-over';

/** A page that nobody can book, for bookings whose own page is not known. */
async function pageOfOthers(
  ctx: Ctx,
  owner: { readonly id: string; readonly slug: string },
): Promise<string> {
  const found = await findPageBySlug(ctx, owner.id, othersSlug);
  if (found) return found;
  const fields = {
    ownerSlug: owner.slug,
    title: 'Taken over',
    slug: othersSlug,
    isActive: false,
    isSecret: true,
  };
  return (await createEventType(ctx, newEventType.parse(fields))).id;
}

/** Invitees become people with their meetings, as if they had booked here; nothing else follows. */
async function tellCrm(
  ctx: Ctx,
  written: readonly { readonly given: BookingIn; readonly recorded: Recorded }[],
): Promise<void> {
  const all = written.flatMap(({ given, recorded: { eventId, inviteeIds, meeting } }) =>
    inviteeIds.map((inviteeId, index) => ({
      isCancelled: given.invitees[index]?.cancelled !== undefined,
      event: { id: newUuid(), publishedAt: wireTime(ctx.now), payload: { eventId, inviteeId, meeting } },
    })),
  );
  const events: Published<(typeof all)[number]['event']['payload']>[] = all.map(({ event }) => event);
  if (events.length > 0) await recordMeetings(ctx, events);
  const cancelled = all.filter(({ isCancelled }) => isCancelled);
  if (cancelled.length > 0)
    await recordCancellations(
      ctx,
      cancelled.map(({ event }) => ({ ...event, id: newUuid() })),
    );
}

export async function demandMember(ctx: Ctx, email: string) {
  const member = await findMemberByEmail(ctx, email.toLowerCase());
  if (!member) throw new CannotMove(`No user of this workspace has the address ${email}.`);
  return member;
}

export const zoneOr = (name: string | undefined, other: string): string =>
  timeZone.safeParse(name).data ?? other;

import { minuteFloor, minuteToMs } from '@daybook/engine/dates';
import type { Zone } from '@daybook/engine/zones';
import { wireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { deleteCopy, listOwnEntries, updateCopy, type OwnEntry } from './copies.store.ts';
import { parsedIn } from './entries.ts';
import { entryDeclined, entryDeleted, entryMoved } from './events.ts';
import { firstTime, type CalendarStream } from './ical/public.ts';
import type { ChangeBatch } from './provider/public.ts';

/** What a calendar sent that we entered ourselves: its host may have changed it there. */

interface Owner {
  readonly calendarId: string;
  readonly email: string;
  readonly zone: Zone;
}

/** Makes bookings follow. Returns which of the entries are ours, by their ids in the calendar. */
export async function followChanged(
  ctx: Ctx,
  { calendarId, email, zone }: Owner,
  changed: ChangeBatch['changed'],
): Promise<Set<string>> {
  const parsed = changed.map(({ externalId, etag, content }) => {
    const stream = parsedIn(content);
    return { externalId, etag, stream, uid: stream.events[0]?.uid ?? '' };
  });
  const ids = parsed.flatMap(({ externalId, uid }) => [externalId, uid]);
  const own = await listOwnEntries(ctx, calendarId, ids);
  const found = new Set<string>();
  for (const { externalId, etag, stream, uid } of parsed) {
    const entry = own.find((each) => each.externalId === externalId || each.id === uid);
    if (!entry) continue;
    found.add(externalId);
    if (entry.etag === etag || !isComparable(entry)) continue;
    await updateCopy(ctx, entry.id, { etag });
    await follow(ctx, entry, changeOf(entry, stream, email, zone));
  }
  return found;
}

/** Not before it was written, nor while the booking has moved and the entry has still to follow: then the booking wins. */
function isComparable(entry: OwnEntry): boolean {
  const { isWanted, writtenStartsAt, writtenEndsAt, startsAt, endsAt } = entry;
  return isWanted && writtenStartsAt === startsAt && writtenEndsAt === endsAt;
}

type Change = 'none' | 'deleted' | 'declined' | { readonly startsAt: string; readonly endsAt: string };

function changeOf(entry: OwnEntry, stream: CalendarStream, email: string, zone: Zone): Change {
  const time = firstTime(stream, zone);
  if (!time) return 'none';
  if (time.event.isCancelled) return 'deleted';
  if (time.event.declinedBy.includes(email.toLowerCase())) return 'declined';
  const [start, end] = [entry.startsAt, entry.endsAt].map((at) => minuteFloor(Date.parse(at)));
  if (time.start === start && time.end === end) return 'none';
  const [startsAt, endsAt] = [time.start, time.end].map((minute) => wireTime(new Date(minuteToMs(minute))));
  return { startsAt: startsAt ?? '', endsAt: endsAt ?? '' };
}

async function follow(ctx: Ctx, entry: OwnEntry, change: Change): Promise<void> {
  const { eventId, hostId, startsAt, endsAt, writtenStartsAt, writtenEndsAt } = entry;
  const about = { eventId, hostId };
  const from = { startsAt: writtenStartsAt ?? startsAt, endsAt: writtenEndsAt ?? endsAt };
  if (change === 'deleted') await ctx.publish(entryDeleted, { ...about, from });
  else if (change === 'declined') await ctx.publish(entryDeclined, about);
  else if (change !== 'none') await ctx.publish(entryMoved, { ...about, ...change, from });
}

export async function followRemoved(
  ctx: Ctx,
  calendarId: string,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  const own = await listOwnEntries(ctx, calendarId, externalIds);
  for (const entry of own.filter(({ isWanted }) => isWanted)) {
    // Nothing is to be written or removed any more.
    await deleteCopy(ctx, entry.id, null);
    await follow(ctx, entry, 'deleted');
  }
}

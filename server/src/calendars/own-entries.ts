import { floorToMinute, minuteToMs } from '@daybook/engine/dates';
import type { Zone } from '@daybook/engine/zones';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { rewriteCopies } from './copies.ts';
import {
  deleteCopy,
  listHosted,
  listOwnEntries,
  listOwnEntriesIn,
  updateCopy,
  type OwnEntry,
} from './copies.store.ts';
import { parseEntry } from './entries.ts';
import { entryDeclined, entryDeleted, entryMoved } from './events.ts';
import { findFirstTime, type CalendarStream } from './ical/public.ts';
import { findInvitedEvent, type ChangeBatch } from './provider/public.ts';

/** What a calendar sent that we entered ourselves: its host may have changed it there. */

interface Owner {
  readonly calendarId: string;
  readonly memberId: string;
  readonly email: string;
  readonly zone: Zone;
}

/** Whether an event of an entry is a booking of this user. An entry may be a whole file, with events of others beside it. */
export type OwnEntryCheck = (externalId: string, uid: string) => boolean;

/**
 * Makes bookings follow what changed in the calendar that they are entered in. Returns which events are bookings: those that we
 * entered, also in another calendar, which is the same one elsewhere, and invitations that came by mail.
 */
export async function followChanges(
  ctx: Ctx,
  { calendarId, memberId, email, zone }: Owner,
  changed: ChangeBatch['changed'],
): Promise<OwnEntryCheck> {
  const parsed = changed.map(({ externalId, etag, content }) => ({
    ...{ externalId, etag, stream: parseEntry(content) },
  }));
  const uids = parsed.flatMap(({ stream }) => stream.events.map(({ uid }) => uid));
  const ids = [...parsed.map(({ externalId }) => externalId), ...uids.map(idOf)];
  const own = await listOwnEntries(ctx, memberId, ids);
  for (const { externalId, etag, stream } of parsed) {
    const uid = stream.events[0]?.uid;
    const entry = own.find(
      (each) => each.calendarId === calendarId && (each.externalId === externalId || each.id === uid),
    );
    if (!entry) continue;
    if (entry.etag === etag || !isComparable(entry)) continue;
    await updateCopy(ctx, entry.id, { etag });
    await follow(ctx, entry, changeOf(entry, stream, email, zone));
  }
  const invited = uids.flatMap((uid) => findInvitedEvent(uid) ?? []);
  const hosted = new Set(await listHosted(ctx, memberId, invited));
  const known = new Set(own.flatMap((entry) => [entry.id, entry.externalId ?? entry.id]));
  return (externalId, uid) =>
    known.has(externalId) || known.has(idOf(uid)) || hosted.has(findInvitedEvent(uid) ?? '');
}

/** Files of Google's calendars name an entry by its id and their host. */
const idOf = (uid: string): string => uid.replace(/@google\.com$/, '');

/** Not before it was written, nor while the booking has moved and the entry has still to follow: then the booking wins. */
function isComparable(entry: OwnEntry): boolean {
  const { isWanted, writtenStartsAt, writtenEndsAt, startsAt, endsAt } = entry;
  return isWanted && writtenStartsAt === startsAt && writtenEndsAt === endsAt;
}

type Change = 'none' | 'deleted' | 'declined' | { readonly startsAt: string; readonly endsAt: string };

function changeOf(entry: OwnEntry, stream: CalendarStream, email: string, zone: Zone): Change {
  const time = findFirstTime(stream, zone);
  if (!time) return 'none';
  if (time.event.isCancelled) return 'deleted';
  if (time.event.declinedBy.includes(email.toLowerCase())) return 'declined';
  const [start, end] = [entry.startsAt, entry.endsAt].map((at) => floorToMinute(Date.parse(at)));
  if (time.start === start && time.end === end) return 'none';
  const [startsAt, endsAt] = [time.start, time.end].map((minute) =>
    formatWireTime(new Date(minuteToMs(minute))),
  );
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

/** The entries of bookings among those that a calendar reports as deleted. */
export async function listDeleted(
  ctx: Ctx,
  owner: Pick<Owner, 'calendarId' | 'memberId'>,
  externalIds: readonly string[],
): Promise<string[]> {
  return (await listRemoved(ctx, owner, externalIds)).flatMap(({ externalId }) => externalId ?? []);
}

export async function followRemovals(
  ctx: Ctx,
  owner: Pick<Owner, 'calendarId' | 'memberId'>,
  externalIds: readonly string[],
): Promise<void> {
  for (const entry of await listRemoved(ctx, owner, externalIds)) await followDeleted(ctx, entry);
}

async function listRemoved(
  ctx: Ctx,
  { calendarId, memberId }: Pick<Owner, 'calendarId' | 'memberId'>,
  externalIds: readonly string[],
): Promise<OwnEntry[]> {
  if (externalIds.length === 0) return [];
  const own = await listOwnEntries(ctx, memberId, externalIds);
  return own.filter((entry) => entry.calendarId === calendarId && entry.isWanted);
}

async function followDeleted(ctx: Ctx, entry: OwnEntry): Promise<void> {
  // Nothing is to be written or removed any more.
  await deleteCopy(ctx, entry.id, null);
  await follow(ctx, entry, 'deleted');
}

interface Listing {
  /** What the calendar has. */
  readonly all: ReadonlySet<string>;
  /** What it had. */
  readonly known: ReadonlyMap<string, unknown>;
  readonly isTokenRefused: boolean;
}

/** The entries of bookings that are not in a list of everything, and that may have been deleted one by one. */
export async function listMissing(ctx: Ctx, calendarId: string, listing: Listing): Promise<string[]> {
  return (await missingIn(ctx, calendarId, listing)).deleted.flatMap(({ externalId }) => externalId ?? []);
}

/**
 * Entries that are not in a list of everything were deleted one by one only if others are still there, the list follows on
 * from what was known, and the calendar says so of each (`deleted`). Else the calendar was lost, moved, made anew or restored: that
 * cancels nothing, and they are entered again.
 */
export async function followMissing(
  ctx: Ctx,
  calendarId: string,
  listing: Listing,
  deleted: readonly string[],
): Promise<void> {
  const missing = await missingIn(ctx, calendarId, listing);
  for (const entry of missing.deleted)
    if (deleted.includes(entry.externalId ?? '')) await followDeleted(ctx, entry);
  const { lost } = missing;
  for (const { id } of lost) await updateCopy(ctx, id, { external_id: null, etag: null });
  if (lost.length > 0) await rewriteCopies(ctx, { eventIds: lost.map(({ eventId }) => eventId) });
}

async function missingIn(
  ctx: Ctx,
  calendarId: string,
  { all, known, isTokenRefused }: Listing,
): Promise<{ readonly deleted: OwnEntry[]; readonly lost: OwnEntry[] }> {
  const own = await listOwnEntriesIn(ctx, calendarId);
  const missing = own.filter(({ externalId }) => !all.has(externalId ?? ''));
  const isLost = isTokenRefused || missing.length === own.length;
  const isDeleted = ({ externalId }: OwnEntry): boolean => !isLost && known.has(externalId ?? '');
  const coming = missing.filter(({ isWanted, endsAt }) => isWanted && Date.parse(endsAt) > ctx.now.getTime());
  return { deleted: coming.filter(isDeleted), lost: coming.filter((entry) => !isDeleted(entry)) };
}

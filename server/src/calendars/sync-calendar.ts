import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { resolveHostZone } from '../platform/zones.ts';
import { parseEntryContent, emptyContent, computeHorizon, computeWindow } from './entries.ts';
import * as entriesStore from './entries.store.ts';
import { expandSeries } from './expand-further.ts';
import type { CalendarStream } from './ical/public.ts';
import { requireLease } from './lease.ts';
import { followChanges, followMissing, followRemovals, listDeleted, listMissing } from './own-entries.ts';
import type { CalendarAuth, CalendarProvider, ChangeBatch } from './provider/public.ts';
import { storeEntries } from './store-entries.ts';
import type { ConnectionRow } from './store.ts';

export interface Counts {
  readonly changed: number;
  readonly removed: number;
}

export type AskedTime = { readonly start: Date; readonly end: Date };

export type CalendarRow = ConnectionRow['calendars'][number];

/** A sync of the calendars of a connection. */
export interface CalendarSync {
  readonly runtime: Runtime;
  readonly connection: ConnectionRow;
  readonly provider: CalendarProvider;
  readonly auth: CalendarAuth;
  readonly asked: AskedTime | null;
}

export async function syncCalendar(reading: CalendarSync, calendar: CalendarRow): Promise<Counts> {
  const { runtime, connection, provider, auth, asked } = reading;
  const actor = createSystemActor(connection.workspace_id);
  const { known, unread } = await readInWorkspace(runtime, actor, (ctx) =>
    entriesStore.listKnown(ctx, calendar.id),
  );
  const counts = { changed: 0, removed: 0 };
  const batches = provider.changes(auth, {
    externalId: calendar.external_id,
    cursor: calendar.cursor,
    isBusyOnly: calendar.is_busy_only,
    window: computeWindow(runtime.clock.now()),
    known,
    unread,
    asked,
  });
  for (;;) {
    const next = await batches.next();
    if (!next.done) {
      const batch = next.value;
      const deleted = await confirmDeleted(reading, calendar, (ctx) =>
        listDeleted(ctx, { calendarId: calendar.id, memberId: connection.member_id }, batch.removed),
      );
      await runInWorkspace(runtime, actor, (ctx) => writeBatch(ctx, connection, calendar, batch, deleted));
      counts.changed += batch.changed.length;
      counts.removed += batch.removed.length;
      continue;
    }
    const { cursor, all, isPartial } = next.value;
    if (isPartial) return counts;
    const vanished = all ? [...known.keys()].filter((externalId) => !all.has(externalId)) : [];
    const listing = all && { all, known, isTokenRefused: calendar.cursor !== null };
    const deleted = listing
      ? await confirmDeleted(reading, calendar, (ctx) => listMissing(ctx, calendar.id, listing))
      : [];
    await runInWorkspace(runtime, actor, async (ctx) => {
      await requireLease(ctx, connection);
      if (listing) await followMissing(ctx, calendar.id, listing, deleted);
      counts.removed += (await entriesStore.deleteEntries(ctx, calendar.id, vanished)).length;
      await entriesStore.finishCalendar(ctx, calendar.id, {
        cursor,
        horizon: calendar.cursor ? null : computeHorizon(ctx.now),
      });
    });
    return counts;
  }
}

/**
 * Of the entries of bookings that a list says are deleted, those that their calendar does not have when it is asked for each: a
 * list may be wrong, and people get mail about a cancellation. If the calendar does not answer, the sync fails and is repeated.
 */
async function confirmDeleted(
  { runtime, connection, provider, auth }: CalendarSync,
  calendar: CalendarRow,
  listOwn: (ctx: Ctx) => Promise<string[]>,
): Promise<string[]> {
  const own = await readInWorkspace(runtime, createSystemActor(connection.workspace_id), listOwn);
  const deleted: string[] = [];
  for (const externalId of own) {
    const written = { externalId, etag: null, joinUrl: null };
    if ((await provider.writer?.read(auth, calendar.external_id, written)) === 'gone')
      deleted.push(externalId);
  }
  return deleted;
}

async function writeBatch(
  ctx: Ctx,
  connection: ConnectionRow,
  { id: calendarId, is_read: isRead }: CalendarRow,
  { changed, removed, unread = [] }: ChangeBatch,
  deleted: readonly string[],
): Promise<void> {
  const { member_id: memberId, email, counts_tentative: countsTentative } = connection;
  await requireLease(ctx, connection);
  await followRemovals(ctx, { calendarId, memberId }, deleted);
  const shortened = await entriesStore.deleteEntries(ctx, calendarId, removed);
  // Occurrences of a deleted series are reported as cancelled. Stored, they would outlive it.
  const gone = new Set(removed);
  const left = changed.filter(({ seriesId }) => seriesId == null || !gone.has(seriesId));
  // The same entry may come twice; the last one is right.
  const latest = [...new Map(left.map((entry) => [entry.externalId, entry])).values()];
  const whereabouts = (await entriesStore.findHostTimeZones(ctx, memberId)) ?? {
    timezone: 'UTC',
    travel: [],
  };
  const isOwn = await followChanges(
    ctx,
    { calendarId, memberId, email, zone: resolveHostZone(whereabouts) },
    latest,
  );
  const contentFor = ({ externalId, content }: ChangeBatch['changed'][number]): CalendarStream =>
    isRead ? parseEntryContent(content, email, (uid) => isOwn(externalId, uid)) : emptyContent;
  await storeEntries(
    ctx,
    calendarId,
    latest.map((entry) => ({ ...entry, content: contentFor(entry) })),
  );
  await entriesStore.markUnread(ctx, calendarId, unread, JSON.stringify(emptyContent));
  const ids = new Set([...latest.map(({ externalId, seriesId }) => seriesId ?? externalId), ...shortened]);
  await expandSeries(ctx, { calendarId, memberId, countsTentative }, [...ids]);
}

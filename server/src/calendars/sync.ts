import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { zoneOf } from '../platform/zones.ts';
import { connectionFailing } from './events.ts';
import { keepChannels } from './channels.ts';
import { withAuth } from './credentials.ts';
import { contentOf, emptyContent, horizonAt, windowAt } from './entries.ts';
import { expandSeries } from './expand-further.ts';
import type { CalendarStream } from './ical/public.ts';
import { demandLease, keepLease, leaseConnection, LeaseLostError } from './lease.ts';
import { endLease } from './leases.store.ts';
import {
  CalendarError,
  type CalendarAuth,
  type CalendarProvider,
  type ChangeBatch,
} from './provider/public.ts';
import { followChanged, followMissing, followRemoved } from './own-entries.ts';
import { providerFor, syncMinutes } from './providers.ts';
import { refreshCalendars } from './refresh-calendars.ts';
import * as entriesStore from './entries.store.ts';
import { storeEntries } from './store-entries.ts';
import * as store from './store.ts';

export interface Counts {
  readonly changed: number;
  readonly removed: number;
}

export interface Synced extends Counts {
  readonly isOk: boolean;
}

const minuteMs = 60_000;
const longestWaitMinutes = 60;
/** Who asks to be left alone for longer is asked again after a day. */
const longestRetryMs = 24 * 60 * minuteMs;

/**
 * Reads what changed in the calendars of a connection. Requests go out between transactions, each batch is written by one, and
 * the cursor moves on after the last: who is killed in between reads the same changes again. Undefined when somebody else
 * reads them now. A failure leaves the busy time that is known. It is recorded, but for a sync beside those on time (`isExtra`):
 * many of these in a minute would look like many failures. New calendars are looked for once a day, or now (`findsCalendars`).
 */
export async function syncConnection(
  runtime: Runtime,
  due: store.Due,
  { isExtra = false, findsCalendars = false } = {},
): Promise<Synced | undefined> {
  const actor = systemActor(due.workspace_id);
  const startedAt = runtime.clock.now();
  const connection = await leaseConnection(runtime, due);
  if (!connection) return undefined;
  const { id, lease_id: leaseId } = connection;
  const stopExtending = keepLease(runtime, connection);
  const provider = providerFor(connection.provider, runtime.outbound);
  try {
    const { counts, isReported } = await withAuth(runtime, connection, async (auth) => {
      if (isExtra)
        return { counts: await syncCalendars(runtime, connection, provider, auth), isReported: false };
      const current = await refreshCalendars(runtime, connection, provider, auth, findsCalendars);
      return {
        counts: await syncCalendars(runtime, current, provider, auth),
        isReported: await keepChannels(runtime, current, provider, auth),
      };
    });
    await inWorkspace(runtime, actor, (ctx) =>
      store.recordOutcome(ctx, id, {
        leaseId,
        state: 'ok',
        error: null,
        startedAt,
        nextSyncAt: nextSync(ctx, syncMinutes(connection.provider, isReported)),
      }),
    );
    return { ...counts, isOk: true };
  } catch (error) {
    if (error instanceof LeaseLostError) return undefined;
    if (!(error instanceof CalendarError))
      runtime.log.error({ error, connection: id }, 'a calendar could not be read');
    await inWorkspace(runtime, actor, (ctx) =>
      isExtra ? endLease(ctx, id, leaseId ?? '') : recordFailure(ctx, connection, startedAt, error),
    );
    return { changed: 0, removed: 0, isOk: false };
  } finally {
    stopExtending();
  }
}

async function syncCalendars(
  runtime: Runtime,
  connection: store.ConnectionRow,
  provider: CalendarProvider,
  auth: CalendarAuth,
): Promise<Counts> {
  const counts = { changed: 0, removed: 0 };
  // A calendar that is only written is read for what its owner does to bookings there.
  const used = connection.calendars.filter((calendar) => calendar.is_read || calendar.is_written);
  let problem: CalendarError | undefined;
  for (const calendar of used) {
    try {
      const { changed, removed } = await syncCalendar(runtime, connection, calendar, provider, auth);
      counts.changed += changed;
      counts.removed += removed;
    } catch (error) {
      if (!isOfOneCalendar(error)) throw error;
      const sentence = used.length > 1 ? `${calendar.name}: ${error.message}` : error.message;
      problem ??= new CalendarError(error.kind, sentence);
    }
  }
  if (problem) throw problem;
  return counts;
}

/** One that was deleted, is not shared any more, or makes no sense, says nothing about the others. */
const isOfOneCalendar = (error: unknown): error is CalendarError =>
  error instanceof CalendarError && ['address', 'refused', 'content'].includes(error.kind);

async function syncCalendar(
  runtime: Runtime,
  connection: store.ConnectionRow,
  calendar: store.ConnectionRow['calendars'][number],
  provider: CalendarProvider,
  auth: CalendarAuth,
): Promise<Counts> {
  const actor = systemActor(connection.workspace_id);
  const known = await readInWorkspace(runtime, actor, (ctx) => entriesStore.listKnown(ctx, calendar.id));
  const counts = { changed: 0, removed: 0 };
  const batches = provider.changes(auth, {
    externalId: calendar.external_id,
    cursor: calendar.cursor,
    isBusyOnly: calendar.is_busy_only,
    window: windowAt(runtime.clock.now()),
    known,
  });
  for (;;) {
    const next = await batches.next();
    if (!next.done) {
      await inWorkspace(runtime, actor, (ctx) => writeBatch(ctx, connection, calendar, next.value));
      counts.changed += next.value.changed.length;
      counts.removed += next.value.removed.length;
      continue;
    }
    const { cursor, all } = next.value;
    const vanished = all ? [...known.keys()].filter((externalId) => !all.has(externalId)) : [];
    await inWorkspace(runtime, actor, async (ctx) => {
      await demandLease(ctx, connection);
      if (all)
        await followMissing(ctx, calendar.id, { all, known, isTokenRefused: calendar.cursor !== null });
      counts.removed += (await entriesStore.deleteEntries(ctx, calendar.id, vanished)).length;
      await entriesStore.finishCalendar(ctx, calendar.id, {
        cursor,
        horizon: calendar.cursor ? null : horizonAt(ctx.now),
      });
    });
    return counts;
  }
}

async function writeBatch(
  ctx: Ctx,
  connection: store.ConnectionRow,
  { id: calendarId, is_read: isRead }: store.ConnectionRow['calendars'][number],
  { changed, removed }: ChangeBatch,
): Promise<void> {
  const { member_id: memberId, email, counts_tentative: countsTentative } = connection;
  await demandLease(ctx, connection);
  await followRemoved(ctx, { calendarId, memberId }, removed);
  const shortened = await entriesStore.deleteEntries(ctx, calendarId, removed);
  // Occurrences of a deleted series are reported as cancelled. Stored, they would outlive it.
  const gone = new Set(removed);
  const left = changed.filter(({ seriesId }) => seriesId == null || !gone.has(seriesId));
  // The same entry may come twice; the last one is right.
  const latest = [...new Map(left.map((entry) => [entry.externalId, entry])).values()];
  const whereabouts = (await entriesStore.findWhereabouts(ctx, memberId)) ?? { timezone: 'UTC', travel: [] };
  const isOwn = await followChanged(ctx, { calendarId, memberId, email, zone: zoneOf(whereabouts) }, latest);
  const contentFor = ({ externalId, content }: ChangeBatch['changed'][number]): CalendarStream =>
    isRead ? contentOf(content, email, (uid) => isOwn(externalId, uid)) : emptyContent;
  await storeEntries(
    ctx,
    calendarId,
    latest.map((entry) => ({ ...entry, content: contentFor(entry) })),
  );
  const ids = new Set([...latest.map(({ externalId, seriesId }) => seriesId ?? externalId), ...shortened]);
  await expandSeries(ctx, { calendarId, memberId, countsTentative }, [...ids]);
}

/** Its owner is mailed once, after the third failure in a row, or at once when only they can help. */
async function recordFailure(
  ctx: Ctx,
  connection: store.ConnectionRow,
  startedAt: Date,
  error: unknown,
): Promise<void> {
  const needsSignIn = error instanceof CalendarError && error.kind === 'sign_in';
  const sentence = error instanceof CalendarError ? error.message : 'The calendar could not be read.';
  const failures = connection.failures + 1;
  const minutes = syncMinutes(connection.provider, false) * 2 ** failures;
  const retryAfterMs = (error instanceof CalendarError && error.retryAfterMs) || 0;
  const wanted = new Date(ctx.now.getTime() + Math.min(retryAfterMs, longestRetryMs));
  const isRecorded = await store.recordOutcome(ctx, connection.id, {
    leaseId: connection.lease_id,
    state: needsSignIn ? 'needs_sign_in' : 'failing',
    error: sentence,
    startedAt,
    nextSyncAt: laterOf(nextSync(ctx, minutes), wanted),
  });
  const isDue = needsSignIn || failures >= 3;
  if (!isRecorded) return;
  if (isDue && connection.mailed_at === null && (await store.markMailed(ctx, connection.id)))
    await ctx.publish(connectionFailing, { connectionId: connection.id });
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** Twice as late after each failure, to an hour; a little apart, so that not all come at once. */
function nextSync({ now }: Ctx, minutes: number): Date {
  const waitMs = Math.min(minutes, longestWaitMinutes) * minuteMs;
  return new Date(now.getTime() + waitMs * (0.9 + Math.random() * 0.2));
}

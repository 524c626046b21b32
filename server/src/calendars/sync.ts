import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { zoneNamed } from '../platform/zones.ts';
import { connectionFailing } from './events.ts';
import { busyOf, contentOf, contentOfOwn, emptyContent, horizonAt } from './entries.ts';
import {
  CalendarError,
  type CalendarAuth,
  type CalendarProvider,
  type ChangeBatch,
} from './provider/public.ts';
import { followChanged, followRemoved } from './own-entries.ts';
import { providerFor, syncMinutes } from './providers.ts';
import * as entriesStore from './entries.store.ts';
import * as store from './store.ts';

export interface Counts {
  readonly changed: number;
  readonly removed: number;
}

export interface Synced extends Counts {
  readonly isOk: boolean;
}

/** Longer than any sync takes; after a crash the next one waits for it. */
const leaseMs = 120_000;
const minuteMs = 60_000;
const longestWaitMinutes = 60;

/**
 * Reads what changed in the calendars of a connection. Requests go out between transactions, each batch is written by one, and
 * the cursor moves on after the last: who is killed in between reads the same changes again. Undefined when somebody else
 * reads them now. A failure leaves the busy time that is known. It is recorded, but for a sync beside those on time (`isExtra`):
 * many of these in a minute would look like many failures.
 */
export async function syncConnection(
  runtime: Runtime,
  { workspace_id: workspaceId, id }: store.Due,
  { isExtra = false } = {},
): Promise<Synced | undefined> {
  const actor = systemActor(workspaceId);
  const until = new Date(runtime.clock.now().getTime() + leaseMs);
  const connection = await inWorkspace(runtime, actor, async (ctx) =>
    (await store.lease(ctx, id, until)) ? store.findConnection(ctx, id) : undefined,
  );
  if (!connection) return undefined;
  const auth = JSON.parse(runtime.secrets.unseal(connection.secret_sealed)) as CalendarAuth;
  const provider = providerFor(connection.provider, runtime.outbound);
  try {
    const counts = await syncCalendars(runtime, connection, provider, auth);
    await inWorkspace(runtime, actor, (ctx) =>
      store.recordOutcome(ctx, id, { state: 'ok', error: null, nextSyncAt: nextSync(ctx, connection, 0) }),
    );
    return { ...counts, isOk: true };
  } catch (error) {
    if (!(error instanceof CalendarError))
      runtime.log.error({ error, connection: id }, 'a calendar could not be read');
    await inWorkspace(runtime, actor, (ctx) =>
      isExtra ? store.endLease(ctx, id) : recordFailure(ctx, connection, error),
    );
    return { changed: 0, removed: 0, isOk: false };
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
  for (const calendar of used) {
    const { changed, removed } = await syncCalendar(runtime, connection, calendar, provider, auth);
    counts.changed += changed;
    counts.removed += removed;
  }
  return counts;
}

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
      // Of a calendar that is empty all of a sudden, its owner did not cancel every booking.
      if (all && all.size > 0) await followRemoved(ctx, calendar.id, vanished);
      counts.removed += await entriesStore.deleteEntries(ctx, calendar.id, vanished);
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
  { member_id: memberId, email, timezone }: store.ConnectionRow,
  { id: calendarId, is_read: isRead }: store.ConnectionRow['calendars'][number],
  { changed, removed }: ChangeBatch,
): Promise<void> {
  const zone = zoneNamed(timezone);
  await followRemoved(ctx, calendarId, removed);
  await entriesStore.deleteEntries(ctx, calendarId, removed);
  const own = await followChanged(ctx, { calendarId, email, zone }, changed);
  const contentFor = ({ externalId, content }: ChangeBatch['changed'][number]): string => {
    if (!isRead) return emptyContent;
    return own.has(externalId) ? contentOfOwn(content, email) : contentOf(content, email);
  };
  const entries = changed.map((entry) => ({ ...entry, content: contentFor(entry) }));
  const busy = busyOf(entries, zone, ctx.now);
  await entriesStore.putEntries(ctx, { calendarId, memberId }, entries, busy);
}

/** Its owner is mailed once, after the third failure in a row, or at once when only they can help. */
async function recordFailure(ctx: Ctx, connection: store.ConnectionRow, error: unknown): Promise<void> {
  const needsSignIn = error instanceof CalendarError && error.kind === 'sign_in';
  const sentence = error instanceof CalendarError ? error.message : 'The calendar could not be read.';
  const failures = connection.failures + 1;
  await store.recordOutcome(ctx, connection.id, {
    state: needsSignIn ? 'needs_sign_in' : 'failing',
    error: sentence,
    nextSyncAt: nextSync(ctx, connection, failures),
  });
  const isDue = needsSignIn || failures >= 3;
  if (isDue && connection.mailed_at === null && (await store.markMailed(ctx, connection.id)))
    await ctx.publish(connectionFailing, { connectionId: connection.id });
}

/** Twice as late after each failure, to an hour; a little apart, so that not all come at once. */
function nextSync({ now }: Ctx, { provider }: store.ConnectionRow, failures: number): Date {
  const minutes = Math.min(syncMinutes(provider) * 2 ** failures, longestWaitMinutes);
  return new Date(now.getTime() + minutes * minuteMs * (0.9 + Math.random() * 0.2));
}

import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { answerMs, recordAnswer } from './answers.store.ts';
import { connectionFailing } from './events.ts';
import { renewChannels } from './channels.ts';
import { withAuth } from './credentials.ts';
import { maintainLease, leaseConnection, LeaseLostError } from './lease.ts';
import { CalendarError } from './provider/public.ts';
import { createProvider, getSyncMinutes } from './providers.ts';
import { refreshCalendars } from './refresh-calendars.ts';
import {
  syncCalendar,
  type AskedTime,
  type CalendarRow,
  type Counts,
  type CalendarSync,
} from './sync-calendar.ts';
import * as store from './store.ts';

export interface SyncResult extends Counts {
  readonly isOk: boolean;
}

const minuteMs = 60_000;
const longestWaitMinutes = 60;
/** Who asks to be left alone for longer is asked again after a day. */
const longestRetryMs = 24 * 60 * minuteMs;

interface SyncOptions {
  /** Look for new calendars now, instead of once a day. */
  readonly findsCalendars?: boolean;
  /** A booking waits, and wants to know of this time: only the calendars that make their owner busy are read. */
  readonly asked?: AskedTime;
}

/**
 * Reads what changed in the calendars of a connection. Requests go out between transactions, each batch is written by one, and
 * the cursor moves on after the last: who is killed in between reads the same changes again. Undefined when somebody else
 * reads them now. A failure leaves the busy time that is known. A sync for a booking changes no schedule of syncs and counts as no
 * failure: many of these in a minute would look like many failures.
 */
export async function syncConnection(
  runtime: Runtime,
  due: store.DueConnection,
  { asked, findsCalendars = false }: SyncOptions = {},
): Promise<SyncResult | undefined> {
  const actor = createSystemActor(due.workspace_id);
  const startedAt = runtime.clock.now();
  const connection = await leaseConnection(runtime, due);
  if (!connection) return undefined;
  const { id, lease_id: leaseId } = connection;
  const stopExtending = maintainLease(runtime, connection);
  const provider = createProvider(connection.provider, runtime.outbound);
  try {
    if (asked) {
      const { counts, isPrompt } = await withAuth(runtime, connection, (auth) =>
        readCalendars({ runtime, connection, provider, auth, asked }),
      );
      await runInWorkspace(runtime, actor, (ctx) => recordAnswer(ctx, id, { leaseId, isPrompt }));
      return { ...counts, isOk: true };
    }
    const { counts, isPrompt, isReported } = await withAuth(runtime, connection, async (auth) => {
      const current = await refreshCalendars(runtime, connection, provider, auth, findsCalendars);
      return {
        ...(await readCalendars({ runtime, connection: current, provider, auth, asked: null })),
        isReported: await renewChannels(runtime, current, provider, auth),
      };
    });
    await runInWorkspace(runtime, actor, (ctx) =>
      store.recordOutcome(ctx, id, {
        leaseId,
        state: 'ok',
        error: null,
        startedAt,
        isPrompt,
        nextSyncAt: nextSync(ctx, getSyncMinutes(connection.provider, isReported)),
      }),
    );
    return { ...counts, isOk: true };
  } catch (error) {
    if (error instanceof LeaseLostError) return undefined;
    if (!(error instanceof CalendarError))
      runtime.log.error({ error, connection: id }, 'a calendar could not be read');
    await runInWorkspace(runtime, actor, (ctx) =>
      asked
        ? recordAnswer(ctx, id, { leaseId, isPrompt: null })
        : recordFailure(ctx, connection, startedAt, error),
    );
    return { changed: 0, removed: 0, isOk: false };
  } finally {
    stopExtending();
  }
}

async function readCalendars(reading: CalendarSync): Promise<{ counts: Counts; isPrompt: boolean }> {
  const startedMs = performance.now();
  // A calendar that is only written is read for what its owner does to bookings there.
  const used = reading.connection.calendars.filter(
    (calendar) => calendar.is_read || (calendar.is_written && !reading.asked),
  );
  const counts = await syncCalendars(reading, used);
  return { counts, isPrompt: performance.now() - startedMs < answerMs };
}

/** Several at a time: Microsoft allows four requests at once for a mailbox. */
const calendarsAtOnce = 4;

async function syncCalendars(reading: CalendarSync, used: readonly CalendarRow[]): Promise<Counts> {
  const counts = { changed: 0, removed: 0 };
  const left = [...used];
  let problem: CalendarError | undefined;
  const line = async (): Promise<void> => {
    for (let calendar = left.shift(); calendar; calendar = left.shift()) {
      try {
        const { changed, removed } = await syncCalendar(reading, calendar);
        counts.changed += changed;
        counts.removed += removed;
      } catch (error) {
        if (!isOfOneCalendar(error)) {
          left.length = 0;
          throw error;
        }
        const sentence = used.length > 1 ? `${calendar.name}: ${error.message}` : error.message;
        problem ??= new CalendarError(error.kind, sentence);
      }
    }
  };
  // All lines end before anything is thrown: nobody reads any more once the lease has ended.
  const lines = await Promise.allSettled(Array.from({ length: calendarsAtOnce }, line));
  const failed = lines.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  if (problem) throw problem;
  return counts;
}

/** One that was deleted, is not shared any more, or makes no sense, says nothing about the others. */
const isOfOneCalendar = (error: unknown): error is CalendarError =>
  error instanceof CalendarError && ['address', 'refused', 'content'].includes(error.kind);

/** Its owner is mailed once, after the third failure in a row, or at once when only they can help. */
async function recordFailure(
  ctx: Ctx,
  connection: store.ConnectionRow,
  startedAt: Date,
  error: unknown,
): Promise<void> {
  const needsSignIn = error instanceof CalendarError && error.kind === 'sign_in';
  const sentence = error instanceof CalendarError ? error.message : 'The calendar couldn’t be synced.';
  const failures = connection.failures + 1;
  // However rarely it is read: its owner can't be booked until it can be read again.
  const minutes = 2 ** failures;
  const retryAfterMs = (error instanceof CalendarError && error.retryAfterMs) || 0;
  const wanted = new Date(ctx.now.getTime() + Math.min(retryAfterMs, longestRetryMs));
  const isRecorded = await store.recordOutcome(ctx, connection.id, {
    leaseId: connection.lease_id,
    state: needsSignIn ? 'needs_sign_in' : 'failing',
    error: sentence,
    startedAt,
    isPrompt: false,
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

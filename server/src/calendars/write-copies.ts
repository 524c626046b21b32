import { buildHostJoinUrl } from '../conferencing/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { buildEventUrl } from '../platform/urls.ts';
import * as store from './copies.store.ts';
import { withAuth } from './credentials.ts';
import { meetingMade } from './events.ts';
import {
  CalendarError,
  type BookingEntry,
  type CalendarAuth,
  type CalendarWriter,
  type WrittenEntry,
} from './provider/public.ts';
import { createProvider } from './providers.ts';
import { markDue } from './store.ts';

/** Longer than the few requests of one entry take. */
const usualLeaseMs = 120_000;
const batchSize = 20;
const atOnce = 4;
const firstWaitMs = 15_000;
const longestWaitMs = 3_600_000;
/** A meeting that is not there after some twenty minutes does not come. */
const firstReadMs = 5_000;
const maxReads = 8;
/** After some four days nobody expects it any more; a change of the booking, or new access to the calendar, tries again. */
const maxFailures = 100;
const restMs = 365 * 86_400_000;
/** By then a sync has said what became of an entry that is missing. */
const maxTriesOfMissing = 3;

/**
 * Enters, changes and removes what is due. Requests go out between transactions: one commits that the entry is about to be
 * written, the next what came of it. Who is killed in between leaves it to the next, who finds what is there already.
 */
export async function writeCopies(runtime: Runtime, leaseMs = usualLeaseMs): Promise<void> {
  for (;;) {
    const now = runtime.clock.now();
    const until = new Date(now.getTime() + leaseMs);
    const due = await store.claimCopies(runtime.database, now, until, batchSize);
    const line = async (): Promise<void> => {
      for (let next = due.shift(); next; next = due.shift()) await writeCopy(runtime, next);
    };
    const isLast = due.length < batchSize;
    await Promise.all(Array.from({ length: atOnce }, line));
    if (isLast) return;
  }
}

async function writeCopy(runtime: Runtime, copy: store.ClaimedCopy): Promise<void> {
  const actor = createSystemActor(copy.workspace_id);
  const facts = await readInWorkspace(runtime, actor, (ctx) => store.findBooking(ctx, copy.id));
  if (!facts) return;
  const { writer } = createProvider(facts.provider, runtime.outbound);
  const { connectionId, provider, secret } = facts;
  const connection = {
    id: connectionId,
    workspace_id: copy.workspace_id,
    provider,
    secret_sealed: secret,
  };
  const inTransaction = (work: (ctx: Ctx) => Promise<void>) => runInWorkspace(runtime, actor, work);
  try {
    if (!writer) throw new CalendarError('content', 'This calendar is read-only.');
    if (copy.state === 'absent') {
      if (copy.was_begun)
        await withAuth(runtime, connection, (auth) =>
          writer.remove(auth, facts.calendarId, copy.id, knownOf(copy)),
        );
      return await inTransaction((ctx) => recordRemoved(ctx, copy));
    }
    const booking = entryOf(runtime, copy, facts);
    const result = await withAuth(runtime, connection, (auth) =>
      isWritten(copy) ? readMeeting(writer, auth, copy, facts) : put(writer, auth, copy, facts, booking),
    );
    await inTransaction((ctx) => recordPut(ctx, copy, facts, booking, result));
  } catch (error) {
    if (!(error instanceof CalendarError)) runtime.log.error({ error }, 'an entry could not be written');
    await inTransaction((ctx) => recordFailure(ctx, copy, error));
  }
}

const knownOf = ({ external_id: externalId, etag, join_url: joinUrl }: store.CopyRow): WrittenEntry | null =>
  externalId === null ? null : { externalId, etag, joinUrl };

/** All is written, and only the meeting is waited for. */
const isWritten = ({ written_seq: written, wanted_seq: wanted }: store.CopyRow): boolean =>
  written === wanted;

/** An entry that is gone is no matter of the meeting: the next sync tells. */
async function readMeeting(
  writer: CalendarWriter,
  auth: CalendarAuth,
  copy: store.CopyRow,
  { calendarId }: store.BookingFacts,
): Promise<WrittenEntry> {
  const known = knownOf(copy);
  const found = known && (await writer.read(auth, calendarId, known));
  if (!known || !found || found === 'gone') throw new CalendarError('content', 'The entry has no meeting.');
  return { ...known, joinUrl: found.joinUrl };
}

/**
 * If the booking was moved as well as its entry, or the entry was deleted, the booking wins: others have heard of it. If only
 * the entry was, it stays as it is, and the next sync makes the booking follow.
 */
async function put(
  writer: CalendarWriter,
  auth: CalendarAuth,
  copy: store.CopyRow,
  { calendarId, startsAt, endsAt }: store.BookingFacts,
  booking: BookingEntry,
): Promise<WrittenEntry | 'changed' | 'gone'> {
  const known = knownOf(copy);
  const result = await writer.put(auth, calendarId, booking, known);
  const isMoved = copy.written_starts_at !== startsAt || copy.written_ends_at !== endsAt;
  if (known && result === 'changed' && isMoved)
    return writer.put(auth, calendarId, booking, { ...known, etag: null });
  if (result === 'gone' && (isMoved || copy.failures >= maxTriesOfMissing))
    return writer.put(auth, calendarId, booking, null);
  return result;
}

/** What a host wants to see of a booking. */
function entryOf(
  { config: { publicUrl }, secrets, clock }: Runtime,
  { workspace_id: workspaceId, id, event_id: eventId, host_id: hostId, wanted_seq: sequence }: store.CopyRow,
  facts: store.BookingFacts,
): BookingEntry {
  const { title, notes, type, invitees, place, wantsMeeting } = facts;
  const [first] = invitees;
  const resources = place.resources?.replaceAll('\n', ', ');
  const url = buildEventUrl({ publicUrl }, eventId);
  const joinUrl = buildHostJoinUrl({ secrets, workspaceId, publicUrl }, facts.joinUrl, eventId, hostId);
  const who = invitees.map(({ name, email, phone, answers }) =>
    [
      `${name} <${email}>${phone ? `, ${phone}` : ''}`,
      ...(answers ?? []).map(({ question, answer }) => `${question}: ${answer}`),
    ].join('\n'),
  );
  return {
    id,
    sequence,
    writtenAt: clock.now(),
    title: type === 'GROUP' || !first ? title : `${title}: ${first.name}`,
    description: [...(notes ? [notes] : []), ...who, url].join('\n\n'),
    location: joinUrl || [place.address, place.details, place.phone, resources].filter(Boolean).join(', '),
    start: new Date(facts.startsAt),
    end: new Date(facts.endsAt),
    url,
    wantsMeeting,
  };
}

async function recordRemoved(ctx: Ctx, { id, wanted_seq: seq }: store.CopyRow): Promise<void> {
  // It is wanted again: entered anew, since nothing is there.
  if (!(await store.deleteCopy(ctx, id, seq)))
    await store.updateCopy(ctx, id, { external_id: null, etag: null, leased_until: null });
}

async function recordPut(
  ctx: Ctx,
  copy: store.CopyRow,
  { connectionId, startsAt, endsAt }: store.BookingFacts,
  { wantsMeeting }: BookingEntry,
  result: WrittenEntry | 'changed' | 'gone',
): Promise<void> {
  const { id, event_id: eventId, host_id: hostId, wanted_seq: seq } = copy;
  if (result === 'changed') {
    await markDue(ctx, connectionId);
    return store.updateCopy(ctx, id, { next_at: later(ctx, firstWaitMs), leased_until: null });
  }
  if (result === 'gone') {
    // Its host may have deleted it, or the calendar may be another one by now: the next sync finds out.
    await markDue(ctx, connectionId);
    return recordFailure(ctx, copy, new CalendarError('address', 'The entry no longer exists.'));
  }
  const reads = isWritten(copy) ? copy.failures + 1 : 0;
  const isAwaited = wantsMeeting && !result.joinUrl && reads < maxReads;
  await store.updateCopy(ctx, id, {
    written_seq: seq,
    awaits_meeting: isAwaited,
    next_at: later(ctx, firstReadMs * 2 ** reads),
    external_id: result.externalId,
    etag: result.etag,
    join_url: result.joinUrl,
    written_starts_at: startsAt,
    written_ends_at: endsAt,
    failures: isAwaited ? reads : 0,
    error: null,
    leased_until: null,
  });
  if (result.joinUrl && result.joinUrl !== copy.join_url)
    await ctx.publish(meetingMade, { eventId, hostId, joinUrl: result.joinUrl });
}

async function recordFailure(ctx: Ctx, copy: store.CopyRow, error: unknown): Promise<void> {
  const { id, failures } = copy;
  if (isWritten(copy) && failures >= maxReads) return store.updateCopy(ctx, id, { awaits_meeting: false });
  const waitMs = failures < maxFailures ? Math.min(firstWaitMs * 2 ** failures, longestWaitMs) : restMs;
  const wantedMs = (error instanceof CalendarError && error.retryAfterMs) || 0;
  await store.updateCopy(ctx, id, {
    failures: failures + 1,
    error: error instanceof CalendarError ? error.message : 'The entry couldn’t be saved.',
    next_at: later(ctx, Math.max(waitMs, Math.min(wantedMs, longestWaitMs))),
    leased_until: null,
  });
}

const later = ({ now }: Ctx, ms: number): string => new Date(now.getTime() + ms).toISOString();

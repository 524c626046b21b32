import type { Ctx } from '../platform/context.ts';
import { conferenceChanged } from './events.ts';
import { requestConference } from './open-conference.ts';
import type { Kind } from './providers.ts';
import { scheduleSync } from './schedule-sync.ts';
import * as store from './store.ts';

interface About {
  readonly eventId: string;
  readonly meeting: {
    readonly status: string;
    readonly sequence: number;
    readonly hostIds: readonly string[];
  };
}

/**
 * The event was moved or handed over. An account's conference stays and gets the new time. A calendar's stays while its host
 * does; the calendar of another host makes another.
 */
export async function followEvents(ctx: Ctx, happened: readonly About[]): Promise<void> {
  const meetings = new Map(happened.map(({ eventId, meeting }) => [eventId, meeting]));
  for (const row of await store.lockConferences(ctx, [...meetings.keys()])) {
    const { event_id: eventId, host_id: hostId } = row;
    const meeting = meetings.get(eventId);
    if (!meeting) continue;
    if (hostId === null) {
      await store.updateConference(ctx, eventId, { wanted: meeting.sequence, isDue: true });
      await scheduleSync(ctx, [eventId]);
    } else if (!meeting.hostIds.includes(hostId)) {
      await store.deleteConference(ctx, eventId);
      if (row.join_url) await ctx.publish(conferenceChanged, { eventId, joinUrl: '', isPromised: false });
      await requestConference(ctx, eventId, meeting.hostIds, row.provider as Kind);
    }
  }
}

export async function endConferences(ctx: Ctx, happened: readonly About[]): Promise<void> {
  const ended = happened.filter(({ meeting }) => meeting.status === 'cancelled');
  if (ended.length === 0) return;
  const eventIds = [...new Set(ended.map(({ eventId }) => eventId))];
  await scheduleSync(ctx, await store.markEnding(ctx, eventIds));
}

/** The event takes place elsewhere. Whether it had a conference. */
export async function endConference(ctx: Ctx, eventId: string): Promise<boolean> {
  const [row] = await store.lockConferences(ctx, [eventId]);
  if (!row) return false;
  if (row.host_id === null) await scheduleSync(ctx, await store.markEnding(ctx, [eventId]));
  else await store.deleteConference(ctx, eventId);
  return true;
}

/** New credentials may be what failing conferences wait for. */
export async function retryConferences(ctx: Ctx): Promise<void> {
  await scheduleSync(ctx, await store.markFailingDue(ctx));
}

/** The calendar of a host has made the meeting that it was asked for. */
export async function recordJoinUrl(
  ctx: Ctx,
  { eventId, hostId, joinUrl }: { eventId: string; hostId: string; joinUrl: string },
): Promise<void> {
  await store.lockEvent(ctx, eventId);
  const [row] = await store.lockConferences(ctx, [eventId]);
  if (row?.host_id !== hostId || row.is_ending || row.join_url === joinUrl) return;
  await store.updateConference(ctx, eventId, { join_url: joinUrl, is_promised: false });
  await ctx.publish(conferenceChanged, { eventId, joinUrl, isPromised: row.is_promised });
}

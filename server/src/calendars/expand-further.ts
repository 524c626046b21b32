import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { resolveHostZone } from '../platform/zones.ts';
import { computeBusyTime, computeHorizon, minAheadDays, groupSeries } from './entries.ts';
import {
  findHostTimeZones,
  listMemberCalendars,
  listSeries,
  listSeriesIds,
  listShortHorizons,
  lockCalendar,
  markUnreadable,
  replaceBusy,
  setHorizon,
  type CalendarToExpand,
} from './entries.store.ts';

const dayMs = 86_400_000;
const most = 1000;
const batchSize = 200;

/** As time goes on, rules have to be expanded further, in calendars that nobody changes as well. */
export async function expandFurther(runtime: Runtime): Promise<void> {
  const before = new Date(runtime.clock.now().getTime() + minAheadDays * dayMs);
  for (const calendar of await listShortHorizons(runtime.database, before, most))
    await expandCalendar(runtime, calendar);
}

/** All that is stored of a user's calendars. */
export async function expandAgain(
  runtime: Runtime,
  { workspaceId, memberId }: { readonly workspaceId: WorkspaceId; readonly memberId: string },
): Promise<void> {
  const calendars = await readInWorkspace(runtime, createSystemActor(workspaceId), (ctx) =>
    listMemberCalendars(ctx, memberId),
  );
  for (const calendar of calendars) await expandCalendar(runtime, calendar);
}

/** A batch of series is one transaction. */
async function expandCalendar(runtime: Runtime, calendar: CalendarToExpand): Promise<void> {
  const { workspaceId, calendarId } = calendar;
  const actor = createSystemActor(workspaceId);
  const horizon = computeHorizon(runtime.clock.now());
  for (let after: string | null | undefined = null; after !== undefined;) {
    const from: string | null = after;
    after = await runInWorkspace(runtime, actor, async (ctx) => {
      // First, so that what a sync writes meanwhile is among the series.
      await lockCalendar(ctx, calendarId);
      const ids = await listSeriesIds(ctx, calendarId, from, batchSize);
      await expandSeries(ctx, calendar, ids);
      return ids.length === batchSize ? ids.at(-1) : undefined;
    });
  }
  await runInWorkspace(runtime, actor, (ctx) => setHorizon(ctx, calendarId, horizon));
}

/** Computes the busy time of some series anew. */
export async function expandSeries(
  ctx: Ctx,
  { calendarId, memberId, countsTentative }: Omit<CalendarToExpand, 'workspaceId'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await lockCalendar(ctx, calendarId);
  const entries = await listSeries(ctx, calendarId, ids);
  const whereabouts = await findHostTimeZones(ctx, memberId);
  if (!whereabouts) return;
  const { busy, unreadable } = await computeBusyTime(
    groupSeries(entries),
    { zone: resolveHostZone(whereabouts), countsTentative },
    ctx.now,
  );
  const externalIds = entries.map(({ externalId }) => externalId);
  await replaceBusy(ctx, { calendarId, memberId }, externalIds, busy);
  await markUnreadable(ctx, calendarId, externalIds, unreadable);
}

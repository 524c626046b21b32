import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { zoneNamed } from '../platform/zones.ts';
import { busyOf, horizonAt, leastAheadDays, seriesOf } from './entries.ts';
import {
  listSeries,
  listSeriesIds,
  listShortHorizons,
  putBusy,
  setHorizon,
  type Expanding,
} from './entries.store.ts';

const dayMs = 86_400_000;
const most = 1000;
const batchSize = 200;

/** As time goes on, rules have to be expanded further, in calendars that nobody changes as well. */
export async function expandFurther(runtime: Runtime): Promise<void> {
  const before = new Date(runtime.clock.now().getTime() + leastAheadDays * dayMs);
  for (const calendar of await listShortHorizons(runtime.database, before, most))
    await expandCalendar(runtime, calendar);
}

/** A batch of series is one transaction. */
async function expandCalendar(runtime: Runtime, calendar: Expanding): Promise<void> {
  const { workspaceId, calendarId } = calendar;
  const actor = systemActor(workspaceId);
  const horizon = horizonAt(runtime.clock.now());
  for (let after: string | null | undefined = null; after !== undefined;) {
    const from: string | null = after;
    after = await inWorkspace(runtime, actor, async (ctx) => {
      const ids = await listSeriesIds(ctx, calendarId, from, batchSize);
      await expandSeries(ctx, calendar, ids);
      return ids.length === batchSize ? ids.at(-1) : undefined;
    });
  }
  await inWorkspace(runtime, actor, (ctx) => setHorizon(ctx, calendarId, horizon));
}

/** Computes the busy time of some series anew. */
export async function expandSeries(
  ctx: Ctx,
  { calendarId, memberId, timezone, countsTentative }: Omit<Expanding, 'workspaceId'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const entries = await listSeries(ctx, calendarId, ids);
  const busy = busyOf(seriesOf(entries), { zone: zoneNamed(timezone), countsTentative }, ctx.now);
  await putBusy(
    ctx,
    { calendarId, memberId },
    entries.map(({ externalId }) => externalId),
    busy,
  );
}

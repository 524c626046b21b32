import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Runtime } from '../platform/context.ts';
import { zoneNamed } from '../platform/zones.ts';
import { busyOf, horizonAt, leastAheadDays } from './entries.ts';
import { listEntries, listShortHorizons, putBusy, setHorizon, type Expanding } from './entries.store.ts';

const dayMs = 86_400_000;
const most = 1000;
const batchSize = 200;

/** As time goes on, rules have to be expanded further, in calendars that nobody changes as well. */
export async function expandFurther(runtime: Runtime): Promise<void> {
  const before = new Date(runtime.clock.now().getTime() + leastAheadDays * dayMs);
  for (const calendar of await listShortHorizons(runtime.database, before, most))
    await expandCalendar(runtime, calendar);
}

/** A batch of entries is one transaction. */
async function expandCalendar(runtime: Runtime, calendar: Expanding): Promise<void> {
  const { workspaceId, calendarId, timezone } = calendar;
  const actor = systemActor(workspaceId);
  const zone = zoneNamed(timezone);
  const horizon = horizonAt(runtime.clock.now());
  for (let after: string | null | undefined = null; after !== undefined;) {
    const from: string | null = after;
    after = await inWorkspace(runtime, actor, async (ctx) => {
      const entries = await listEntries(ctx, calendarId, from, batchSize);
      const ids = entries.map(({ externalId }) => externalId);
      await putBusy(ctx, calendar, ids, busyOf(entries, zone, ctx.now));
      return ids.length === batchSize ? ids.at(-1) : undefined;
    });
  }
  await inWorkspace(runtime, actor, (ctx) => setHorizon(ctx, calendarId, horizon));
}

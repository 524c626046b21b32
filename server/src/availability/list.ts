import type { availability } from '@daybook/contract/availability';
import type { Slots } from '@daybook/engine/collect';
import { formatDate, formatOffset } from '@daybook/engine/dates';
import { groupTimesByDate, groupTimesWithHostsByDate } from '@daybook/engine/present';
import type { Range } from '@daybook/engine/ranges';
import { findFirstStart, computeSlots, type SlotQuery } from '@daybook/engine/slots';
import { toDayRange } from '@daybook/engine/windows';
import { toDay, getOffset, type Zone } from '@daybook/engine/zones';
import type { z } from 'zod';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { notFound, throwIfInvalid } from '../platform/problems.ts';
import { buildSchedulingUrl } from '../platform/urls.ts';
import { getZone } from '../platform/zones.ts';
import { loadCachedPage } from './page-cache.ts';
import { buildSlotQuery } from './slot-query.ts';
import { isMatchingHost, resolveRequestedDays, validateOptions, type Days } from './rules.ts';
import { findOwnerTimezone, type HostFacts, type PageFacts, type Selection } from './store.ts';
import { isEveryHostRequired, loadBookablePage, type Target } from './target.ts';

export interface AvailabilityQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly duration?: number | undefined;
  readonly seats?: number | undefined;
  readonly hostEmail?: string | undefined;
  readonly hostSlug?: string | undefined;
  readonly includeHostCount?: boolean | undefined;
  readonly includeFirstAvailableDate: boolean;
}

/** The free times of a page, by date on the viewer's calendar. */
export async function listAvailability(
  ctx: Ctx,
  target: Target,
  query: AvailabilityQuery,
): Promise<z.output<typeof availability>> {
  const timeZone = query.timeZone ?? (await ownerTimezone(ctx, target));
  return listTimes(ctx, { ...query, timeZone }, createPageLoader(ctx, target, query));
}

/** Loads a page with the busy time of a window, and builds the engine's query from it. */
export type LoadQuery = (window: Range) => Promise<{ facts: PageFacts; slotQuery: SlotQuery }>;

/** The free times of whatever `load` brings, in the shape of the API. */
export async function listTimes(
  ctx: Ctx,
  query: AvailabilityQuery & { readonly timeZone: string },
  load: LoadQuery,
): Promise<z.output<typeof availability>> {
  const zone = getZone(query.timeZone);
  const days = resolveRequestedDays(query, zone, ctx.now);
  const { facts, slotQuery, found, nextDate } = await findTimes(
    load,
    zone,
    days,
    query.includeFirstAvailableDate,
  );
  const listed = query.includeHostCount
    ? groupTimesWithHostsByDate(found, zone, days.first, days.last)
    : groupTimesByDate(found, zone, days.first, days.last);
  const dates = listed.filter((day) => day.slots.length > 0).map((day) => day.date);
  return {
    ownerSlug: facts.ownerSlug,
    eventTypeSlug: facts.slug,
    schedulingUrl: buildSchedulingUrl(
      ctx,
      { slug: facts.ownerSlug, isTeam: facts.ownerTeamId !== null },
      facts.slug,
    ),
    duration: slotQuery.page.durationMinutes,
    firstAvailableDate: dates[0] ?? nextDate,
    lastAvailableDate: dates.at(-1) ?? null,
    timeZone: zone.name,
    timeZoneOffset: formatOffset(getOffset(zone, toDayRange(zone, days.first, days.last).start)),
    isNotAvailable: dates.length === 0,
    availability: listed,
    currentTime: formatWireTime(ctx.now),
  };
}

/** Every start on these days; when there is none and `searchBeyond`, the first date after them that has one. */
export async function findTimes(
  load: LoadQuery,
  zone: Zone,
  days: Days,
  searchBeyond: boolean,
): Promise<{ facts: PageFacts; slotQuery: SlotQuery; found: Slots; nextDate: string | null }> {
  const window = toDayRange(zone, days.first, days.last);
  const { facts, slotQuery } = await load(window);
  const found = computeSlots(slotQuery, window);
  const nextDate =
    found.starts.length === 0 && searchBeyond ? await firstDateAfter(load, slotQuery, days.last, zone) : null;
  return { facts, slotQuery, found, nextDate };
}

async function ownerTimezone(ctx: Ctx, { address }: Target): Promise<string> {
  const timezone = await findOwnerTimezone(ctx, address);
  if (!timezone) throw notFound('Page');
  return timezone;
}

type LoaderOptions = Pick<AvailabilityQuery, 'duration' | 'seats' | 'hostEmail' | 'hostSlug'> &
  Pick<Selection, 'exceptId'>;

/** Loads a page for one window after the other, with a visitor's options. */
export function createPageLoader(ctx: Ctx, target: Target, options: LoaderOptions): LoadQuery {
  return async (window) => {
    const all = await loadBookablePage(ctx, target, { window, exceptId: options.exceptId }, loadCachedPage);
    throwIfInvalid(validateOptions(all, options));
    const facts = { ...all, hosts: filterChosenHosts(all, target, options) };
    const slotQuery = buildSlotQuery(facts, {
      durationMinutes: options.duration ?? facts.duration,
      seats: options.seats ?? 1,
      allHosts: isEveryHostRequired(target),
      nowMs: ctx.now.getTime(),
    });
    return { facts, slotQuery };
  };
}

/** A request that names a host of a round robin gets that one. On other pages the hosts are the same for everyone. */
export function filterChosenHosts(
  { type, hosts }: PageFacts,
  target: Target,
  options: { readonly hostEmail?: string | null | undefined; readonly hostSlug?: string | undefined },
): HostFacts[] {
  const mayChoose = type === 'ROUND_ROBIN' && !isEveryHostRequired(target);
  return mayChoose ? hosts.filter((host) => isMatchingHost(host, options)) : hosts;
}

const stepDays = 92;
/** A page without a horizon is searched this far. */
const maxSearchDays = 730;

/** Past the window, in steps for which busy time is loaded as they come, until the page's horizon. */
async function firstDateAfter(
  load: LoadQuery,
  { page }: SlotQuery,
  lastDay: number,
  zone: Zone,
): Promise<string | null> {
  const horizon = Math.min(toDay(zone, page.bookable.end), lastDay + maxSearchDays);
  for (let first = lastDay + 1; first <= horizon; first += stepDays) {
    const days = { first, last: Math.min(first + stepDays - 1, horizon) };
    const window = toDayRange(zone, days.first, days.last);
    const start = findFirstStart((await load(window)).slotQuery, window);
    if (start !== undefined) return formatDate(toDay(zone, start));
  }
  return null;
}

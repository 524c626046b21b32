import type { availability } from '@daybook/contract/availability';
import type { Slots } from '@daybook/engine/collect';
import { formatDate, formatOffset } from '@daybook/engine/dates';
import { timesByDate, timesWithHostsByDate } from '@daybook/engine/present';
import type { Range } from '@daybook/engine/ranges';
import { firstStart, slots, type Question } from '@daybook/engine/slots';
import { rangeOfDays } from '@daybook/engine/windows';
import { dayAt, offsetAt, type Zone } from '@daybook/engine/zones';
import type { z } from 'zod';
import { wireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';
import { schedulingUrl } from '../platform/urls.ts';
import { zoneNamed } from '../platform/zones.ts';
import { questionOf } from './question.ts';
import { daysAsked, isWished, refuseWishes, type Days } from './rules.ts';
import { findOwnerTimezone, type PageFacts, type Selection } from './store.ts';
import { isTogether, loadBookable, type Target } from './target.ts';

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
  return presentTimes(ctx, { ...query, timeZone }, askingPage(ctx, target, query));
}

/** What is known of a page in a window, and the question that the engine answers. */
export type Ask = (window: Range) => Promise<{ facts: PageFacts; question: Question }>;

/** The answers to a question, in the shape of the API. */
export async function presentTimes(
  ctx: Ctx,
  query: AvailabilityQuery & { readonly timeZone: string },
  ask: Ask,
): Promise<z.output<typeof availability>> {
  const zone = zoneNamed(query.timeZone);
  const days = daysAsked(query, zone, ctx.now);
  const { facts, found, later } = await findTimes(ask, zone, days, query.includeFirstAvailableDate);
  const listed = query.includeHostCount
    ? timesWithHostsByDate(found, zone, days.first, days.last)
    : timesByDate(found, zone, days.first, days.last);
  const dates = listed.filter((day) => day.slots.length > 0).map((day) => day.date);
  return {
    ownerSlug: facts.ownerSlug,
    eventTypeSlug: facts.slug,
    schedulingUrl: schedulingUrl(
      ctx,
      { slug: facts.ownerSlug, isTeam: facts.ownerTeamId !== null },
      facts.slug,
    ),
    duration: query.duration ?? facts.duration,
    firstAvailableDate: dates[0] ?? later,
    lastAvailableDate: dates.at(-1) ?? null,
    timeZone: zone.name,
    timeZoneOffset: formatOffset(offsetAt(zone, rangeOfDays(zone, days.first, days.last).start)),
    isNotAvailable: dates.length === 0,
    availability: listed,
    currentTime: wireTime(ctx.now),
  };
}

/** Every start on the days asked for; when there is none and `searchOn`, the first date after them that has one. */
export async function findTimes(
  ask: Ask,
  zone: Zone,
  days: Days,
  searchOn: boolean,
): Promise<{ facts: PageFacts; question: Question; found: Slots; later: string | null }> {
  const window = rangeOfDays(zone, days.first, days.last);
  const { facts, question } = await ask(window);
  const found = slots(question, window);
  const later =
    found.starts.length === 0 && searchOn ? await firstDateAfter(ask, question, days.last, zone) : null;
  return { facts, question, found, later };
}

async function ownerTimezone(ctx: Ctx, { address }: Target): Promise<string> {
  const timezone = await findOwnerTimezone(ctx, address);
  if (!timezone) throw notFound('Page');
  return timezone;
}

type Wished = Pick<AvailabilityQuery, 'duration' | 'seats' | 'hostEmail' | 'hostSlug'> &
  Pick<Selection, 'exceptId'>;

/** Asks a page about one window after the other, for a visitor with these wishes. */
export function askingPage(ctx: Ctx, target: Target, wishes: Wished): Ask {
  return async (window) => {
    const all = await loadBookable(ctx, target, { window, exceptId: wishes.exceptId });
    refuseWishes(all, wishes);
    const facts = { ...all, hosts: all.hosts.filter((host) => isWished(host, wishes)) };
    const question = questionOf(facts, {
      durationMinutes: wishes.duration ?? facts.duration,
      seats: wishes.seats ?? 1,
      together: isTogether(target),
      nowMs: ctx.now.getTime(),
    });
    return { facts, question };
  };
}

const stepDays = 92;
/** A page without a horizon is searched this far. */
const farthestDays = 730;

/** Past the window, in steps for which busy time is loaded as they come, until the page's horizon. */
async function firstDateAfter(
  ask: Ask,
  { page }: Question,
  lastDay: number,
  zone: Zone,
): Promise<string | null> {
  const horizon = Math.min(dayAt(zone, page.bookable.end), lastDay + farthestDays);
  for (let first = lastDay + 1; first <= horizon; first += stepDays) {
    const days = { first, last: Math.min(first + stepDays - 1, horizon) };
    const window = rangeOfDays(zone, days.first, days.last);
    const start = firstStart((await ask(window)).question, window);
    if (start !== undefined) return formatDate(dayAt(zone, start));
  }
  return null;
}

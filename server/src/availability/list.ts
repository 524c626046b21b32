import type { availability } from '@daybook/contract/availability';
import { formatDate, formatOffset } from '@daybook/engine/dates';
import { timesByDate, timesWithHostsByDate } from '@daybook/engine/present';
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
import { findOwnerTimezone, type PageFacts } from './store.ts';
import { isTogether, loadBookable, type Target } from './target.ts';

export interface AvailabilityQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly duration?: number | undefined;
  readonly seats?: number | undefined;
  readonly hostEmail?: string | undefined;
  readonly hostSlug?: string | undefined;
  readonly includeHostCount: boolean;
  readonly includeFirstAvailableDate: boolean;
}

/** The free times of a page, by date on the viewer's calendar. */
export async function listAvailability(
  ctx: Ctx,
  target: Target,
  query: AvailabilityQuery,
): Promise<z.output<typeof availability>> {
  const zone = zoneNamed(query.timeZone ?? (await ownerTimezone(ctx, target)));
  const days = daysAsked(query, zone, ctx.now);
  const ask = async (asked: Days) => askPage(ctx, target, query, rangeOfDays(zone, asked.first, asked.last));

  const { facts, question } = await ask(days);
  const found = slots(question, rangeOfDays(zone, days.first, days.last));
  const listed = query.includeHostCount
    ? timesWithHostsByDate(found, zone, days.first, days.last)
    : timesByDate(found, zone, days.first, days.last);
  const dates = listed.filter((day) => day.slots.length > 0).map((day) => day.date);
  const later =
    dates.length === 0 && query.includeFirstAvailableDate
      ? await firstDateAfter(ask, question, days.last, zone)
      : null;

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

async function ownerTimezone(ctx: Ctx, { address }: Target): Promise<string> {
  const timezone = await findOwnerTimezone(ctx, address);
  if (!timezone) throw notFound('Page');
  return timezone;
}

async function askPage(
  ctx: Ctx,
  target: Target,
  query: AvailabilityQuery,
  window: { start: number; end: number },
): Promise<{ facts: PageFacts; question: Question }> {
  const all = await loadBookable(ctx, target, { window });
  refuseWishes(all, query);
  const facts = { ...all, hosts: all.hosts.filter((host) => isWished(host, query)) };
  const question = questionOf(facts, {
    durationMinutes: query.duration ?? facts.duration,
    seats: query.seats ?? 1,
    together: isTogether(target),
    nowMs: ctx.now.getTime(),
  });
  return { facts, question };
}

const stepDays = 92;
/** A page without a horizon is searched this far. */
const farthestDays = 730;

/** Past the window, in steps for which busy time is loaded as they come, until the page's horizon. */
async function firstDateAfter(
  ask: (days: Days) => Promise<{ question: Question }>,
  { page }: Question,
  lastDay: number,
  zone: Zone,
): Promise<string | null> {
  const horizon = Math.min(dayAt(zone, page.bookable.end), lastDay + farthestDays);
  for (let first = lastDay + 1; first <= horizon; first += stepDays) {
    const days = { first, last: Math.min(first + stepDays - 1, horizon) };
    const { question } = await ask(days);
    const start = firstStart(question, rangeOfDays(zone, days.first, days.last));
    if (start !== undefined) return formatDate(dayAt(zone, start));
  }
  return null;
}

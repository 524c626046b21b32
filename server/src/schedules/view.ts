import { weekdays, type schedule } from '@daybook/contract/schedules';
import type { z } from 'zod';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { buildScheduleUri, buildSchedulingUrl } from '../platform/urls.ts';
import type { ShownSchedule } from './read-schedules.ts';
import type { SpecialHours, Timeset } from './rules.ts';
import type { PageRow } from './store.ts';

type Schedule = z.output<typeof schedule>;

export function serializeSchedule(ctx: Ctx, row: ShownSchedule): Schedule {
  return {
    uri: buildScheduleUri(ctx, row.id),
    uuid: row.id,
    email: row.email,
    title: row.title,
    isDefault: row.is_default,
    timezone: row.timezone,
    weekly_hours: weekdays.map((day) => ({ day, timesets: pairs(row.weekly_hours[day]) })),
    special_hours: datesView(row.special_hours),
    travel: row.travel,
    ...(row.pages && { schedulingPages: row.pages.map((page) => pageView(ctx, page)) }),
    currentTime: formatWireTime(ctx.now),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function datesView(hours: SpecialHours): Schedule['special_hours'] {
  const dates = Object.entries(hours).sort(([a], [b]) => (a < b ? -1 : 1));
  return dates.length === 0 ? null : dates.map(([date, timesets]) => ({ date, timesets: pairs(timesets) }));
}

function pairs(timesets: readonly Timeset[]): [string, string][] {
  return timesets.map(([start, end]) => [start, end]);
}

function pageView(ctx: Ctx, page: PageRow) {
  return {
    uuid: page.id,
    title: page.title,
    slug: page.slug,
    schedulingUrl: buildSchedulingUrl(ctx, { slug: page.owner_slug, isTeam: page.is_team }, page.slug),
  };
}
